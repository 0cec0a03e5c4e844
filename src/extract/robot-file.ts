import type { Benchmark } from '../model/benchmark.ts'
import type { Result } from '../model/problem.ts'
import { sourcesInFile } from './file-sources.ts'
import { plainMessage } from './plain-message.ts'
import { robotBenchmarks } from './robot-benchmarks.ts'
import { parseRobotReport } from './robot-report.ts'

/** True where a text is a table of the kernel test robot: its rule of `=`, and its columns. */
export const isRobotText = (head: string): boolean =>
  /^={20,}$/m.test(head) && /%stddev\s+%change\s+%stddev|%change/.test(head)

/** The rows of a saved robot table: listed by the robot's rule of ranges, without runs. */
export function parseRobotFile(text: string, file: string): Result<Benchmark[]> {
  const { value: report, problems } = parseRobotReport(plainMessage(text, 'file', file))
  const value = report ? robotBenchmarks(report, 'file') : []
  return {
    value: value.map((row) => ({ ...row, from: 'result-file' as const, sources: sourcesInFile(row.sources, file) })),
    problems: problems.map((problem) => ({ ...problem, where: `${file} ${problem.where}` })),
  }
}
