import type { Benchmark } from '../model/benchmark.ts'
import type { Problem, Result } from '../model/problem.ts'
import type { ResultSet } from '../model/result-set.ts'
import type { C2c, C2cLine, StructLayout } from '../model/struct-layout.ts'
import { isC2cText, joinC2cFiles, parseC2cFile } from './c2c-files.ts'
import { isPaholeText, joinPaholeFiles, parsePaholeFile } from './layout-files.ts'
import { parseResultFile } from './result-file.ts'
import { findResultFormat } from './result-formats/formats.ts'
import type { Measure } from './result-formats/measure.ts'
import { buildPaired, joinSides, pairSides, type SideMeasure } from './result-pair.ts'
import { isRobotText, parseRobotFile } from './robot-file.ts'

/** A file of `results/`, named `<slug>/results/NNN.<ending>`. */
export type ResultFile = { file: string; bytes: Uint8Array }
/** Everything that the result files of a case hold. */
export type Measurements = {
  benchmarks: Benchmark[]
  layouts: StructLayout[]
  c2c: C2c[]
  c2cLines: C2cLine[]
  machines: string[]
  kernels: string[]
}

type TextFile = { text: string; file: string }
/** A result file is at most so big: a table of a million rows is some 30 MB. */
const maxBytes = 256_000_000
const headLength = 20_000
const decode = ({ file, bytes }: ResultFile): TextFile => ({
  file,
  text: new TextDecoder().decode(bytes.subarray(0, maxBytes)),
})

/** What a text is, for the ending of its copy; null for anything that is no known result. */
export function resultEnding(bytes: Uint8Array): string | null {
  const head = new TextDecoder().decode(bytes.subarray(0, headLength))
  if (head.includes('\u0000')) return null
  if (isPaholeText(head) || isC2cText(head) || isRobotText(head)) return 'txt'
  const format = findResultFormat(head)
  return format?.name.startsWith('a table') && (head.split('\n')[0] ?? '').includes('\t')
    ? 'tsv'
    : (format?.ending ?? null)
}

/** Reads the files of `results/`: the sets first, then each file that no set names, alone. */
export function readResultSets(files: readonly ResultFile[], sets: readonly ResultSet[]): Result<Measurements> {
  const value: Measurements = { benchmarks: [], layouts: [], c2c: [], c2cLines: [], machines: [], kernels: [] }
  const problems: Problem[] = []
  const named = new Set(sets.flatMap((set) => [...set.before.files, ...set.after.files]))
  const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1)
  for (const set of sets)
    readSet(set, (names) => files.filter(({ file }) => names.includes(nameOf(file))).map(decode), value, problems)
  for (const file of files) if (!named.has(nameOf(file.file))) readAlone(file, value, problems)
  return { value, problems }
}

function readAlone(file: ResultFile, value: Measurements, problems: Problem[]): void {
  const { text } = decode(file)
  const head = text.slice(0, headLength)
  if (isPaholeText(head)) value.layouts.push(...parsePaholeFile(text, file.file))
  else if (isC2cText(head)) value.c2cLines.push(...parseC2cFile(text, file.file))
  else {
    const isRobot = isRobotText(head)
    const format = findResultFormat(head)
    if (!isRobot && format && !format.name.startsWith('a table')) {
      problems.push(
        bad(
          file.file,
          `expected the other side of a ${format.name} file, found one file`,
          'give both: --before FILE --after FILE',
        ),
      )
      return
    }
    const read = isRobot ? parseRobotFile(text, file.file) : parseResultFile(file.bytes, file.file)
    value.benchmarks.push(...read.value)
    problems.push(...read.problems)
  }
}

const bad = (where: string, message: string, whatToDo: string, severity: Problem['severity'] = 'error'): Problem => ({
  code: 'bad-result-file',
  severity,
  where,
  message,
  whatToDo,
})

