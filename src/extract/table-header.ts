import { screenColumn, splitHeader, splitRow } from './row-items.ts'
import { sideOf } from './side-words.ts'
import { isDataRow, separator } from './table-row.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

/** A header cell: columns on screen, and what stands above it. */
export type HeaderCell = { text: string; start: number; end: number; above: string | null }

/** Words that sentences have and headers have not. */
const proseWord = /\b(?:from|to|is|are|was|were|the|we|shows?|improves?|increases?|reduces?|that|which)\b/

/** Whether a group header names a side: then its groups are of one width each. */
function namesSide(cell: { text: string }): boolean {
  const side = sideOf(cell.text)
  return side === 'before' || side === 'after'
}

/** Where a column stands on the screen. */
export type ColumnSpan = { start: number; end: number }

/** The words of a header line that has one blank between its names, each with the column it stands over; null where a column has none. */
function wordsByPlace(text: string, spans: ColumnSpan[]): { text: string; start: number; end: number }[] | null {
  if (spans.length < 3) return null
  const cells: ({ text: string; start: number; end: number } | null)[] = spans.map(() => null)
  for (const match of [...text.matchAll(/[^\s|]+/g)].slice(0, 60)) {
    const start = screenColumn(text, match.index)
    const end = screenColumn(text, match.index + match[0].length)
    const gaps = spans.map((span) => Math.max(0, span.start - end, start - span.end))
    const at = gaps.indexOf(Math.min(...gaps))
    const known = cells[at]
    if ((gaps[at] ?? 99) > 12) return null
    cells[at] = known ? { text: `${known.text} ${match[0]}`, start: known.start, end } : { text: match[0], start, end }
  }
  const filled = cells.filter((cell) => cell !== null)
  return filled.length === cells.length ? filled : null
}

/** Cells of header lines, the lowest line's with what stands above each. Lines nearest the rows come first. */
export function joinHeader(lines: TextLine[], wanted: number, spans: ColumnSpan[]): HeaderCell[] {
  const rows = lines.map((line, level) => {
    const text = line.text
    let cells = splitHeader(text)
    const names = spans[0]
    const [leftmost] = cells
    // "      master    this patch": a name over each value, none over the rows' names
    const isFull =
      cells.length === wanted - 1 &&
      names !== undefined &&
      leftmost !== undefined &&
      screenColumn(text, leftmost.start) >= names.end
    if (level === 0 && cells.length < wanted && !isFull) {
      const words = [...text.matchAll(/[^\s|(]+\([^()|]{1,40}\)|[^\s|]+/g)].map((m) => ({
        text: m[0],
        start: m.index,
        end: m.index + m[0].length,
      }))
      if (words.length === wanted || (words.length === wanted - 1 && cells.length < words.length)) cells = words
    }
    const placed = cells.map((cell) => ({
      text: cell.text,
      start: screenColumn(text, cell.start),
      end: screenColumn(text, cell.end),
    }))
    return level === 0 && cells.length < wanted && !isFull ? (wordsByPlace(text, spans) ?? placed) : placed
  })
  const lowest = rows[0] ?? []
  return lowest.map((cell, index) => {
    const above: string[] = []
    for (const upper of rows.slice(1)) {
      const values = lowest.length - 1
      if (upper.length >= 2 && values > upper.length && values % upper.length === 0 && upper.every(namesSide)) {
        const group = index === 0 ? undefined : upper[Math.floor((index - 1) / (values / upper.length))]
        if (group) above.unshift(group.text)
        continue
      }
      let best: { text: string; distance: number } | null = null
      for (const other of upper) {
        const distance = Math.max(0, other.start - cell.end, cell.start - other.end)
        if (best === null || distance < best.distance) best = { text: other.text, distance }
      }
      if (best && best.distance <= 20) above.unshift(best.text)
    }
    return { ...cell, above: above.length > 0 ? above.join(' ') : null }
  })
}

/** The line right above a run of rows that names them ("frob-read (ops/sec)"), the names of both sides in the line above it. */
export function nameAbove(block: TextBlock | undefined, start: number): TextLine | null {
  const line = block?.lines[start - 1]
  const header = block?.lines[start - 2]
  if (!line || !header || /[|.:;]\s*$/.test(line.text) || !/^\s{0,4}[a-z]/i.test(line.text)) return null
  if (splitHeader(line.text).length !== 1 || line.text.trim().split(/\s+/).length > 4) return null
  const sides = splitHeader(header.text).map((cell) => sideOf(cell.text))
  return sides.length === 2 && sides[0] === 'before' && sides[1] === 'after' ? line : null
}

/** The header lines above a run of rows, nearest first, at most four; in the block before where the rows begin one. */
export function headerAbove(blocks: TextBlock[], at: number, start: number, wanted: number): TextLine[] {
  const block = blocks[at]
  if (!block) return []
  const lines: TextLine[] = []
  const name = nameAbove(block, start)
  let above: TextLine[] = block.lines.slice(Math.max(0, start - 6), start)
  const previous = blocks[at - 1]
  if (above.length === 0 && previous && previous.part === block.part && previous.lines.length <= 4)
    above = previous.lines.slice(-4)
  for (let index = above.length - 1; index >= 0 && lines.length < 4; index--) {
    const line = above[index]
    if (!line) break
    if (separator.test(line.text) || line === name) continue
    if (/\d{5}|\d\.\d{3}|\s#\s|\(\s*\+-/.test(line.text) && isDataRow(splitRow(line.text))) break
    const cells = splitHeader(line.text)
    const words = line.text.trim().split(/[\s|]+/)
    const isProse = cells.length === 1 && (words.length > Math.max(3, wanted) || proseWord.test(line.text))
    if (isProse || (/[.:]$/.test(line.text.trim()) && cells.length === 1)) break
    if (lines.length > 0 && cells.length < 2 && words.length > 4) break
    lines.push(line)
  }
  return lines
}
