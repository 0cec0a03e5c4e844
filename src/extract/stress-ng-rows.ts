import { emptyFinding, type Figure, type Finding } from './finding.ts'
import { parseNumber } from './number-text.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

const row = /\bstress-ng: (?:info|metrc):\s+\[\d{1,10}\]\s+([a-z][\w-]{0,40})\s+((?:\d[\d.]{0,20}(?:\s+|$)){6,12})/
/** Which columns are results: bogo operations a second of real time, and of user and system time. */
const rates = [
  [4, 'bogo ops/s (real time)'],
  [5, 'bogo ops/s (usr+sys time)'],
] as const

export type StressRow = { block: TextBlock; line: TextLine; stressor: string; cells: { text: string; start: number }[] }

/** A line of `stress-ng --metrics`: stressor, bogo ops, real, usr and sys time, then two rates; null for any other line. */
export function parseStressRow(block: TextBlock, line: TextLine): StressRow | null {
  if (!line.text.includes('stress-ng:') || line.text.length > 300) return null
  const match = row.exec(line.text)
  if (!match?.[1] || !match[2]) return null
  const from = match.index + match[0].length - match[2].length
  const cells = [...match[2].matchAll(/\S+/g)].map((cell) => ({ text: cell[0], start: from + cell.index }))
  return { block, line, stressor: match[1], cells }
}

const figureOf = (one: StressRow, at: number): Figure => {
  const { text, start } = one.cells[at] ?? { text: '', start: 0 }
  return {
    value: parseNumber(text),
    printed: text,
    unit: 'bogo ops/s',
    span: { line: one.line, start, end: start + text.length },
  }
}

/** The two rates of one stressor before and after. */
export function pairStressRows(before: StressRow, after: StressRow): Finding[] {
  return rates.map(([at, metric]) => {
    const finding = emptyFinding(before.block, 'pair')
    finding.before = figureOf(before, at)
    finding.after = figureOf(after, at)
    finding.unit = 'bogo ops/s'
    finding.metric = metric
    finding.test = before.stressor
    const start = before.line.text.indexOf(before.stressor)
    finding.labels.push({ line: before.line, start, end: start + before.stressor.length })
    return finding
  })
}
