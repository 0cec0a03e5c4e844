import tQuantile from '@stdlib/stats-base-dists-t-quantile'
import type { Interval } from '../model/benchmark.ts'
import { mean, variance } from './run-statistics.ts'

const toPercent = (logRatio: number): number => (Math.exp(logRatio) - 1) * 100
/** Two decimals: an interval of three runs holds no more. */
const rounded = (value: number): number => Math.round(value * 100) / 100

/**
 * The 95 % interval of the log ratio of two groups of runs, in per cent: Welch's t (unequal variances), or paired t
 * where run n of one side belongs to run n of the other. Null under 3 runs a side, with a number that is not positive
 * (it has no logarithm), and where no run differs from its side's others: then the clock or counter is coarser than
 * the spread. It covers the runs, not boots, builds or machines.
 */
export function findInterval(before: readonly number[], after: readonly number[], isPaired = false): Interval | null {
  if (before.length < 3 || after.length < 3 || [...before, ...after].some((value) => !(value > 0))) return null
  if (isPaired && before.length !== after.length) return null
  const [a, b] = [before.map(Math.log), after.map(Math.log)]
  const spread = isPaired ? pairedSpread(a, b) : welchSpread(a, b)
  if (spread.error < 1e-12) return null
  const middle = mean(b) - mean(a)
  const half = tQuantile(0.975, spread.freedom) * spread.error
  return {
    low: rounded(toPercent(middle - half)),
    high: rounded(toPercent(middle + half)),
    level: 95,
    of: isPaired ? 'paired t of the log ratio' : "Welch's t of the log ratio",
    isOfChange: true,
    computed: true,
    pairs: isPaired ? before.length : null,
  }
}

type Spread = { error: number; freedom: number }
function pairedSpread(a: readonly number[], b: readonly number[]): Spread {
  const differences = a.map((value, index) => (b[index] ?? value) - value)
  return { error: Math.sqrt(variance(differences) / differences.length), freedom: differences.length - 1 }
}
function welchSpread(a: readonly number[], b: readonly number[]): Spread {
  const [x, y] = [variance(a) / a.length, variance(b) / b.length]
  const freedom = (x + y) ** 2 / (x ** 2 / (a.length - 1) + y ** 2 / (b.length - 1))
  return { error: Math.sqrt(x + y), freedom }
}
