import type { Benchmark, RobotReport } from '../model/benchmark.ts'

/** The results of a robot report: its headline, and the other rows of the suite that it ran. */
export function robotBenchmarks(_report: RobotReport, _messageId: string): Benchmark[] {
  return []
}
