import type { RobotReport, RobotRow, RobotTable } from '../model/benchmark.ts'

/** The suite's own rows; monitors of the machine (perf, vmstat, scheduler) stay in the mail. */
export function suiteRows(report: RobotReport, table: RobotTable): RobotRow[] {
  const suite = table.axes.find(({ name }) => name === 'testcase')?.value ?? report.testcase
  const own = table.rows.filter(({ metric }) => suite !== null && metric.startsWith(`${suite}.`))
  const headline = report.headline?.metric
  const shown = own.length > 0 ? own : table.rows.slice(0, 12)
  const first = table.rows.filter(({ metric }) => metric === headline)
  return [...first, ...shown.filter(({ metric }) => metric !== headline)].slice(0, 60)
}
