import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { messageOf } from '../../tests/message-of.ts'
import { type RobotReport, type RobotRow, type RobotTable, robotReportSchema } from '../model/benchmark.ts'
import type { Result } from '../model/problem.ts'
import { parseRobotReport } from './robot-report.ts'
import { renderRobotLine } from './robot-row.ts'

const folder = path.join(import.meta.dirname, 'fixtures/robot')
const situations = readdirSync(folder)
  .filter((name) => name.endsWith('.in.txt'))
  .map((name) => name.replace('.in.txt', ''))

/** Lines of a report's tables that its rows, printed again, do not give byte for byte: wrapped ones. */
function linesPrintedDifferently(tables: RobotTable[]): number {
  const lines = new Map<number, RobotRow[]>()
  for (const table of tables) for (const row of table.rows) lines.set(row.line, [...(lines.get(row.line) ?? []), row])
  return [...lines.values()].filter((rows) => renderRobotLine(rows) !== rows[0]?.printed).length
}

function summary({ value: report, problems }: Result<RobotReport | null>) {
  if (!report) return null
  const { headline } = report
  const pairs = (list: { name: string; value: string }[]) =>
    Object.fromEntries(list.map(({ name, value }) => [name, value]))
  return {
    headline: headline && [headline.metric, headline.changePercent, headline.word],
    commit: report.commit,
    commitTitle: report.commitTitle,
    parent: report.parent,
    machine: report.machine,
    testcase: report.testcase,
    parameters: pairs(report.parameters),
    alsoAffects: report.alsoAffects.map((one) => [
      one.metric,
      one.changePercent,
      one.word,
      one.test,
      one.machine,
      one.parameters,
    ]),
    disclaimer: report.disclaimer.length,
    tables: report.tables.map((table) => ({
      axes: pairs(table.axes),
      commits: table.commits.map(({ sha, title }) => [sha, title]),
      pair: [table.pair.before, table.pair.after],
      runs: [table.runs.before, table.runs.after],
      rows: table.rows.map((row) => [row.metric, row.before, row.stddevBefore, row.change, row.after, row.stddevAfter]),
    })),
    problems: problems.map(({ code }) => code),
    differently: linesPrintedDifferently(report.tables),
  }
}

describe('robot report', () => {
  test.each(situations)('fixture: %s -> its golden', (situation) => {
    const lines = readFileSync(path.join(folder, `${situation}.in.txt`), 'utf8')
    const subject = /^Subject: (.*)\n\n/.exec(lines)
    const result = parseRobotReport(messageOf(subject ? lines.slice(subject[0].length) : lines, subject?.[1]))
    if (result.value) expect(robotReportSchema.parse(result.value)).toEqual(result.value)
    // Through JSON: a golden file knows no negative zero.
    const found: unknown = JSON.parse(JSON.stringify(summary(result)))
    const golden = path.join(folder, `${situation}.out.json`)
    if (process.env['UPDATE_GOLDEN'] === '1' && !process.env['CI'])
      writeFileSync(golden, `${JSON.stringify(found, null, 1)}\n`)
    if (!existsSync(golden))
      throw new Error(`no golden for ${situation}: run once with UPDATE_GOLDEN=1, read what it writes`)
    expect(found).toEqual(JSON.parse(readFileSync(golden, 'utf8')))
  })
})