function readSet(
  set: ResultSet,
  find: (names: readonly string[]) => TextFile[],
  value: Measurements,
  problems: Problem[],
): void {
  const [before, after] = [find(set.before.files), find(set.after.files)]
  const [one, other] = [before[0], after[0]]
  if (!one || !other) {
    problems.push(
      bad(
        'results/sets.json',
        `expected the files ${[...set.before.files, ...set.after.files].join(', ').slice(0, 200)}, found not all of them`,
        'put them back, or take the set out',
      ),
    )
    return
  }
  if (set.machine !== null) value.machines.push(set.machine)
  if (set.kernel !== null) value.kernels.push(set.kernel)
  if (isPaholeText(one.text.slice(0, headLength))) {
    const joined = joinPaholeFiles(one, other)
    value.layouts.push(...joined.value)
    problems.push(...joined.problems)
  } else if (isC2cText(one.text.slice(0, headLength))) {
    value.c2c.push(...joinC2cFiles(one, other))
    value.c2cLines.push(...parseC2cFile(one.text, one.file))
  } else readMeasured(set, before, after, value, problems)
}

function readMeasured(
  set: ResultSet,
  before: TextFile[],
  after: TextFile[],
  value: Measurements,
  problems: Problem[],
): void {
  const old = readSide(before, set.before.column, problems)
  const now = readSide(after, set.after.column, problems)
  const { pairs, alone } = pairSides(old, now)
  for (const [one, other] of pairs) {
    const result = buildPaired(one, other, set, problems)
    if (result) value.benchmarks.push(result)
  }
  const where = `${before[0]?.file}, ${after[0]?.file}`
  if (pairs.length === 0 && old.length + now.length > 0)
    problems.push(
      bad(
        where,
        `expected the same tests on both sides, found ${names(old)} before and ${names(now)} after`,
        'give the two sides of one benchmark; nothing was written',
      ),
    )
  else
    for (const { side, measure } of alone.slice(0, 20))
      problems.push(
        bad(
          where,
          `${names([measure])} stands only on the side ${side}: left out`,
          'nothing to do where that is meant',
          'warning',
        ),
      )
}

const names = (sides: readonly SideMeasure[]): string =>
  sides.length === 0
    ? 'nothing'
    : sides
        .slice(0, 5)
        .map(({ measure }) => [measure.test ?? measure.suite, measure.metric].filter(Boolean).join(' ') || 'a value')
        .join(', ')
        .slice(0, 300)

/** The measures of the files of one side: those of its column, where it names one. */
function readSide(files: readonly TextFile[], column: string | null, problems: Problem[]): SideMeasure[] {
  const sides = files.map(({ text, file }) => ({
    file,
    measures: chooseColumn(readFile(text, file, problems), column, file, problems),
  }))
  return joinSides(sides)
}

function readFile(text: string, file: string, problems: Problem[]): Measure[] {
  const format = findResultFormat(text.slice(0, headLength))
  if (!format) {
    problems.push(
      bad(
        `${file}:1`,
        `expected a result file of a known format, found ${JSON.stringify(text.slice(0, 60))}`,
        'the README lists the formats; CSV with a header line always works',
      ),
    )
    return []
  }
  const { measures, troubles } = format.parse(text)
  for (const { line, message, whatToDo } of troubles) problems.push(bad(`${file}:${line}`, message, whatToDo))
  if (measures.length === 0 && troubles.length === 0)
    problems.push(
      bad(
        `${file}:1`,
        `expected results of ${format.name}, found none`,
        'look into the file: the tool may have failed',
      ),
    )
  return measures
}

function chooseColumn(measures: Measure[], column: string | null, file: string, problems: Problem[]): Measure[] {
  const columns = [...new Set(measures.map((measure) => measure.column).filter((name) => name !== null))]
  if (column === null) {
    // Several systems or commands in one file: each is a test of its own.
    if (columns.length < 2) return measures
    return measures.map((measure) => ({
      ...measure,
      test: [measure.test, measure.column].filter(Boolean).join(' ') || null,
    }))
  }
  const chosen = measures.filter(
    (measure) => measure.column === column || (measure.column === null && measure.test === column),
  )
  if (chosen.length === 0 && measures.length > 0)
    problems.push(
      bad(
        file,
        `expected a column ${JSON.stringify(column.slice(0, 80))}, found ${columns.slice(0, 12).join(', ').slice(0, 300) || 'no columns'}`,
        'name one of these with --before or --after',
      ),
    )
  return chosen
}
