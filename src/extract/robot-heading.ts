import type { RobotReport, RobotTable } from '../model/benchmark.ts'
import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { splitQuote, type UnquotedLine, unquoteLines } from '../text/quote-prefix.ts'
import { sourceAt, sourceOfLine } from '../text/source-at.ts'
import { titleIn } from './robot-axes.ts'
import { type ChangeWord, changeWord, signedChange } from './robot-box.ts'

/** A headline as printed: `sign` tells whether its change bears one. `depth` is the quoting it stands in. */
export type Headline = {
  metric: string
  printed: string
  word: ChangeWord
  depth: number
  line: number
  sources: Source[]
}
/** What stands above a report's details. */
export type Heading = Pick<RobotReport, 'commit' | 'commitTitle' | 'machine' | 'testcase' | 'parameters' | 'disclaimer'>

const sentence =
  /noticed\s+(?:an?\s+)?([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)%\s+(improvement|regression|undefined)\s+(?:of|in)\s+(\S+)/i
const subjectAfter = /(\S+)\s+([+-]?\d+(?:\.\d+)?)%\s+(improvement|regression)\s*$/i
const subjectSigned = /([+-]\d+(?:\.\d+)?)%\s+(\S+\.\S+)\s*$/
/** Lines that a sentence, a title or a machine may be wrapped over. */
const maxWrap = 3

/** The text of up to `count` lines from `at` on, same quoting, joined by a blank; ends at an empty line. */
function joinLines(lines: UnquotedLine[], at: number, count: number): string {
  const depth = lines[at]?.depth ?? 0
  const texts: string[] = []
  for (const line of lines.slice(at, at + count)) {
    if (line.text.trim() === '' || line.depth !== depth) break
    texts.push(line.text.trim())
  }
  return texts.join(' ')
}

/** The place of a headline: from its first line's text to the end of the metric, which may stand lines below. */
function placeOf(message: Message, part: number, at: number, metric: string): Source {
  const lines = message.parts[part]?.lines ?? []
  for (let end = at; end < at + maxWrap && end < lines.length; end++) {
    const column = (lines[end] ?? '').indexOf(metric)
    const startColumn = (lines[at] ?? '').search(/noticed/i) + 1
    if (column >= 0) return sourceAt(message, part, at + 1, startColumn, end + 1, column + metric.length + 1)
  }
  return sourceOfLine(message, part, at + 1)
}

/** The sentence that heads a report, in the wordings since 2015; the least quoted where several stand here. */
export function findHeadline(message: Message, part: number): Headline | null {
  const lines = message.parts[part]?.lines ?? []
  let best: Headline | null = null
  for (let at = 0; at < lines.length; at++) {
    if (!/noticed/i.test(lines[at] ?? '')) continue
    const unquoted = lines.slice(at, at + maxWrap).map(splitQuote)
    const depth = unquoted[0]?.depth ?? 0
    if (best && best.depth <= depth) continue
    const match = sentence.exec(joinLines(unquoted, 0, maxWrap))
    if (!match) continue
    const metric = (match[3] ?? '').replace(/[,.:;]+$/, '')
    const sources = [placeOf(message, part, at, metric)]
    best = { metric, printed: match[1] ?? '', word: changeWord(match[2]?.toLowerCase()), depth, line: at, sources }
  }
  return best
}

/** The headline of a subject, for reports that have none in their text: `metric -5% regression`, `-5% metric`. */
export function findSubjectHeadline(message: Message): Headline | null {
  if (message.tags.isReply) return null
  const after = subjectAfter.exec(message.subject)
  if (after)
    return {
      metric: after[1] ?? '',
      printed: after[2] ?? '',
      word: changeWord(after[3]?.toLowerCase()),
      depth: 0,
      line: -1,
      sources: [],
    }
  const signed = subjectSigned.exec(message.subject)
  if (!signed) return null
  return { metric: signed[2] ?? '', printed: signed[1] ?? '', word: null, depth: 0, line: -1, sources: [] }
}

/** A metric without the words that summaries put before it. */
export function bareMetric(metric: string): string {
  return metric.replace(/^(?:GEO-MEAN|TOTAL)\s+/, '')
}

/** The row a headline speaks of: same metric, same size of change, of the reported commit where several are compared. */
export function findHeadlineRow(headline: Headline, tables: RobotTable[], commit: string | null) {
  const size = Math.abs(Number(headline.printed))
  let found: { table: RobotTable; row: RobotTable['rows'][number] } | null = null
  for (const table of tables) {
    const isCommit = commit !== null && isSameCommit(table.commits[table.pair.after]?.sha, commit)
    for (const row of table.rows) {
      if (bareMetric(row.metric) !== headline.metric || !row.change) continue
      const change = 'pct' in row.change ? row.change.pct : row.change.abs
      if (Math.abs(Math.abs(change) - size) > Math.max(0.11, size * 0.005)) continue
      if (isCommit) return { table, row }
      found ??= { table, row }
    }
  }
  return found
}

/** One id is the start of the other, seven digits at least. */
export function isSameCommit(one: string | undefined, other: string | null | undefined): boolean {
  if (!one || !other) return false
  const length = Math.min(one.length, other.length)
  return length >= 7 && one.slice(0, length) === other.slice(0, length)
}

/** The record's headline: the signed change is the row's; without a row a printed sign stands, else the word's. */
export function buildHeadline(
  message: Message,
  headline: Headline,
  tables: RobotTable[],
  commit: string | null,
): RobotReport['headline'] {
  const found = findHeadlineRow(headline, tables, commit)
  const change = found?.row.change
  const ofRow = change ? ('pct' in change ? change.pct : change.abs) : null
  const changePercent = ofRow ?? signedChange(headline.printed, headline.word)
  if (!Number.isFinite(changePercent)) return null
  const rowSource = found ? [sourceOfLine(message, found.table.part, found.row.line)] : []
  return {
    metric: headline.metric,
    changePercent,
    word: headline.word,
    sources: headline.sources.length > 0 ? [...headline.sources, ...rowSource] : rowSource,
  }
}

/** Commit, machine, testcase and parameters: each from the first line that names it, from `from` on, then before. */
export function readHeading(message: Message, part: number, from: number): Heading {
  const lines = unquoteLines(message.parts[part]?.lines ?? [])
  const heading: Heading = {
    commit: null,
    commitTitle: null,
    machine: null,
    testcase: null,
    parameters: [],
    disclaimer: [],
  }
  const start = Math.max(from, 0)
  readNames(lines, start, lines.length, heading)
  readNames(lines, 0, start, heading)
  heading.disclaimer = findDisclaimer(message, part, lines)
  return heading
}

const namesSomething = /^\s*(?:commit|(?:in |on )?test|(?:with |the |following )*parameters)/

function readNames(lines: UnquotedLine[], from: number, to: number, heading: Heading): void {
  for (let at = from; at < to; at++) {
    const text = lines[at]?.text ?? ''
    if (text.length > 2000 || !namesSomething.test(text)) continue
    const commit = heading.commit === null ? /^\s*commit:? ([0-9a-f]{7,40})\b/.exec(text) : null
    if (commit) {
      heading.commit = commit[1] ?? null
      heading.commitTitle = titleIn(joinLines(lines, at, maxWrap))
    }
    const machine = /^(?:on )?test machine: *(\S.*)$/.exec(text)
    if (machine && heading.machine === null) heading.machine = machineAt(lines, at, machine[1] ?? '')
    const testcase = /^(?:in )?test ?case: *(\S+)\s*$/.exec(text)
    if (testcase) heading.testcase ??= testcase[1] ?? null
    if (/^(?:with )?(?:the )?(?:following )?parameters:\s*$/.test(text) && heading.parameters.length === 0)
      heading.parameters = readParameters(lines, at + 1)
  }
}

/** A machine's line; in a reply it may be wrapped, then it goes on to the line before the next `key:`. */
function machineAt(lines: UnquotedLine[], at: number, text: string): string {
  const next = lines[at + 1]
  const isWrapped = (lines[at]?.depth ?? 0) > 0 && next && next.depth === lines[at]?.depth && /^\S/.test(next.text)
  if (!isWrapped || /^[\w -]{2,40}:/.test(next.text) || /\d+[GT]B? memory\s*$/.test(text)) return text.trim()
  return `${text.trim()} ${next.text.trim()}`
}

function readParameters(lines: UnquotedLine[], from: number): Heading['parameters'] {
  const parameters: Heading['parameters'] = []
  for (let at = from; at < lines.length && at < from + 60; at++) {
    const text = lines[at]?.text ?? ''
    if (text.trim() === '' && parameters.length === 0 && at < from + 3) continue
    const pair = /^\s*([\w.+-]{1,60}): *(.*)$/.exec(text)
    if (!pair) break
    parameters.push({ name: pair[1] ?? '', value: (pair[2] ?? '').trim() })
  }
  return parameters
}

/** The paragraph that the robot's mails end with; shown beside its numbers. */
function findDisclaimer(message: Message, part: number, lines: UnquotedLine[]): Source[] {
  const start = lines.findIndex((line) => /^\s*Disclaimer:/.test(line.text))
  if (start < 0) return []
  let end = start
  while (end + 1 < lines.length && end < start + 12 && lines[end + 1]?.text.trim() !== '') end++
  const startColumn = (lines[start]?.prefix.length ?? 0) + 1
  const endColumn = (message.parts[part]?.lines[end] ?? '').trimEnd().length + 1
  return [sourceAt(message, part, start + 1, startColumn, end + 1, endColumn, 'context')]
}
