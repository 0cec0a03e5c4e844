import type { RobotRow, RobotTable } from '../model/benchmark.ts'
import type { Message, MessagePart } from '../model/message.ts'
import type { Problem, Result } from '../model/problem.ts'
import { splitQuote, type UnquotedLine, unquoteLines } from '../text/quote-prefix.ts'
import {
  findAxes,
  findCommitBlock,
  findInlineAxes,
  isRule,
  joinCommits,
  type RobotAxis,
  type RobotCommit,
} from './robot-axes.ts'
import { type RowCells, type RowStyle, readRobotRow } from './robot-row.ts'

/** More columns than any comparison mailed so far: a table with more stays text. */
const maxPairs = 40
/** Rows times pairs that one message may give. */
const maxRows = 300_000
/** Lines that one row may be wrapped over, blank lines inside a table, lines of a comment between quoted rows. */
const maxRowLines = 4
const maxBlankLines = 2
const maxCommentLines = 120
/** Lines in a row that are no rows: the table is over. */
const maxMisses = 3

type Head = { startLine: number; firstRow: number; depth: number; pairs: number; style: RowStyle; columns: string[] }
type LineRow = { cells: RowCells; style: RowStyle; from: number; to: number }
type Body = { rows: LineRow[]; left: number[] }
type Context = { axes: RobotAxis[]; commits: RobotCommit[] }

const dashLine = /^\s*-{10,}(?: +-{10,})+\s*$/
const headWords = /^(?:%?stddev|%?change|fail:runs|%reproduction|[\\|]|testcase\/testparams\/testbox|-{10,})$/
const elision = /^\s*(?:\[?\.{3,}\]?|…|\[?<?(?:snip|skip|cut|trimmed)[^\]>]*>?\]?)\s*$/i

/** A line of a table's head: nothing but its words, bars, backslashes and dashes. */
function isHeadLine(text: string): boolean {
  const words = text.trim().split(/\s+/)
  return words.length <= 2000 && words.every((word) => headWords.test(word))
}

function opensTable(text: string): boolean {
  if (text.includes('stddev') || text.includes('fail:runs')) return isHeadLine(text)
  return text.includes('----------') && dashLine.test(text)
}

/** Names above the dashes: the line before them, and those before it that a mail program wrapped. */
function columnNames(lines: UnquotedLine[], dashes: number, groups: number): string[] {
  const names: string[] = []
  for (let at = dashes - 1; at >= 0 && at > dashes - 5; at--) {
    const words = lines[at]?.text.trim().split(/\s+/) ?? []
    if (words[0] === '' || words.length > 60) break
    names.unshift(...words)
    if (names.length >= groups) break
  }
  return names.filter((name) => !name.includes('/'))
}

/** Reads the head that begins at `start`: its style, the commits compared and where the rows begin. */
function readHead(lines: UnquotedLine[], start: number): Head {
  const words: string[] = []
  let at = start
  while (at < lines.length && at < start + 10 && isHeadLine(lines[at]?.text ?? '')) {
    words.push(...(lines[at]?.text.trim().split(/\s+/) ?? []))
    at++
  }
  const count = (pattern: RegExp) => words.filter((word) => pattern.test(word)).length
  const groups = count(/^-/)
  const names = groups > 0 ? columnNames(lines, start, groups) : []
  const changes = Math.max(count(/^%?change$/), count(/^%reproduction$/))
  // Before 2015, and where people cut, the rows follow the dashes at once: they or hashes tell such a table from others.
  const next = lines.slice(at, at + 2).find((line) => line.text.trim() !== '')
  const isRow = next !== undefined && groups > 1 && readRobotRow(next.text, groups - 1, 'signed').kind === 'row'
  const isBare = changes === 0 && (isRow || names.some((name) => /^[0-9a-f]{7,40}$/.test(name)))
  const pairs = changes || (isBare ? groups - 1 : 0)
  const style: RowStyle = words.includes('fail:runs') ? 'fails' : words.includes('change') ? 'blank-change' : 'signed'
  const columns = names.length === pairs + 1 ? names : []
  const startLine = names.length > 0 ? start : start + 1
  return { startLine, firstRow: at, depth: lines[start]?.depth ?? 0, pairs, style, columns }
}

