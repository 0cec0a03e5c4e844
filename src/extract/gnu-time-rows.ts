import { emptyFinding, type Figure, type Finding } from './finding.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

const row = /^\s*(\d{1,7}\.\d{1,3})user (\d{1,7}\.\d{1,3})system ((?:\d{1,4}:){1,2}\d{1,2}\.\d{1,3})elapsed\b/
const names = ['user', 'system', 'elapsed'] as const

type TimeRow = { block: TextBlock; line: TextLine; cells: { seconds: number; text: string; start: number }[] }

const secondsOf = (text: string): number => text.split(':').reduce((sum, piece) => sum * 60 + Number(piece), 0)

/** The line of GNU time's default format (`0.21user 14.34system 0:14.69elapsed`); null for any other line. */
export function parseTimeRow(block: TextBlock, line: TextLine): TimeRow | null {
  if (line.text.length > 300) return null
  const match = row.exec(line.text)
  if (!match) return null
  let from = 0
  const cells = match.slice(1, 4).map((text) => {
    const start = line.text.indexOf(text, from)
    from = start + text.length
    return { seconds: Math.round(secondsOf(text) * 1e6) / 1e6, text, start }
  })
  return { block, line, cells }
}

function figureOf({ line, cells }: TimeRow, at: number): Figure | null {
  const cell = cells[at]
  if (!cell) return null
  const span = { line, start: cell.start, end: cell.start + cell.text.length }
  return { value: cell.seconds, printed: cell.text, unit: 's', span }
}

/** User, system and elapsed time of one command before and after. */
export function pairTimeRows(before: TimeRow, after: TimeRow): Finding[] {
  return names.map((name, at) => {
    const finding = emptyFinding(before.block, 'pair')
    finding.before = figureOf(before, at)
    finding.after = figureOf(after, at)
    finding.unit = 's'
    finding.metric = `${name} time`
    const start = before.line.text.indexOf(name)
    finding.labels.push({ line: before.line, start, end: start + name.length })
    return finding
  })
}
