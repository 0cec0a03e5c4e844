import { emptyFinding, type Figure, type Finding } from './finding.ts'
import { type NumberToken, splitTokens } from './number-text.ts'
import { isUnitWord, splitHeader } from './row-items.ts'
import { markerOf } from './side-markers.ts'
import { sideOf } from './side-words.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

type Cell = { text: string; start: number; end: number; number: NumberToken | null }
type Row = { line: TextLine; cells: Cell[] }
type Table = {
  block: TextBlock
  header: TextLine
  names: { text: string; start: number; end: number }[]
  side: 'before' | 'after' | null
  rows: Row[]
}

/** Rows of one table, columns of one header, lines looked back for the word that says whose numbers follow. */
const maxRows = 200
const maxColumns = 24
const maxLookBack = 4

const ruler = /^[\s|+=_\-–.:*]+$/

/** The number that a cell holds and nothing else: `0.107s`, `485.36`, `12%`. */
function numberIn(text: string, start: number): NumberToken | null {
  const tokens = splitTokens(text)
  const [first] = tokens
  if (tokens.length !== 1 || first?.kind !== 'number' || first.high !== null) return null
  return { ...first, start: first.start + start, end: first.end + start }
}

/** A line's cells, one for each run of characters without a blank; null where it has fewer numbers than columns. */
function rowOf(line: TextLine, columns: number): Row | null {
  const cells: Cell[] = []
  for (const match of line.text.matchAll(/[^\s|]+/g)) {
    if (cells.length > maxColumns * 2) return null
    const { index } = match
    const last = cells.at(-1)
    if (last?.number && last.number.unit === null && isUnitWord(match[0])) {
      last.number.unit = match[0] // "188 ns"
      last.end = index + match[0].length
      last.text = line.text.slice(last.start, last.end)
      continue
    }
    cells.push({ text: match[0], start: index, end: index + match[0].length, number: numberIn(match[0], index) })
  }
  // what stands behind the last column is a remark: a date, a note
  if (cells.length < columns || (cells.length > columns && cells[columns]?.number)) return null
  const numbers = cells.slice(0, columns).filter((cell) => cell.number !== null).length
  return numbers >= 1 && numbers >= columns - 1 ? { line, cells: cells.slice(0, columns) } : null
}

/** Column names of a line without a number; empty where it is no header. */
function namesOf(line: TextLine): Table['names'] {
  const { text } = line
  if (!isHeader(text)) return []
  return [...text.matchAll(/[^\s|]+/g)].map((word) => ({
    text: word[0],
    start: word.index,
    end: word.index + word[0].length,
  }))
}

/** Words, two at least, none of them a number. */
function isHeader(text: string): boolean {
  if (text.length > 300 || ruler.test(text) || /[.,;]$/.test(text.trimEnd().slice(-1))) return false
  const words = text.match(/[^\s|]+/g)?.length ?? 0
  return words >= 2 && words <= maxColumns && !/(?:^|[\s|])[\d.,]+%?(?:$|[\s|])/.test(text)
}

/** The side announced right above a header: in its own paragraph, or by the last line of the one before. */
function sideAbove(blocks: readonly TextBlock[], block: TextBlock, at: number): Table['side'] {
  for (let back = at - 1; back >= 0 && back >= at - maxLookBack; back--) {
    const line = block.lines[back]
    if (!line || ruler.test(line.text)) continue
    return sideOfLine(block, back)
  }
  const above = blocks[block.index - 1]
  if (!above || above.depth !== block.depth || above.part !== block.part) return null
  return sideOfLine(above, above.lines.length - 1)
}

function sideOfLine(block: TextBlock, at: number): Table['side'] {
  const marked = markerOf(block, at)
  if (marked) return marked
  const text = block.lines[at]?.text.trim() ?? ''
  if (text.length > 60 || text.split(/\s+/).length > 5 || /\d{3}|[.,;]$/.test(text)) return null
  const side = sideOf(text)
  return side === 'before' || side === 'after' ? side : null
}

/** The table whose header is the line at `at`; null where no row of as many numbers follows. */
function tableAt(blocks: readonly TextBlock[], block: TextBlock, at: number, taken: Set<TextLine>): Table | null {
  const header = block.lines[at]
  if (!header || taken.has(header)) return null
  let names = namesOf(header)
  if (names.length < 2) return null
  const first = block.lines.slice(at + 1, at + 3).find((line) => !ruler.test(line.text))
  if (!first || !/\d/.test(first.text)) return null
  if (!rowOf(first, names.length)) {
    names = splitHeader(header.text)
    if (names.length < 2) return null
  }
  // the columns are the sides: another reader's
  if (names.some((name) => /^(?:before|after)$/.test(sideOf(name.text) ?? ''))) return null
  const rows: Row[] = []
  for (const line of block.lines.slice(at + 1, at + 1 + maxRows)) {
    if (ruler.test(line.text)) continue
    const row = taken.has(line) ? null : rowOf(line, names.length)
    if (!row) break
    rows.push(row)
  }
  return rows.length === 0 ? null : { block, header, names, side: sideAbove(blocks, block, at), rows }
}

