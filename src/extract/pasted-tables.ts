import type { Benchmark, RobotReport, RobotRow, RobotTable } from '../model/benchmark.ts'
import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { unquoteLines } from '../text/quote-prefix.ts'
import { robotRowBenchmark } from './robot-benchmarks.ts'
import { bareMetric } from './robot-heading.ts'
import { readRobotRow } from './robot-row.ts'
import { findRobotTables } from './robot-table.ts'
import { findSetup, type SetupFact } from './setup.ts'

/** What the robot's monitors count beside the test that runs: no results of it. */
const monitor =
  /^(?:perf-(?:profile|stat|sched|c2c|node)|mpstat|vmstat|numa-|proc-|meminfo|sched_debug|cpuidle|turbostat|iostat|interrupts|softirqs|slabinfo|boot-time|uptime|diskstats|buddyinfo|latency_stats|syscalls|pmeter|kmsg|dmesg|time\.|stderr|last_state)|\.time\./
/** A metric in the robot's way: words joined by dots, the first a test's name. */
const dotted = /^(?:(?:TOTAL|GEO-MEAN) )?[a-z][\w-]{1,60}(?:\.[\w:./%()#,+-]{1,200})+$/i

/** Rows of one pair of commits that stand without a table's head, as people paste the one line that matters. */
function findLooseRows(message: Message, tables: RobotTable[]): RobotTable[] {
  const taken = new Set(tables.flatMap((table) => table.rows.map((row) => `${table.part}:${row.line}`)))
  return message.parts.flatMap((part, index) => {
    const rows: RobotRow[] = []
    unquoteLines(part.lines).forEach(({ text }, at) => {
      if (taken.has(`${index}:${at + 1}`) || text.length > 400 || !/^\s*-?\d/.test(text)) return
      const reading = readRobotRow(text, 1, 'signed')
      const cells = reading.kind === 'row' && dotted.test(reading.row.metric) ? reading.row : null
      const [before, after] = cells?.cells ?? []
      const change = cells?.changes[0]
      if (!cells || !before || !after || !change) return
      rows.push({
        metric: cells.metric,
        before: before.value,
        stddevBefore: before.stddev,
        change,
        after: after.value,
        stddevAfter: after.stddev,
        line: at + 1,
        printed: part.lines[at] ?? '',
      })
    })
    const first = rows[0]
    const last = rows[rows.length - 1]
    if (!first || !last) return []
    return [
      {
        axes: [],
        commits: [],
        pair: { before: 0, after: 1 },
        part: index,
        runs: { before: null, after: null },
        startLine: first.line,
        endLine: last.line,
        rows,
      },
    ]
  })
}

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

/**
 * Results in comparison tables of the robot's form that stand in a patch, a cover letter or an answer: the tests' own
 * rows, with or without the table's head. Rows of monitors (profiles, counters) are none.
 */
export function findPastedResults(message: Message): Benchmark[] {
  const headed = findRobotTables(message).value
  const tables = [...headed, ...findLooseRows(message, headed)]
  if (tables.length === 0) return []
  const report = bareReport(message, tables)
  const setup = findSetup(message)
  const machine = only(setup.machines)
  const runs = only(setup.runs)
  const kernel = only(setup.kernels)
  const sources: Source[] = [
    ...(machine?.sources ?? []).map((source) => ({ ...source, says: 'machine' as const })),
    ...(runs?.sources ?? []).map((source) => ({ ...source, says: 'runs' as const })),
  ]
  return tables.flatMap((table) =>
    table.rows
      .filter((row) => !monitor.test(bareMetric(row.metric)) && !/^\s*(?:>\s*)*\d*:\d+\s/.test(row.printed))
      .map((row): Benchmark => {
        const result = robotRowBenchmark(report, table, row, message.id)
        return {
          ...result,
          suite: bareMetric(row.metric).split('.')[0] ?? result.suite,
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
