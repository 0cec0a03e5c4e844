import { type Benchmark, isMoreBetter } from '../model/benchmark.ts'
import type { CaseRecord } from '../model/case.ts'
import type { Technique, Verdict } from '../model/names.ts'
import { type CpuCount, type CpuGap, findCpuCount } from './cpu-count.ts'
import { signed } from './format-number.ts'

/** One stated result as the home page draws it: a ratio in which more is better. */
export type Effect = {
  slug: string
  title: string
  technique: Technique
  /** Suite, test and variant, as named by the source. */
  test: string
  metric: string | null
  changePercent: number
  /** The change as its source prints it, signed, without a percent sign. */
  change: string
  higherIsBetter: boolean
  /** after ÷ before, turned where lower is better; Infinity where the time or count went to zero. */
  ratio: number
  /** Interval of the ratio, low first; null where none of the change itself is stated. */
  ratioInterval: [number, number] | null
  interval: { low: number; high: number; level: number } | null
  stddevPercent: number | null
  verdict: Verdict
  precision: Benchmark['precision']
  /** CPUs of its machine, or why none are known. */
  cpus: CpuCount | CpuGap
  /** Memory cost of its case in bytes an object; in words where no number of bytes is stated; null: not stated. */
  cost: number | string | null
}

/** Results of a case that state a change and not which side is better, so that no figure draws them. */
export const findUndirected = (record: CaseRecord): Benchmark[] =>
  record.benchmarks.filter((result) => findEffect(record, result) === 'noDirection')

/** Effects of all cases, and how many results are left out, by reason. */
export type Effects = {
  drawn: Effect[]
  /** Results without a stated better side, by technique. */
  undirected: Map<Technique, number>
  left: { noPercentage: number; noDirection: number; noEffect: number; otherPatch: number; listed: number }
}

/** Suite, test and variant in one; a suite that the test's name begins with is not said twice. */
export function effectName({ suite, test, variant, metric }: Benchmark): string {
  const isTold = suite !== null && test !== null && test.toLowerCase().startsWith(suite.toLowerCase())
  const names = [isTold ? null : suite, test, variant].filter((name) => name !== null && name !== '')
  return names.join(' ') || (metric ?? 'test not named')
}

/** `1 + change`, turned where lower is better; a fall to zero is infinitely better. */
export function toRatio(changePercent: number, higherIsBetter: boolean): number {
  const ratio = Math.max(0, 1 + changePercent / 100)
  return higherIsBetter ? ratio : 1 / ratio
}

/** The effect a result states, or why it is not drawn. Numbers of other patches and a robot's further rows are none. */
function findEffect(record: CaseRecord, benchmark: Benchmark): Effect | keyof Effects['left'] {
  const { changePercent, ci95, stddevPercent } = benchmark
  const higherIsBetter = isMoreBetter(benchmark)
  if (benchmark.of === 'other-patch') return 'otherPatch'
  if (benchmark.verdict === 'listed-by-robot') return 'listed'
  if (benchmark.quantity !== 'effect') return 'noEffect'
  if (changePercent === null) return 'noPercentage'
  if (higherIsBetter === null) return 'noDirection'
  const ofChange = ci95?.isOfChange ? ci95 : null
  const ends = ofChange && [toRatio(ofChange.low, higherIsBetter), toRatio(ofChange.high, higherIsBetter)]
  return {
    slug: record.slug,
    title: record.title,
    technique: record.technique.value,
    test: effectName(benchmark),
    metric: benchmark.metric,
    changePercent,
    change: printedChange(changePercent, benchmark.printed.change),
    higherIsBetter,
    ratio: toRatio(changePercent, higherIsBetter),
    ratioInterval: ends ? [Math.min(...ends), Math.max(...ends)] : null,
    interval: ci95 ? { low: ci95.low, high: ci95.high, level: ci95.level } : null,
    stddevPercent: stddevPercent?.after ?? stddevPercent?.before ?? null,
    verdict: benchmark.verdict,
    precision: benchmark.precision,
    cpus: findCpuCount(record, benchmark),
    cost: record.cost && (record.cost.bytesPerObject ?? record.cost.text),
  }
}

/** Every stated effect of the cases, in their order; results on metrics that are no speed are counted, not drawn. */
export function findEffects(records: readonly CaseRecord[]): Effects {
  const effects: Effects = {
    drawn: [],
    undirected: new Map(),
    left: { noPercentage: 0, noDirection: 0, noEffect: 0, otherPatch: 0, listed: 0 },
  }
  for (const record of records)
    for (const benchmark of record.benchmarks) {
      const found = findEffect(record, benchmark)
      if (found === 'noDirection') {
        const technique = record.technique.value
        effects.undirected.set(technique, (effects.undirected.get(technique) ?? 0) + 1)
      }
      if (typeof found === 'string') effects.left[found] += 1
      else effects.drawn.push(found)
    }
  return effects
}

/** The result that stands for a case in lists: with an interval first, then the largest gain as the author ranks none. */
export function bestEffect(effects: readonly Effect[]): Effect | undefined {
  const rank = (effect: Effect): number => (effect.interval ? 2 : effect.verdict === 'robot-headline' ? 0 : 1)
  return [...effects].sort((a, b) => rank(b) - rank(a) || b.ratio - a.ratio)[0]
}

/** An end of an interval, or a change that nothing prints: `+9.6`, `−0.43`, `+2097`. */
export function formatChange(percent: number): string {
  const digits = String(Math.abs(Math.round(percent * 100) / 100))
  return `${percent < 0 ? '−' : percent > 0 ? '+' : ''}${digits}`
}

/** The number of a change as {@link Effect} prints it. */
export const changeNumber = (text: string): number => Number(text.replace('−', '-').replaceAll(',', ''))

/** A change with the digits that its source prints: `+9.60`; worked out where it prints none. */
function printedChange(percent: number, printed: string | null): string {
  const digits = printed?.trim() ?? ''
  const text = /^[+\-−]?\d[\d.,]*\s*%?$/.test(digits) ? signed(percent, digits) : ''
  return text !== '' && changeNumber(text) === percent ? text : formatChange(percent)
}

/** The sentence of a mark: case, test, change, direction, and what is known of its spread. */
export function effectSentence(effect: Effect): string {
  const about = { exact: '', about: 'about ', 'up-to': 'up to ', 'at-least': 'at least ', 'no-change': '' }[
    effect.precision
  ]
  const spread = effect.interval
    ? `${effect.interval.level}\u00a0% interval ${formatChange(effect.interval.low)} to ${formatChange(effect.interval.high)}\u00a0%`
    : effect.stddevPercent !== null
      ? `standard deviation ${effect.stddevPercent}\u00a0%`
      : effect.verdict === 'robot-headline'
        ? 'headline of the kernel test robot'
        : 'no variance stated'
  const direction = effect.higherIsBetter ? '' : ', lower is better'
  return `${effect.title}: ${effect.test}: ${about}${effect.change}\u00a0%${direction}, ${spread}`
}
