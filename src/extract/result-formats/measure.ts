/** A place in a file: lines and columns from 1, the end column exclusive. */
export type Place = { line: number; startColumn: number; endColumn: number; quote: string }
export type Run = { value: number; place: Place }

/** One thing a tool measured, on one side. Null = the file does not say. */
export type Measure = {
  suite: string | null
  test: string | null
  variant: string | null
  metric: string | null
  unit: string | null
  threads: number | null
  higherIsBetter: boolean | null
  kernel: string | null
  /** The column, system or command of a file that holds several sides. */
  column: string | null
  /** One number a run, in the file's order. */
  runs: Run[]
  /** A mean the tool states in place of its runs, with what it says of the spread. */
  stated: { mean: Run; stddevPercent: number | null; runs: number | null } | null
}

/** What could not be read, by line. */
export type Trouble = { line: number; message: string; whatToDo: string }
export type Measured = { measures: Measure[]; troubles: Trouble[] }

/** A format of result files, known by its content. `head` is the first 20,000 characters. */
export type ResultFormat = {
  name: string
  /** The ending our copy gets. */
  ending: 'json' | 'csv' | 'tsv' | 'yaml' | 'txt'
  matches(head: string): boolean
  parse(text: string): Measured
}

const empty: Measure = {
  suite: null,
  test: null,
  variant: null,
  metric: null,
  unit: null,
  threads: null,
  higherIsBetter: null,
  kernel: null,
  column: null,
  runs: [],
  stated: null,
}

/** A measure of the given fields, the others not stated. */
export const buildMeasure = (fields: Partial<Measure>): Measure => ({ ...empty, ...fields })

/** The place of a whole line. */
export function placeOfLine(text: string, line: number): Place {
  const quote = text.slice(0, 4000)
  return { line, startColumn: 1, endColumn: quote.length + 1, quote }
}

/** What makes two measures the same thing measured again; the unit is checked apart. */
export const measureKey = (measure: Measure): string =>
  JSON.stringify([measure.suite, measure.test, measure.variant, measure.metric, measure.threads])

/** Measures with the runs of the same thing gathered: a file that was appended to holds several runs. */
export function gatherRuns(measures: readonly Measure[]): Measure[] {
  const byKey = new Map<string, Measure>()
  for (const measure of measures) {
    const key = JSON.stringify([measureKey(measure), measure.column, measure.unit])
    const known = byKey.get(key)
    if (known && !known.stated && !measure.stated) for (const run of measure.runs) known.runs.push(run)
    else byKey.set(known ? `${key}${byKey.size}` : key, { ...measure, runs: [...measure.runs] })
  }
  return [...byKey.values()]
}

/** A number printed by a tool: `.` as decimal sign, no thousands signs; `nan` is NaN; null for anything else. */
export function parsePlainNumber(text: string): number | null {
  const plain = text.trim()
  if (/^[-+]?nan$/i.test(plain)) return Number.NaN
  return /^[-+]?(?:\d{1,40}\.?\d{0,40}|\.\d{1,40})(?:[eE][-+]?\d{1,4})?$/.test(plain) ? Number(plain) : null
}
