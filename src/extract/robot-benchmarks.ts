import type { Benchmark, RobotReport, RobotRow, RobotTable } from '../model/benchmark.ts'
import { splitQuote } from '../text/quote-prefix.ts'
import { knownDirection } from './metric-direction.ts'
import { bareMetric, isSameCommit } from './robot-heading.ts'
import { formatAverage, formatChange } from './robot-number.ts'

/** A change of this size comes from a zero base, which the robot replaces by 1e-100: it is none. */
const fromZeroBase = 1e100

/** A table's own test: the value of its axis `test` or `testcase`. */
function axis(table: RobotTable, name: string): string | null {
  return table.axes.find((one) => one.name === name)?.value ?? null
}

/** The machine: the report's for its first test, the box's or the group's name for another. */
function machineOf(report: RobotReport, table: RobotTable): string | null {
  const group = axis(table, 'tbox_group')
  const first = report.tables[0]
  if (!first || group === null || group === axis(first, 'tbox_group')) return report.machine
  return group
}

/** The source of a row: its line without the blanks around it. */
function rowSource(row: RobotRow, part: number, messageId: string): Benchmark['sources'][number] | null {
  const printed = row.printed.trimEnd()
  const indent = printed.length - printed.trimStart().length
  const lines = printed.split('\n')
  const last = lines[lines.length - 1] ?? ''
  const quote = printed.slice(indent)
  if (quote === '' || quote.length > 4000) return null
  return {
    messageId,
    part,
    startLine: row.line,
    startColumn: indent + 1,
    endLine: row.line + lines.length - 1,
    endColumn: last.length + 1,
    quote,
    says: 'value',
  }
}

/** A suite's own row is one whose metric begins with the testcase or with the headline's first word. */
function isOwnRow(report: RobotReport, table: RobotTable, metric: string): boolean {
  const suite = metric.split('.')[0] ?? ''
  const names = [report.headline?.metric.split('.')[0], report.testcase, axis(table, 'testcase')]
  return suite !== '' && names.includes(suite)
}

/** The words of a metric behind the suite's name: `pipes.per_process_ops` is about `per process ops`. */
function plainWords(metric: string): string {
  return metric.slice(metric.indexOf('.') + 1).replace(/[._]/g, ' ')
}

/** The result that one row of a report states. */
export function robotRowBenchmark(report: RobotReport, table: RobotTable, row: RobotRow, messageId: string): Benchmark {
  const metric = bareMetric(row.metric)
  const headline = report.headline
  const pct = row.change && 'pct' in row.change ? row.change.pct : null
  const isZeroBase = row.before === 0 || (pct !== null && Math.abs(pct) >= fromZeroBase)
  const isHeadline = headline?.metric === metric && (pct ?? absOf(row)) === headline.changePercent
  const direction =
    isHeadline && headline.word ? (headline.word === 'improvement') === headline.changePercent > 0 : null
  const known = knownDirection(plainWords(metric), null)
  const source = rowSource(row, table.part, messageId)
  const machine = machineOf(report, table)
  const cpus = /\b(\d{1,5}) threads\b/.exec(machine ?? '')?.[1]
  const isOther = report.commit !== null && !isSameCommit(table.commits[table.pair.after]?.sha, report.commit)
  return {
    suite: axis(table, 'testcase') ?? report.testcase ?? metric.split('.')[0] ?? null,
    test: axis(table, 'test') ?? report.parameters.find((one) => one.name === 'test')?.value ?? null,
    variant: null,
    metric,
    unit: null,
    before: row.before,
    after: row.after,
    changePercent: isZeroBase ? null : pct,
    changePercentIs: isZeroBase || pct === null ? null : 'stated',
    changeAbsolute: absOf(row),
    printed: printedOf(row),
    precision: 'exact',
    quantity: /\.time\./.test(metric) ? 'count' : metric.endsWith('%') ? 'share' : 'effect',
    ci95: null,
    stddevPercent:
      row.stddevBefore === null && row.stddevAfter === null
        ? null
        : { before: row.stddevBefore, after: row.stddevAfter },
    runs: table.runs.after,
    runsEach: null,
    threads: null,
    cpus: cpus === undefined ? null : Number(cpus),
    higherIsBetter: direction ?? known,
    directionFrom: direction !== null ? 'words' : known !== null ? 'known-metric' : null,
    machine,
    kernel: null,
    of: isOther ? 'other-patch' : 'patch',
    by: 'robot',
    verdict: isHeadline ? 'robot-headline' : 'listed-by-robot',
    note: null,
    from: 'mail',
    sources: [...(isHeadline ? (headline?.sources.slice(0, 1) ?? []) : []), ...(source ? [source] : [])],
  }
}

function absOf(row: RobotRow): number | null {
  return row.change && 'abs' in row.change ? row.change.abs : null
}

function printedOf(row: RobotRow): Benchmark['printed'] {
  const change = row.change && ('pct' in row.change ? `${formatChange(row.change.pct)}%` : formatChange(row.change.abs))
  return { before: formatAverage(row.before), after: formatAverage(row.after), change }
}

/** A headline without a row of its own: the sentence is all there is. */
function bareHeadline(report: RobotReport): Benchmark[] {
  const headline = report.headline
  if (!headline) return []
  const cpus = /\b(\d{1,5}) threads\b/.exec(report.machine ?? '')?.[1]
  return [
    {
      suite: report.testcase ?? headline.metric.split('.')[0] ?? null,
      test: report.parameters.find((one) => one.name === 'test')?.value ?? null,
      variant: null,
      metric: headline.metric,
      unit: null,
      before: null,
      after: null,
      changePercent: headline.changePercent,
      changePercentIs: 'stated',
      changeAbsolute: null,
      printed: { before: null, after: null, change: null },
      precision: 'exact',
      quantity: 'effect',
      ci95: null,
      stddevPercent: null,
      runs: null,
      runsEach: null,
      threads: null,
      cpus: cpus === undefined ? null : Number(cpus),
      higherIsBetter: headline.word ? (headline.word === 'improvement') === headline.changePercent > 0 : null,
      directionFrom: headline.word ? 'words' : null,
      machine: report.machine,
      kernel: null,
      of: 'patch',
      by: 'robot',
      verdict: 'robot-headline',
      note: null,
      from: 'mail',
      sources: headline.sources,
    },
  ]
}

/**
 * The results of a robot report: its headline (verdict `robot-headline`, numbers of its row) and the suite's own other
 * rows (`listed-by-robot`). Monitors stay rows of the report. Quoted rows are another mail's results, told again.
 */
export function robotBenchmarks(report: RobotReport, messageId: string): Benchmark[] {
  const seen = new Set<string>()
  const results: Benchmark[] = []
  for (const table of report.tables)
    for (const row of table.rows) {
      if (splitQuote(row.printed).depth > 0 || !isOwnRow(report, table, bareMetric(row.metric))) continue
      if (/^\s*\d*:\d+\s/.test(row.printed)) continue
      const key = [row.line, table.part, table.pair.after].join(' ')
      if (seen.has(key)) continue
      seen.add(key)
      results.push(robotRowBenchmark(report, table, row, messageId))
    }
  const first = results.findIndex((result) => result.verdict === 'robot-headline')
  if (first < 0) return [...bareHeadline(report), ...results]
  // The headline is told once: a second row of the same numbers is listed only.
  return results.map((result, at) =>
    result.verdict === 'robot-headline' && at !== first ? { ...result, verdict: 'listed-by-robot' } : result,
  )
}
