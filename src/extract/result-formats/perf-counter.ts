import { buildMeasure, type Measure, type Run } from './measure.ts'

/**
 * A counter of `perf stat`. With `-r N` perf prints the mean of the runs and the deviation of the mean in per cent, not
 * N and not the runs: neither an interval nor a standard deviation of the runs follows from that.
 */
export function buildCounter(event: string, unit: string | null, run: Run, deviationPercent: number | null): Measure {
  const isTime = /^(?:task-clock|cpu-clock|duration_time|user_time|system_time)/.test(event)
  const isMean = deviationPercent !== null
  return buildMeasure({
    suite: 'perf stat',
    test: event,
    metric: event,
    unit: unit ?? 'events',
    higherIsBetter: isTime ? false : null,
    runs: isMean ? [] : [run],
    stated: isMean ? { mean: run, stddevPercent: null, runs: null } : null,
  })
}