const holdsDigit = (line: TextLine | undefined): boolean => line !== undefined && /\d/.test(line.text)

const sameText = (text: string): string => text.replace(/[\s|]+/g, ' ').trim()

/** Columns that name a row: the first, and those after it that hold the same on both sides in every row. */
function keyColumns(pairs: readonly [Row, Row][], columns: number): number {
  let count = 1
  while (
    count < columns - 1 &&
    pairs.every(([one, two]) => {
      const cell = one.cells[count]?.text
      return cell === two.cells[count]?.text && /^\d+$|^[a-z]/i.test(cell ?? '')
    })
  )
    count++
  // all of a table that stayed as it was: its first column alone
  return count >= columns - 1 && columns > 2 ? 1 : count
}

function figureOf(row: Row, cell: Cell & { number: NumberToken }): Figure {
  const { value, printed, unit, start, end } = cell.number
  return { value, printed, unit, span: { line: row.line, start, end } }
}

function findingsOf(before: Table, one: Row, two: Row, keys: number): Finding[] {
  const { names, block, header } = before
  return names.flatMap((name, column) => {
    const a = one.cells[column]
    const b = two.cells[column]
    if (/^(?:iterations|iters)$/i.test(name.text) && one.cells.some((cell) => cell.number?.unit != null)) return [] // the runner's
    if (column < keys || !a?.number || !b?.number || /^(?:stddev|ignore|runs)$/.test(sideOf(name.text) ?? '')) return []
    const finding = emptyFinding(block, 'table')
    finding.before = figureOf(one, { ...a, number: a.number })
    finding.after = figureOf(two, { ...b, number: b.number })
    finding.unit = finding.before.unit ?? (a.number.is === 'percent' ? '%' : null)
    finding.metric = name.text
    const key = one.cells.slice(0, keys)
    finding.test = key
      .map((cell, at) => (cell.number && names[at] ? `${names[at].text} ${cell.text}` : cell.text))
      .join(', ')
    finding.labels.push({ line: header, start: name.start, end: name.end })
    for (const cell of key) finding.labels.push({ line: one.line, start: cell.start, end: cell.end })
    return [finding]
  })
}

function pairTables(before: Table, after: Table, taken: Set<TextLine>): Finding[] {
  const waiting = new Map<string, Row>()
  for (const row of after.rows) waiting.set(row.cells[0]?.text ?? '', row)
  const pairs = before.rows.flatMap((row): [Row, Row][] => {
    const twin = waiting.get(row.cells[0]?.text ?? '')
    return twin ? [[row, twin]] : []
  })
  if (pairs.length === 0 || new Set(pairs.map(([, twin]) => twin)).size < pairs.length) return []
  const keys = keyColumns(pairs, before.names.length)
  const findings = pairs.flatMap(([one, two]) => findingsOf(before, one, two, keys))
  if (findings.length === 0) return []
  for (const table of [before, after]) {
    taken.add(table.header)
    for (const row of table.rows) taken.add(row.line)
  }
  return findings
}

/**
 * One table for each side, both under the same header line: "Without:" with its rows, "With:" with its own. Rows are
 * paired by their first column. Lines that `taken` holds are left; the lines used are added to it.
 */
export function findTwinTables(blocks: readonly TextBlock[], taken: Set<TextLine>): Finding[] {
  const headers = new Map<string, { block: TextBlock; at: number }[]>()
  for (const block of blocks)
    for (const [at, line] of block.lines.entries()) {
      if (!holdsDigit(block.lines[at + 1]) && !holdsDigit(block.lines[at + 2])) continue
      if (!isHeader(line.text)) continue
      const key = `${block.part} ${block.depth} ${sameText(line.text)}`
      const places = headers.get(key)
      if (places) places.push({ block, at })
      else headers.set(key, [{ block, at }])
    }
  const findings: Finding[] = []
  for (const places of headers.values()) {
    if (places.length < 2 || places.length > 40) continue
    const tables = places.flatMap(({ block, at }) => tableAt(blocks, block, at, taken) ?? [])
    for (let at = 0; at + 1 < tables.length; at++) {
      const [one, two] = [tables[at], tables[at + 1]]
      if (!one?.side || !two?.side || one.side === two.side) continue
      const found = one.side === 'before' ? pairTables(one, two, taken) : pairTables(two, one, taken)
      if (found.length === 0) continue
      findings.push(...found)
      at++
    }
  }
  return findings
}
