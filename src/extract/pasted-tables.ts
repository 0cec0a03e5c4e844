import type { Benchmark, RobotReport, RobotTable } from '../model/benchmark.ts'
import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { splitQuote } from '../text/quote-prefix.ts'
import { robotRowBenchmark } from './robot-benchmarks.ts'
import { bareMetric } from './robot-heading.ts'
import { comparesSeveral, findRobotTables } from './robot-table.ts'
import { findSetup, type SetupFact } from './setup.ts'

/** What the robot's monitors count beside the test that runs: no results of it. */
export const monitor =
  /^(?:perf-(?:profile|stat|sched|c2c|node)|mpstat|vmstat|numa-|proc-|meminfo|sched_debug|cpuidle|turbostat|iostat|interrupts|softirqs|slabinfo|boot-time|uptime|diskstats|buddyinfo|latency_stats|syscalls|pmeter|kmsg|dmesg|time\.|stderr|last_state)|\.time\./
/** The one fact of its kind that a message states; several leave it open which holds. */
function only<T>(facts: readonly SetupFact<T>[]): SetupFact<T> | null {
  const values = new Set(facts.map(({ value }) => value))
  return values.size === 1 ? (facts[0] ?? null) : null
}

/** A report without head: what people paste has none of their own. */
function bareReport(message: Message, tables: RobotTable[]): RobotReport {
  return {
    messageId: message.id,
    headline: null,
    alsoAffects: [],
    commit: null,
    commitTitle: null,
    parent: null,
    machine: null,
    testcase: null,
    parameters: [],
    disclaimer: [],
    tables,
  }
}

/** Is a row the test's own: not a monitor's, not of failed runs, not quoted from another mail? */
function isOwnRow(row: RobotTable['rows'][number]): boolean {
  const { depth, text } = splitQuote(row.printed)
  return depth === 0 && !monitor.test(bareMetric(row.metric)) && !/^\s*\d*:\d+\s/.test(text)
}

/**
 * Results in tables of the robot's form that compare several commits with one base, in a patch, a cover letter or an
 * answer: the tests' own rows, one result for each commit. Rows of monitors (profiles, counters) are none; a row of
 * one comparison is read with the other rows an author pastes.
 */
export function findPastedResults(message: Message): Benchmark[] {
  if (!comparesSeveral(message)) return []
  const tables = findRobotTables(message).value
  const several = new Set(tables.filter((table) => table.pair.after > 1).map((table) => table.startLine))
  const compared = tables.filter((table) => several.has(table.startLine))
  if (compared.length === 0) return []
  const report = bareReport(message, compared)
  const setup = findSetup(message)
  const machine = only(setup.machines)
  const runs = only(setup.runs)
  const kernel = only(setup.kernels)
  const sources: Source[] = [
    ...(machine?.sources ?? []).map((source) => ({ ...source, says: 'machine' as const })),
    ...(runs?.sources ?? []).map((source) => ({ ...source, says: 'runs' as const })),
  ]
  return compared.flatMap((table) =>
    table.rows.filter(isOwnRow).map((row): Benchmark => {
      const result = robotRowBenchmark(report, table, row, message.id)
      return {
        ...result,
        suite: bareMetric(row.metric).split('.')[0] ?? result.suite,
        test: bareMetric(row.metric),
        runs: result.runs ?? runs?.value ?? null,
        machine: result.machine ?? machine?.value ?? null,
        kernel: kernel?.value ?? null,
        of: 'patch',
        by: 'author',
        verdict: 'claim',
        sources: [...result.sources, ...sources],
      }
    }),
  )
}