/** A row at `at`, wrapped over up to four lines; `null` where none begins here. */
function readRowAt(lines: UnquotedLine[], at: number, head: Head, style: RowStyle): LineRow | null {
  let text = lines[at]?.text ?? ''
  for (let to = at; to < at + maxRowLines; to++) {
    const reading = readRobotRow(text, head.pairs, style)
    if (reading.kind === 'row') return { cells: reading.row, style, from: at, to }
    if (reading.kind === 'no-row') return null
    const next = lines[to + 1]
    if (!next || next.text.trim() === '' || next.depth > head.depth) return null
    if (readRobotRow(next.text, head.pairs, style).kind === 'row') return null
    text = `${text} ${next.text}`
  }
  return null
}

/** The index of the next row behind blank lines or, in a quote, behind a comment; -1 where the table is over. */
function findNextRow(lines: UnquotedLine[], from: number, head: Head, style: RowStyle): number {
  const reach = head.depth > 0 ? maxCommentLines : maxBlankLines + 1
  for (let at = from; at < lines.length && at < from + reach; at++) {
    const line = lines[at]
    if (!line || line.text.trim() === '') continue
    if (line.depth < head.depth) continue
    return line.depth === head.depth && readRowAt(lines, at, head, style) ? at : -1
  }
  return -1
}

/** All rows below a head, and the lines among them that are none. */
function readBody(lines: UnquotedLine[], head: Head): Body {
  const body: Body = { rows: [], left: [] }
  let style = head.style
  let misses = 0
  let at = head.firstRow
  while (at < lines.length && misses < maxMisses) {
    const line = lines[at]
    if (!line) break
    const row = line.depth === head.depth && line.text.trim() !== '' ? readRowAt(lines, at, head, style) : null
    if (row) {
      body.rows.push(row)
      misses = 0
      at = row.to + 1
    } else if (line.text.trim() === '' || line.depth < head.depth || elision.test(line.text)) {
      const next = findNextRow(lines, at + 1, head, style)
      if (next < 0) break
      at = next
    } else if (line.depth === head.depth && opensTable(line.text) && !dashLine.test(line.text)) {
      style = line.text.includes('fail:runs') ? 'fails' : 'signed'
      at++
      while (at < lines.length && /^[\s\\|]+$/.test(lines[at]?.text ?? '')) at++
    } else {
      if (line.depth !== head.depth || isRule(line.text) || dashLine.test(line.text)) break
      body.left.push(at)
      misses++
      at++
    }
  }
  // What follows the last row is no row of the table: prose that follows without a blank line.
  const last = body.rows[body.rows.length - 1]
  body.left = last ? body.left.filter((index) => index < last.to) : body.left
  return body
}

function rowOf(row: LineRow, pair: number, part: MessagePart): RobotRow | null {
  const before = row.cells.cells[0]
  const after = row.cells.cells[pair]
  if (!before || !after || !Number.isFinite(before.value) || !Number.isFinite(after.value)) return null
  return {
    metric: row.cells.metric,
    before: before.value,
    stddevBefore: before.stddev,
    change: row.cells.changes[pair - 1] ?? null,
    after: after.value,
    stddevAfter: after.stddev,
    line: row.from + 1,
    printed: part.lines.slice(row.from, row.to + 1).join('\n'),
  }
}

/** One table for each commit compared with the base. */
function buildTables(head: Head, body: Body, context: Context, part: MessagePart, index: number): RobotTable[] {
  const commits = joinCommits(head.columns, context.commits)
  const last = body.rows[body.rows.length - 1]
  const runs = (cell: number) => body.rows.find((row) => row.style === 'fails')?.cells.cells[cell]?.runs ?? null
  return Array.from({ length: head.pairs }, (_, at) => ({
    axes: context.axes,
    commits,
    pair: { before: 0, after: at + 1 },
    part: index,
    runs: { before: runs(0), after: runs(at + 1) },
    startLine: head.startLine,
    endLine: (last?.to ?? head.firstRow) + 1,
    rows: body.rows.flatMap((row) => rowOf(row, at + 1, part) ?? []),
  }))
}

