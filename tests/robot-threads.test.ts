import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testData, testDataMissing } from '../scripts/testdata.ts'
import { findC2c } from '../src/extract/c2c.ts'
import { findPaholeLayouts } from '../src/extract/pahole.ts'
import { robotBenchmarks } from '../src/extract/robot-benchmarks.ts'
import { parseRobotReport } from '../src/extract/robot-report.ts'
import { renderRobotLine } from '../src/extract/robot-row.ts'
import { readMail } from '../src/mail/read-mail.ts'
import { type RobotReport, type RobotRow, robotReportSchema } from '../src/model/benchmark.ts'
import type { Message } from '../src/model/message.ts'
import type { Source } from '../src/model/source.ts'
import { splitQuote } from '../src/text/quote-prefix.ts'

const folder = testData()
const threads =
  folder === null ? [] : readdirSync(path.join(folder, 'threads')).filter((name) => name.endsWith('.mbox'))

async function readThread(name: string): Promise<Message[]> {
  const bytes = readFileSync(path.join(folder ?? '', 'threads', name))
  return (await readMail(new Uint8Array(bytes), name)).value
}

/** The rows of a report by the line they stand in: one a pair of commits. */
function rowsByLine(report: RobotReport): Map<string, RobotRow[]> {
  const lines = new Map<string, RobotRow[]>()
  for (const table of report.tables)
    for (const row of table.rows) {
      const key = `${table.part}:${row.line}`
      lines.set(key, [...(lines.get(key) ?? []), row])
    }
  return lines
}

/** Lines between a table's first row and its end that hold text and gave no row. */
function linesLeft(message: Message, report: RobotReport): string[] {
  return report.tables.flatMap((table) => {
    const taken = new Set(table.rows.flatMap((row) => row.printed.split('\n').map((_, at) => row.line + at)))
    const first = Math.min(...taken)
    const lines = message.parts[table.part]?.lines ?? []
    return lines
      .map((text, at) => ({ text: splitQuote(text).text, line: at + 1 }))
      .filter(({ line }) => line >= first && line <= table.endLine && !taken.has(line))
      .filter(({ text }) => text.trim() !== '')
      .map(({ text, line }) => `${message.id}:${line} ${text}`)
  })
}

/** Every source in a value, at any depth. */
function sourcesIn(value: unknown): Source[] {
  const found: Source[] = []
  const open = [value]
  for (let count = 0; open.length > 0 && count < 1e7; count++) {
    const next = open.pop()
    if (next === null || typeof next !== 'object') continue
    if ('quote' in next && 'startLine' in next) found.push(next as Source)
    else open.push(...Object.values(next))
  }
  return found
}

function misplaced(message: Message, sources: Source[]): string[] {
  return sources
    .filter((source) => {
      const lines = (message.parts[source.part ?? 0]?.lines ?? []).slice(source.startLine - 1, source.endLine)
      const last = lines.length - 1
      const text = lines
        .map((line, at) =>
          line.slice(at === 0 ? source.startColumn - 1 : 0, at === last ? source.endColumn - 1 : undefined),
        )
        .join('\n')
      return text !== source.quote
    })
    .map((source) => `${message.id}:${source.startLine} ${source.quote}`)
}

describe.skipIf(folder === null)(
  `robot reports of the test threads (${folder === null ? testDataMissing : 'all'})`,
  () => {
    test('tables: every thread -> each line is its rows printed again, none is left over', async () => {
      let lines = 0
      const different: string[] = []
      const left: string[] = []
      for (const name of threads)
        for (const message of await readThread(name)) {
          const { value: report, problems } = parseRobotReport(message)
          expect(problems).toEqual([])
          if (!report) continue
          expect(robotReportSchema.parse(report)).toEqual(report)
          left.push(...linesLeft(message, report))
          for (const rows of rowsByLine(report).values()) {
            lines++
            const first = rows[0]
            if (first && renderRobotLine(rows) !== first.printed) different.push(first.printed)
          }
        }
      console.log(`robot tables: ${lines} lines, ${different.length} printed differently, ${left.length} left over`)
      expect({ different, left }).toEqual({ different: [], left: [] })
      expect(lines).toBeGreaterThan(9000)
    })

    test('sources: every thread -> each quote stands at its place', async () => {
      let count = 0
      for (const name of threads)
        for (const message of await readThread(name)) {
          const { value: report } = parseRobotReport(message)
          const facts = [
            report,
            report && robotBenchmarks(report, message.id),
            findC2c(message),
            findPaholeLayouts(message),
          ]
          const sources = sourcesIn(facts)
          count += sources.length
          expect(misplaced(message, sources)).toEqual([])
        }
      expect(count).toBeGreaterThan(100)
    })

    const goldSchema = z.looseObject({
      file: z.string(),
      messageId: z.string().nullish(),
      headline: z.looseObject({ metric: z.string(), changePercent: z.number() }).nullish(),
      alsoAffects: z.array(z.looseObject({ metric: z.string(), changePercent: z.number() })).nullish(),
      parent: z.string().nullish(),
      commit: z.string().nullish(),
      rows: z
        .array(
          z.tuple([
            z.string(),
            z.number(),
            z.number().nullable(),
            z.record(z.string(), z.number()),
            z.number(),
            z.number().nullable(),
          ]),
        )
        .nullish(),
      rowsComplete: z.boolean().nullish(),
      c2c: z
        .array(z.looseObject({ test: z.string(), before: z.number(), after: z.number(), runs: z.number() }))
        .nullish(),
    })
    const gold = z.object({ cases: z.array(goldSchema) })

    test('gold: every entry with a headline -> headline, boxes, commits and rows as read by hand', async () => {
      const cases = gold.parse(JSON.parse(readFileSync(path.join(folder ?? '', 'gold', 'gold.json'), 'utf8'))).cases
      for (const entry of cases.filter((one) => one.headline)) {
        const message = (await readThread(path.basename(entry.file))).find((one) => one.id === entry.messageId)
        const report = message ? parseRobotReport(message).value : null
        expect(report?.headline).toMatchObject(entry.headline ?? {})
        expect(report?.alsoAffects).toMatchObject(entry.alsoAffects ?? [])
        if (entry.parent) expect(report?.parent).toBe(entry.parent)
        if (entry.commit) expect(report?.commit).toBe(entry.commit)
        const rows = (report?.tables ?? []).flatMap((table) =>
          table.rows.map((row) => [row.metric, row.before, row.stddevBefore, row.change, row.after, row.stddevAfter]),
        )
        for (const row of entry.rows ?? []) expect(rows).toContainEqual(row)
        if (entry.rowsComplete) expect(rows).toHaveLength(entry.rows?.length ?? 0)
      }
    })

    test('gold: c2c counts in prose -> counts, tests and runs as read by hand', async () => {
      const cases = gold.parse(JSON.parse(readFileSync(path.join(folder ?? '', 'gold', 'gold.json'), 'utf8'))).cases
      for (const entry of cases.filter((one) => one.c2c)) {
        const message = (await readThread(path.basename(entry.file))).find((one) => one.id === entry.messageId)
        const counters = message ? findC2c(message).value.counters : []
        const found = counters.map(({ test: name, before, after, runs }) => ({
          test: name?.split('.').at(-1),
          before,
          after,
          runs,
        }))
        expect(found).toEqual(
          entry.c2c?.map(({ test: name, before, after, runs }) => ({ test: name, before, after, runs })),
        )
      }
    })
  },
)
