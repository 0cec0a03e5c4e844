import { type RowItem, screenColumn, splitHeader, splitRow } from './row-items.ts'
import { sideOf } from './side-words.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

/** A line that begins with the name of a side and goes on with numbers. */
export type SideRow = {
  block: TextBlock
  at: number // index of the line in its block
  order: number // running number over the message's lines
  line: TextLine
  side: 'before' | 'after' | 'change'
  name: string
  rest: string | null // what the name says beside its side
  values: RowItem[]
  tail: string | null // words behind a single value
  names: (string | null)[] // words before each value but the first
}

/** A header cell and the line it stands in. */
type Cell = { text: string; start: number; end: number; line: TextLine }

/** Cells whose names go on in the line above ("null" over "call"): each takes the words that stand over it. */
function stackHeader(cells: Cell[], above: TextLine | undefined): Cell[] {
  if (!above || splitHeader(above.text).length < 2 || /[.:;]\s*$/.test(above.text) || above.text.length > 300)
    return cells
  const names = cells.map((cell) => cell.text)
  for (const match of above.text.matchAll(/[^\s|]+/g)) {
    const start = screenColumn(above.text, match.index)
    const end = start + match[0].length
    const at = cells.findIndex((cell) => {
      const from = screenColumn(cell.line.text, cell.start)
      return start < from + cell.end - cell.start && from < end
    })
    const name = names[at]
    if (name === undefined || sideOf(match[0]) !== null || /^[\d.,]+$/.test(match[0])) return cells
    names[at] = name === cells[at]?.text ? `${match[0]} ${name}` : name.replace(/ (?=\S+$)/, ` ${match[0]} `)
  }
  return cells.map((cell, at) => ({ ...cell, text: names[at] ?? cell.text }))
}

/** The header of a grid of several groups ("LABEL | MEAN | STDDEV"), above rows, names of groups and changes. */
function gridHeader(row: SideRow, count: number): Cell[] {
  const { lines } = row.block
  if (count < 2 || !row.line.text.includes('|')) return []
  for (let at = row.at - 1; at >= 0 && at >= row.at - 120; at--) {
    const line = lines[at]
    if (!line || !/[|+]/.test(line.text)) return []
    const cells = splitHeader(line.text)
    if (/[\d+]/.test(line.text) || !/[a-z]/i.test(line.text) || cells.length !== count + 1) continue
    return cells.slice(1).map((cell) => ({ ...cell, line }))
  }
  return []
}

/** "        | -1.25% | -2.50% |": the changes of the rows above, in a line without a name; each has to fit its column. */
export function namelessChanges(before: SideRow, after: SideRow): SideRow | null {
  const line = after.block.lines[after.at + 1]
  if (!line || !/^\s*\|/.test(line.text)) return null
  const values = splitRow(line.text)
  if (values.length === 0 || values.length > after.values.length) return null
  const fits = values.every((value, at) => {
    const [one, two] = [before.values[at]?.number?.value, after.values[at]?.number?.value]
    if (value.number?.is !== 'percent' || one === undefined || two === undefined || one === 0) return false
    return Math.abs(((two - one) / Math.abs(one)) * 100 - value.number.value) <= 0.06
  })
  return fits ? { ...after, at: after.at + 1, line, side: 'change', values } : null
}

/** Header cells above side rows, one for each value; empty where there is none. */
export function headerOf(row: SideRow, count: number): Cell[] {
  const grid = gridHeader(row, count)
  if (grid.length > 0) return grid
  for (let at = row.at - 1; at >= 0 && at >= row.at - 3; at--) {
    const line = row.block.lines[at]
    if (!line || /^[\s|+=_\-–:.*]+$/.test(line.text)) continue
    const cells = splitHeader(line.text)
    const used = cells.length === count + 1 ? cells.slice(1) : cells.length === count ? cells : []
    if (used.length > 0 && count > 1)
      return stackHeader(
        used.map((cell) => ({ ...cell, line })),
        row.block.lines[at - 1],
      )
    const words = [...line.text.matchAll(/[^\s|]+/g)].map((m) => ({
      text: m[0],
      start: m.index,
      end: m.index + m[0].length,
      line,
    }))
    if (count > 1 && (words.length === count || words.length === count + 1))
      return stackHeader(words.slice(words.length - count), row.block.lines[at - 1])
    return []
  }
  return []
}

/** "Before | During | After" above rows named "w/o patch" and "w/ patch". */
export function areMoments(header: Cell[], before: SideRow, after: SideRow): boolean {
  return (
    header.some((cell) => /^(?:during|while|peak)\b/i.test(cell.text)) &&
    /^(?:w\/o|without|un-?patched)/i.test(before.name) &&
    /^(?:w\/|with|patched)(?!o)/i.test(after.name)
  )
}
