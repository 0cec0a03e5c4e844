import type { Benchmark } from '../model/benchmark.ts'
import type { Verdict } from '../model/names.ts'

/**
 * How a result reads. An interval decides between improvement, regression and no evidence of change; a robot's rows
 * keep their own words; a change without variance, or one whose better direction nobody states, is a claim.
 */
export function judgeVerdict(result: Benchmark): Verdict {
  if (result.by === 'robot') return result.verdict
  if (!result.ci95) return 'claim'
  if (result.ci95.low <= 0 && result.ci95.high >= 0) return 'no-evidence-of-change'
  if (result.higherIsBetter === null) return 'claim'
  return result.ci95.low > 0 === result.higherIsBetter ? 'improvement' : 'regression'
}
