/** A column of a `perf c2c` table: where it stands in a line, and its name with the group's above it. */
export type C2cColumn = { name: string; from: number; to: number }

type Span = { text: string; from: number; to: number }

/** Pieces of a line that two blanks or more divide; with `gap` 1 every blank does. */
function spansOf(line: string, gap: 1 | 2): Span[] {
  const spans: Span[] = []
  for (const match of line.matchAll(/\S+/g)) {
    const last = spans[spans.length - 1]
    const to = match.index + match[0].length
    if (last && match.index - last.to < gap) {
      last.text = line.slice(last.from, to)
      last.to = to
    } else spans.push({ text: match[0], from: match.index, to })
  }
  return spans
}

/** perf's line of dots under the names, or dashes: it alone tells how wide each column is. */
export function isRuler(line: string): boolean {
  const text = line.replace(/^[#\s]+/, '').trimEnd()
  return (
    text.length > 8 &&
    text.length < 2000 &&
    (/^\.{2,}(?: +\.{2,})+$/.test(text) || /^-{2,}(?: {2,}-{2,}){2,}$/.test(text))
  )
}

/** A line that names columns, or groups of them. */
export function isHeading(line: string): boolean {
  if (line.length > 2000 || /\b0x[0-9a-f]+\b|\d\.\d+%|:\s+\d/i.test(line)) return false
  const hits = line.match(
    /\b(?:Rmt|Lcl|RmtHitm|LclHitm|Hitm|HITM|Peer|Snoop|Stores?|Store Refs?|L1 Hit|L1Hit|L1 Miss|L1Miss|Offset|Off|Node|PA cnt|Pid|Tid|Code address|Data address|cycles|records|cnt|Symbol|Object|Source:Line|Index|Address|Cacheline|Loads?|Total|Num|Shared)\b/g,
  )
  return (hits?.length ?? 0) >= 2
}

function overlap(a: Span, b: Span): number {
  return Math.min(a.to, b.to) - Math.max(a.from, b.from)
}

/** The words of a heading line that stand over a column; dashes that draw a group are no words. */
function wordsOver(line: string, column: Span): string {
  let best: Span | null = null
  for (const span of spansOf(line.replace(/^(\s*)#/, '$1 '), 2))
    if (overlap(span, column) > (best ? overlap(best, column) : 0)) best = span
  return (best?.text ?? '').replace(/^[-\s]+|[-\s]+$/g, '')
}

/** Columns from a ruler and the heading lines above it (or, in hand-made tables, between two rulers). */
export function columnsOf(headings: string[], ruler: string): C2cColumn[] {
  return spansOf(ruler.replace(/^(\s*)#/, '$1 '), 1).map((span) => ({
    name: headings
      .map((line) => wordsOver(line, span))
      .filter((word) => word !== '')
      .join(' '),
    from: span.from,
    to: span.to,
  }))
}

/** The names of one heading line where nobody left the ruler in. */
export function columnsWithoutRuler(headings: string[]): C2cColumn[] {
  const last = headings[headings.length - 1] ?? ''
  return spansOf(last.replace(/^(\s*)#/, '$1 '), 2).map((span) => ({
    name: [...headings.slice(0, -1).map((line) => wordsOver(line, span)), span.text]
      .filter((word) => word !== '')
      .join(' '),
    from: span.from,
    to: span.to,
  }))
}

/** The cells of a row: `[k] name` is one, what is left behind the last column belongs to it. */
function cellsOf(text: string): string[] {
  const words = text.trim().split(/\s+/)
  const cells: string[] = []
  for (const word of words) {
    const last = cells.length - 1
    if (/^\[[k.guH]\]$/.test(cells[last] ?? '')) cells[last] = `${cells[last]} ${word}`
    else cells.push(word)
  }
  return cells
}

/** What a row is: a line of the table, a cacheline's heading in the Pareto, or one offset of a cacheline. */
export type C2cRowKind = 'table' | 'heading' | 'offset'

/**
 * A row's cells by column name: in order where their numbers agree, else by place. A heading fills the first columns
 * and puts its address under the offset; an offset's row leaves the number of the cacheline empty.
 */
export function cellsByColumn(text: string, all: C2cColumn[], kind: C2cRowKind): Record<string, string> {
  const columns = kind === 'offset' && /^(?:Num|Index)$/.test(all[0]?.name ?? '') ? all.slice(1) : all
  const result: Record<string, string> = {}
  const put = (index: number, value: string) => {
    if (value === '') return
    const name = columns[index]?.name || `column ${index + 1}`
    result[name in result ? `${name} (${index + 1})` : name] = value
  }
  let cells = cellsOf(text)
  const last = columns.length - 1
  if (last > 0 && cells.length > columns.length && columns[last]?.name.startsWith('Node'))
    cells = [...cells.slice(0, last), cells.slice(last).join(' ')]
  const isInOrder = kind === 'heading' || columns.length === 0 || cells.length === columns.length
  if (isInOrder) cells.forEach((cell, index) => void put(index, cell))
  else
    columns.forEach((column, index) => {
      const next = columns[index + 1]
      put(index, text.slice(index === 0 ? 0 : column.from, next ? next.from : undefined).trim())
    })
  return result
}
