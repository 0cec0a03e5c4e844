import { type Benchmark, isMoreBetter } from '../model/benchmark.ts'
import type { CaseRecord } from '../model/case.ts'

/** Results drawn on one scale: one source kind, one metric family and unit, one direction. */
export type ResultsFigure = {
  by: Benchmark['by']
  of: Benchmark['of']
  suite: string | null
  metric: string | null
  unit: string | null
  /** Of the change that is drawn, else of the values. */
  higherIsBetter: boolean | null
  /** The change counts better as positive, whatever the metric. */
  positiveIsBetter: boolean
  quantity: Benchmark['quantity']
  /** Change in per cent is drawn, or the two values where no change is stated. */
  draws: 'change' | 'values' | 'nothing'
  variants: { name: string | null; rows: Benchmark[] }[]
}

const order: Benchmark['by'][] = ['author', 'third-party', 'robot']

function keyOf(benchmark: Benchmark, draws: ResultsFigure['draws']): string {
  const { by, of, suite, metric, unit, quantity } = benchmark
  return [by, of, suite, metric, unit, ...Object.values(sidesOf(benchmark, draws)), quantity, draws].join('\n')
}

function sidesOf(
  benchmark: Benchmark,
  draws: ResultsFigure['draws'],
): Pick<ResultsFigure, 'higherIsBetter' | 'positiveIsBetter'> {
  const positiveIsBetter = draws === 'change' && benchmark.positiveIsBetter === true
  return { higherIsBetter: positiveIsBetter ? true : benchmark.higherIsBetter, positiveIsBetter }
}

function drawsOf({ changePercent, before, after, quantity, precision }: Benchmark): ResultsFigure['draws'] {
  if (changePercent !== null && quantity === 'effect') return 'change'
  if (before !== null && after !== null) return 'values'
  return precision === 'no-change' || changePercent === null ? 'nothing' : 'change'
}

/** The distance a change goes towards better; an unstated one stands last. */
const gain = (benchmark: Benchmark): number => {
  const { changePercent } = benchmark
  if (changePercent === null) return Number.NEGATIVE_INFINITY
  return isMoreBetter(benchmark) === false ? -changePercent : changePercent
}

/** True where a result of a robot stands in the table of its report. */
export function isInReport(benchmark: Benchmark, record: CaseRecord): boolean {
  if (benchmark.by !== 'robot') return false
  const ids = new Set(benchmark.sources.map(({ messageId }) => messageId))
  return record.reports.some(({ messageId }) => ids.has(messageId))
}

/** The figures of the results section: the author's first, groups in the source's order, rows by change. */
export function groupResults(record: CaseRecord): ResultsFigure[] {
  const figures = new Map<string, ResultsFigure>()
  for (const benchmark of record.benchmarks) {
    if (isInReport(benchmark, record)) continue
    const draws = drawsOf(benchmark)
    const key = keyOf(benchmark, draws)
    const { by, of, suite, metric, unit, quantity } = benchmark
    const sides = sidesOf(benchmark, draws)
    const figure = figures.get(key) ?? { by, of, suite, metric, unit, ...sides, quantity, draws, variants: [] }
    figures.set(key, figure)
    const variant = figure.variants.find(({ name }) => name === benchmark.variant)
    if (variant) variant.rows.push(benchmark)
    else figure.variants.push({ name: benchmark.variant, rows: [benchmark] })
  }
  for (const { variants } of figures.values())
    for (const variant of variants) variant.rows.sort((one, other) => gain(other) - gain(one))
  return [...figures.values()].sort((one, other) => order.indexOf(one.by) - order.indexOf(other.by))
}