function problemAt(message: Message, part: number, line: number, code: Problem['code'], text: string): Problem {
  return {
    code,
    severity: code === 'too-large' ? 'warning' : 'note',
    where: `${message.file}:${message.fileLine} <${message.id}> part ${part} line ${line}`,
    message: text,
    whatToDo: 'The line stays visible as text of the mail; nothing is taken from it.',
  }
}

/** Problems of one body: lines that are no rows, and rows whose numbers are out of range. */
function bodyProblems(message: Message, part: number, body: Body): Problem[] {
  const left = (body.rows.length > 0 ? body.left : [])
    .slice(0, 50)
    .map((at) =>
      problemAt(message, part, at + 1, 'table-row-left', 'expected a row of a robot table, found other text'),
    )
  const ranged = body.rows
    .filter((row) => row.cells.cells.some((cell) => !Number.isFinite(cell.value)))
    .slice(0, 50)
    .map((row) => problemAt(message, part, row.from + 1, 'number-out-of-range', 'a number of this row is out of range'))
  return [...left, ...ranged]
}

const mayOpenTable = (line: string) =>
  line.includes('----------') || line.includes('stddev') || line.includes('fail:runs')

/** Tables of one text part. */
function findPartTables(message: Message, index: number, budget: { rows: number }): Result<RobotTable[]> {
  const part = message.parts[index]
  const result: Result<RobotTable[]> = { value: [], problems: [] }
  if (!part?.lines.some(mayOpenTable)) return result
  const lines = unquoteLines(part.lines)
  let context: Context = { axes: [], commits: [] }
  let at = 0
  while (at < lines.length) {
    const text = lines[at]?.text ?? ''
    if (isRule(text)) context = { axes: findAxes(lines, at) ?? [], commits: [] }
    else if (/^\s*commit:\s*$/.test(text)) context = { ...context, commits: findCommitBlock(lines, at) }
    else if (text.includes('testparams:')) context = { axes: findInlineAxes(text) ?? context.axes, commits: [] }
    if (!opensTable(text)) {
      at++
      continue
    }
    const head = readHead(lines, at)
    if (head.pairs < 1 || head.pairs > maxPairs) {
      if (head.pairs > maxPairs)
        result.problems.push(problemAt(message, index, at + 1, 'too-large', `more than ${maxPairs} commits compared`))
      at = Math.max(head.firstRow, at + 1)
      continue
    }
    const body = readBody(lines, head)
    budget.rows -= body.rows.length * head.pairs
    if (budget.rows < 0) {
      result.problems.push(problemAt(message, index, at + 1, 'too-large', `more than ${maxRows} rows in one message`))
      return result
    }
    result.problems.push(...bodyProblems(message, index, body))
    if (body.rows.length > 0) result.value.push(...buildTables(head, body, context, part, index))
    at = Math.max((body.rows[body.rows.length - 1]?.to ?? head.firstRow - 1) + 1, at + 1)
  }
  return result
}

/** Whether a head in the message compares more than one commit with its base: no rows are read for that. */
export function comparesSeveral(message: Message): boolean {
  return message.parts.some((part) => {
    if (!part.lines.some((line) => mayOpenTable(line) && opensTable(splitQuote(line).text))) return false
    const lines = unquoteLines(part.lines)
    return lines.some((line, at) => opensTable(line.text) && readHead(lines, at).pairs > 1)
  })
}

/**
 * Every table of a robot report in a message, quoted ones too: one for each pair of commits. Reports lines between a
 * table's head and end that are no rows (`table-row-left`), numbers out of range and tables too large to read.
 */
export function findRobotTables(message: Message): Result<RobotTable[]> {
  const budget = { rows: maxRows }
  const results = message.parts.map((_, index) => findPartTables(message, index, budget))
  return { value: results.flatMap((result) => result.value), problems: results.flatMap((result) => result.problems) }
}
