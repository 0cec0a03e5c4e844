import { type Benchmark, benchmarkSchema } from '../model/benchmark.ts'
import type { Problem } from '../model/problem.ts'
import type { Source } from '../model/source.ts'
import { knownDirection } from './metric-direction.ts'
import { type Measure, measureKey, type Place } from './result-formats/measure.ts'
import { findInterval } from './run-interval.ts'
import { mean, standardDeviation } from './run-statistics.ts'

/** A measure of one file, or of several joined: each run keeps the file it stands in. */
export type SideMeasure = { measure: Measure; runs: { value: number; source: Source }[] }
/** What the person who imported the files says of them. */
export type PairNotes = { machine: string | null; kernel: string | null; test: string | null; paired: boolean }

/** Runs listed in the record, sources kept for a side: beyond that a table is summed up. */
const maxListedRuns = 2000
const maxSources = 100
const sixDigits = (value: number): number => Number(value.toPrecision(6))
const twoDecimals = (value: number): number => Math.round(value * 100) / 100

/** A place in a file as a source. */
export const sourceInFile = (place: Place, file: string): Source => ({
  file,
  startLine: place.line,
  startColumn: place.startColumn,
  endLine: place.line,
  endColumn: place.endColumn,
  quote: place.quote,
  says: 'value',
})

/** The measures of several files of one side; runs of the same thing follow each other in the files' order. */
export function joinSides(sides: readonly { measures: readonly Measure[]; file: string }[]): SideMeasure[] {
  const byKey = new Map<string, SideMeasure>()
  for (const { measures, file } of sides)
    for (const measure of measures) {
      const key = `${measureKey(measure)}${measure.unit}`
      const joined = byKey.get(key) ?? { measure, runs: [] }
      byKey.set(key, joined)
      for (const run of measure.stated ? [measure.stated.mean] : measure.runs)
        joined.runs.push({ value: run.value, source: sourceInFile(run.place, file) })
    }
  return [...byKey.values()]
}

export type Pairs = { pairs: [SideMeasure, SideMeasure][]; alone: { side: 'before' | 'after'; measure: SideMeasure }[] }

/**
 * The same thing on both sides: by suite, test, variant, metric and threads; what is left, without the test's name,
 * where that leaves one on each side (two builds often have two names).
 */
export function pairSides(before: readonly SideMeasure[], after: readonly SideMeasure[]): Pairs {
  const pairs: Pairs['pairs'] = []
  let [left, right] = [[...before], [...after]]
  const keys: ((side: SideMeasure) => string)[] = [
    ({ measure }) => measureKey(measure) + measure.unit,
    ({ measure }) => measureKey(measure),
    ({ measure }) => measureKey({ ...measure, test: null }),
  ]
  for (const key of keys) {
    const [a, b] = [Map.groupBy(left, key), Map.groupBy(right, key)]
    for (const [name, [one, ...more]] of a) {
      const [other, ...others] = b.get(name) ?? []
      if (one && other && more.length === 0 && others.length === 0) pairs.push([one, other])
    }
    const taken = new Set(pairs.flat())
    left = left.filter((side) => !taken.has(side))
    right = right.filter((side) => !taken.has(side))
  }
  const order = new Map(before.map((side, index) => [side, index]))
  return {
    pairs: pairs.sort((a, b) => (order.get(a[0]) ?? 0) - (order.get(b[0]) ?? 0)),
    alone: [
      ...left.map((measure) => ({ side: 'before' as const, measure })),
      ...right.map((measure) => ({ side: 'after' as const, measure })),
    ],
  }
}

const whereOf = (side: SideMeasure): string => `${side.runs[0]?.source.file}:${side.runs[0]?.source.startLine}`
const nameOf = ({ measure }: SideMeasure): string =>
  [measure.suite, measure.test, measure.variant, measure.metric].filter((word) => word !== null).join(' ') ||
  'the result'

