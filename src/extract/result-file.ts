import { type Benchmark, benchmarkSchema } from '../model/benchmark.ts'
import type { Problem, Result } from '../model/problem.ts'
import type { Source } from '../model/source.ts'
import { knownDirection } from './metric-direction.ts'
import { findResultField, findSide } from './result-columns.ts'
import { findInterval } from './run-interval.ts'
import { splitTable, type TableRow } from './separated-values.ts'

const maxRows = 10_000

/**
 * Results of a CSV or TSV file with a header line. Wide: a row has `before` and `after` (means), and `runs`. Long:
 * a row is one run, with `side` (before, after) and `value`; the runs give the mean and, from three a side, the
 * interval. Each result's source is its row. A row that cannot be read is a problem and the others stay.
 */
export function parseResultFile(bytes: Uint8Array, file: string): Result<Benchmark[]> {
  const text = new TextDecoder().decode(bytes.slice(0, 4_000_000))
  const table = splitTable(text, maxRows)
  const fields = table.header.map((name) => findResultField(name))
  const has = (field: string): boolean => fields.includes(field)
  if (has('side') && has('value')) return parseRuns(table.rows, fields, file)
  if (has('before') && has('after')) return parseMeans(table.rows, fields, file)
  const found = table.header.join(', ').slice(0, 200) || 'nothing'
  return {
    value: [],
    problems: [
      bad(
        `${file}:1`,
        `expected a header line with before and after, or side and value; found ${found}`,
        'add the header line; test, metric, unit, runs, threads, machine and kernel are read too',
      ),
    ],
  }
}

const bad = (where: string, message: string, whatToDo: string): Problem => ({
  code: 'bad-result-file',
  severity: 'error',
  where,
  message,
  whatToDo,
})

type Cells = Record<string, string>
function cellsOf(row: TableRow, fields: readonly (string | null)[]): Cells {
  const cells: Cells = {}
  for (const [index, field] of fields.entries()) {
    const cell = row.cells[index]?.trim() ?? ''
    if (field !== null && cell !== '' && !(field in cells)) cells[field] = cell
  }
  return cells
}
const sourceOf = (row: TableRow, file: string): Source => ({
  file,
  startLine: row.line,
  startColumn: 1,
  endLine: row.line,
  endColumn: Math.min(row.text.length, 4000) + 1,
  quote: row.text.slice(0, 4000),
  says: 'value',
})
/** A plain number with `.` as its decimal sign; null for anything else, also for thousands signs. */
function parseNumber(text: string | undefined): number | null {
  if (text === undefined || !/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*%?$/.test(text)) return null
  return Number.parseFloat(text)
}

function labelsOf(cells: Cells) {
  const metric = cells['metric'] ?? null
  const stated = cells['higher']
  const known = knownDirection(metric, cells['unit'] ?? null)
  return {
    suite: cells['suite'] ?? null,
    test: cells['test'] ?? null,
    variant: cells['variant'] ?? null,
    metric,
    unit: cells['unit'] ?? null,
    threads: parseNumber(cells['threads']),
    cpus: parseNumber(cells['cpus']),
    machine: cells['machine'] ?? null,
    kernel: cells['kernel'] ?? null,
    higherIsBetter: stated ? /^(?:1|true|yes)$/i.test(stated) : known,
    directionFrom: stated ? 'stated' : known === null ? null : 'known-metric',
    verdict: 'claim',
    from: 'result-file',
  }
}
const percent = (before: number, after: number): number | null =>
  before === 0 ? null : Math.round(((after - before) / before) * 10_000) / 100

function parseMeans(rows: readonly TableRow[], fields: readonly (string | null)[], file: string): Result<Benchmark[]> {
  const problems: Problem[] = []
  const value = rows.flatMap((row) => {
    const cells = cellsOf(row, fields)
    const [before, after] = [parseNumber(cells['before']), parseNumber(cells['after'])]
    if (before === null || after === null) {
      const found = `${cells['before'] ?? 'nothing'} and ${cells['after'] ?? 'nothing'}`
      problems.push(
        bad(
          `${file}:${row.line}`,
          `expected two numbers, found ${found.slice(0, 80)}`,
          'write numbers without thousands signs, decimals with a point',
        ),
      )
      return []
    }
    const stated = parseNumber(cells['change'])
    return benchmarkSchema.parse({
      ...labelsOf(cells),
      before,
      after,
      changePercent: stated ?? percent(before, after),
      changePercentIs: stated === null && before === 0 ? null : stated === null ? 'computed' : 'stated',
      printed: { before: cells['before'] ?? null, after: cells['after'] ?? null, change: cells['change'] ?? null },
      runs: parseNumber(cells['runs']),
      sources: [sourceOf(row, file)],
    })
  })
  return { value, problems }
}

/** One run a row: rows of one test are gathered, in the file's order. */
function parseRuns(rows: readonly TableRow[], fields: readonly (string | null)[], file: string): Result<Benchmark[]> {
  const problems: Problem[] = []
  const groups = new Map<string, { cells: Cells; before: number[]; after: number[]; sources: Source[] }>()
  for (const row of rows) {
    const cells = cellsOf(row, fields)
    const side = findSide(cells['side'] ?? '')
    const number = parseNumber(cells['value'])
    if (side === null || number === null) {
      problems.push(
        bad(
          `${file}:${row.line}`,
          `expected a side (before, after) and a number, found ${row.text.slice(0, 80)}`,
          'mend the row',
        ),
      )
      continue
    }
    const key = JSON.stringify(
      ['suite', 'test', 'variant', 'metric', 'unit', 'threads', 'machine'].map((name) => cells[name]),
    )
    const group = groups.get(key) ?? { cells, before: [], after: [], sources: [] }
    group[side].push(number)
    group.sources.push(sourceOf(row, file))
    groups.set(key, group)
  }
  return { value: [...groups.values()].map((group) => buildFromRuns(group)), problems }
}

function buildFromRuns(group: { cells: Cells; before: number[]; after: number[]; sources: Source[] }): Benchmark {
  const mean = (list: number[]): number | null =>
    list.length === 0 ? null : Number((list.reduce((sum, item) => sum + item, 0) / list.length).toPrecision(12))
  const [before, after] = [mean(group.before), mean(group.after)]
  const hasBoth = before !== null && after !== null && before !== 0
  return benchmarkSchema.parse({
    ...labelsOf(group.cells),
    before,
    after,
    changePercent: hasBoth ? percent(before, after) : null,
    changePercentIs: hasBoth ? 'computed' : null,
    ci95: findInterval(group.before, group.after),
    runs: group.before.length === group.after.length ? group.before.length : null,
    runsEach: { before: group.before, after: group.after },
    sources: group.sources.slice(0, 200),
  })
}
