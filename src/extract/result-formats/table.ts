import { findResultField } from '../result-columns.ts'
import { findSeparator, splitCells } from '../separated-values.ts'
import {
  buildMeasure,
  type Measure,
  type Measured,
  type Place,
  parsePlainNumber,
  placeOfLine,
  type ResultFormat,
} from './measure.ts'

/** Places kept for one measure: a table of a million rows names its first ones. */
const maxPlaces = 1000
const maxTroubles = 20
const labels = [
  'suite',
  'test',
  'variant',
  'metric',
  'unit',
  'kernel',
  'threads',
  'higher',
  'side',
  'cpus',
  'machine',
  'run',
  'runs',
  'change',
]

/**
 * CSV or TSV with a header line. Columns that are no label hold values; each row is one run of each. With a `side`
 * column its word is the column. Read line by line: only numbers are kept.
 */
export const table: ResultFormat = {
  name: 'a table with a header line',
  ending: 'csv',
  matches(head) {
    const lines = head.split(/\r?\n/, 500).filter((line) => line.trim() !== '' && !line.startsWith('#'))
    const [first, second] = [lines[0] ?? '', lines[1] ?? '']
    const separator = findSeparator(first)
    const [names, cells] = [splitCells(first, separator), splitCells(second, separator)]
    const isHeader = names.length > 1 && names.every((name) => name.trim() !== '' && parsePlainNumber(name) === null)
    return isHeader && !/[{}<>]/.test(first) && cells.length === names.length
  },
  parse: parseTable,
}

type Columns = { index: number; name: string }[]
type Shape = { separator: string; fields: (string | null)[]; values: Columns }

function readHeader(line: string): Shape {
  const separator = findSeparator(line)
  const names = splitCells(line, separator).map((cell) => cell.trim())
  const fields = names.map(findResultField)
  const values = names.flatMap((name, index) => (labels.includes(fields[index] ?? '') ? [] : [{ index, name }]))
  return { separator, fields, values }
}

function parseTable(text: string): Measured {
  const measures = new Map<string, { measure: Measure; lastPlace: Place }>()
  const troubles: Measured['troubles'] = []
  let shape: Shape | null = null
  let number = 0
  for (const line of eachLine(text)) {
    number++
    if (line.trim() === '' || line.startsWith('#')) continue
    if (!shape) {
      shape = readHeader(line)
      continue
    }
    const cells = line.includes('"') ? splitCells(line, shape.separator) : line.split(shape.separator)
    const bad = addRow(measures, shape, cells, line, number)
    if (bad !== null && troubles.length < maxTroubles)
      troubles.push({
        line: number,
        message: `expected a number, found ${bad.slice(0, 80)}`,
        whatToDo: 'write numbers without thousands signs, decimals with a point',
      })
  }
  if (shape && shape.values.length === 0)
    troubles.push({
      line: 1,
      message: `expected a column of values, found ${text.slice(0, 80).split('\n')[0] ?? ''}`,
      whatToDo: 'name it value, or give it with --before and --after',
    })
  return { measures: [...measures.values()].map(({ measure }) => measure), troubles }
}

/** Adds the runs of one row; gives back the first cell that is no number. */
function addRow(
  measures: Map<string, { measure: Measure; lastPlace: Place }>,
  shape: Shape,
  cells: string[],
  line: string,
  number: number,
): string | null {
  const cell = (field: string): string | null => cells[shape.fields.indexOf(field)]?.trim() || null
  let bad: string | null = null
  for (const { index, name } of shape.values) {
    const printed = cells[index]?.trim() ?? ''
    const value = parsePlainNumber(printed)
    if (value === null) {
      bad ??= printed === '' ? 'an empty cell' : printed
      continue
    }
    const column = cell('side') ?? name
    const [suite, test, variant, metric, unit, threads] = [
      cell('suite'),
      cell('test'),
      cell('variant'),
      cell('metric'),
      cell('unit'),
      cell('threads'),
    ]
    const key = [suite, test, variant, metric, unit, threads, column].join('\n')
    const known = measures.get(key)
    if (known) {
      if (known.measure.runs.length < maxPlaces) known.lastPlace = placeOfLine(line, number)
      known.measure.runs.push({ value, place: known.lastPlace })
      continue
    }
    const place = placeOfLine(line, number)
    const higher = cell('higher')
    const higherIsBetter = higher === null ? null : /^(?:1|true|yes)$/i.test(higher)
    const measure = buildMeasure({
      suite,
      test,
      variant,
      metric,
      unit,
      threads: parsePlainNumber(threads ?? ''),
      higherIsBetter,
      kernel: cell('kernel'),
      column,
      runs: [{ value, place }],
    })
    measures.set(key, { measure, lastPlace: place })
  }
  return bad
}

/** Lines one by one, so that a big table is never held as a list of its lines. */
function* eachLine(text: string): Generator<string> {
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('\n', start)
    const stop = end < 0 ? text.length : end
    yield text.charAt(stop - 1) === '\r' ? text.slice(start, stop - 1) : text.slice(start, stop)
    start = stop + 1
  }
}