/** One result from its two sides; null with an error where they cannot be compared. */
export function buildPaired(
  before: SideMeasure,
  after: SideMeasure,
  notes: PairNotes,
  problems: Problem[],
): Benchmark | null {
  const say = (severity: Problem['severity'], side: SideMeasure, message: string, whatToDo: string): null => {
    const code = severity === 'error' ? 'bad-result-file' : 'number-out-of-range'
    problems.push({ code, severity, where: whereOf(side), message: `${nameOf(side)}: ${message}`, whatToDo })
    return null
  }
  if (before.measure.unit !== after.measure.unit)
    return say(
      'error',
      before,
      `expected one unit, found ${before.measure.unit} before and ${after.measure.unit} after`,
      'convert one side; nothing was written',
    )
  for (const side of [before, after]) {
    const odd = side.runs.find((run) => !Number.isFinite(run.value))
    if (odd)
      return say(
        'error',
        { ...side, runs: [odd] },
        `expected a number, found ${odd.source.quote.slice(0, 60)}`,
        'leave that run out, or measure again; nothing was written',
      )
  }
  const [one, other] = [before.runs.map((run) => run.value), after.runs.map((run) => run.value)]
  const isRuns = before.measure.stated === null && after.measure.stated === null
  if (notes.paired && one.length !== other.length)
    return say(
      'error',
      before,
      `expected as many runs on both sides, found ${one.length} and ${other.length}`,
      'leave --paired out, or give the runs in pairs',
    )
  const ci95 = isRuns ? findInterval(one, other, notes.paired) : null
  if (isRuns && !ci95)
    say('note', before, whyNoInterval(one, other), 'nothing to do where that is meant; the result is shown as a claim')
  return buildBenchmark(before, after, notes, { one, other, isRuns, ci95 })
}

function whyNoInterval(one: readonly number[], other: readonly number[]): string {
  if (one.length < 3 || other.length < 3)
    return `no interval: ${one.length} and ${other.length} runs, it needs three a side`
  if ([...one, ...other].some((value) => value <= 0))
    return 'no interval: a value is zero or negative and has no logarithm'
  return 'no interval: all runs of a side are equal, so the clock or counter is coarser than the spread'
}

type Values = { one: number[]; other: number[]; isRuns: boolean; ci95: Benchmark['ci95'] }

function buildBenchmark(before: SideMeasure, after: SideMeasure, notes: PairNotes, values: Values): Benchmark {
  const { one, other, isRuns, ci95 } = values
  const [a, b] = [mean(one), mean(other)]
  const { measure } = after
  const direction = measure.higherIsBetter ?? knownDirection(measure.metric, measure.unit)
  const isListed = isRuns && one.length <= maxListedRuns && other.length <= maxListedRuns
  const stddev = (side: SideMeasure, list: number[]): number | null => {
    const spread = isRuns ? standardDeviation(list) : null
    const percent = isRuns
      ? spread === null || mean(list) === 0
        ? null
        : (100 * spread) / Math.abs(mean(list))
      : (side.measure.stated?.stddevPercent ?? null)
    return percent === null ? null : twoDecimals(percent)
  }
  const spread = { before: stddev(before, one), after: stddev(after, other) }
  const counts = isRuns
    ? [one.length, other.length]
    : [before.measure.stated?.runs ?? null, after.measure.stated?.runs ?? null]
  const sameTest = before.measure.test === after.measure.test
  return benchmarkSchema.parse({
    suite: measure.suite,
    test: notes.test ?? (sameTest ? measure.test : `${before.measure.test} against ${measure.test}`),
    variant: measure.variant,
    metric: measure.metric,
    unit: measure.unit,
    before: sixDigits(a),
    after: sixDigits(b),
    changePercent: a === 0 ? null : twoDecimals((100 * (b - a)) / a),
    changePercentIs: a === 0 ? null : 'computed',
    ci95,
    stddevPercent: spread.before === null && spread.after === null ? null : spread,
    runs: counts[0] === counts[1] ? counts[0] : null,
    runsEach: isListed ? { before: one, after: other } : null,
    threads: measure.threads,
    higherIsBetter: direction,
    directionFrom: direction === null ? null : 'known-metric',
    machine: notes.machine,
    kernel: notes.kernel ?? measure.kernel,
    verdict: 'claim',
    note: isRuns && !isListed ? `${one.length} runs before, ${other.length} after: too many to list` : null,
    from: 'result-file',
    sources: chooseSources(before, after),
  })
}

/** The first run of each side, then the others: what is shown of a long list names both files. */
function chooseSources(before: SideMeasure, after: SideMeasure): Source[] {
  const [a, b] = [before, after].map((side) => side.runs.slice(0, maxSources).map((run) => run.source))
  return [...(a ?? []).slice(0, 1), ...(b ?? []).slice(0, 1), ...(a ?? []).slice(1), ...(b ?? []).slice(1)]
}
