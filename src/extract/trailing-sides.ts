import { pairBodies } from './block-pairs.ts'
import type { Finding } from './finding.ts'
import { skeleton, tailSide } from './line-candidates.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

const maxRows = 200
type TailRow = { line: TextLine; side: 'before' | 'after'; key: string }

/** A line of numbers whose last words name its side; null where it has none. */
function parseTailRow(line: TextLine): TailRow | null {
  const told = /\d/.test(line.text) ? tailSide(line.text) : null
  if (!told || !/\d/.test(told.lead) || /[.;]\s*$/.test(told.lead)) return null
  return { line, side: told.side, key: skeleton(told.lead) }
}

/**
 * Lines that differ in their numbers and in the side named behind them: "Requests/sec: 812331.22  (vanilla)", then the
 * same with "(patched)". Lines that `taken` holds are left; the lines used are added to it.
 */
export function findTrailingSides(blocks: readonly TextBlock[], taken: Set<TextLine>): Finding[] {
  const findings: Finding[] = []
  let waiting: (TailRow & { block: TextBlock })[] = []
  for (const block of blocks) {
    waiting = waiting.filter((row) => row.block.index >= block.index - 2 && row.block.depth === block.depth)
    for (const line of block.lines) {
      const row = taken.has(line) ? null : parseTailRow(line)
      if (!row) continue
      const twin = waiting.find((other) => other.key === row.key && other.side !== row.side)
      if (!twin) {
        if (waiting.length < maxRows) waiting.push({ ...row, block })
        continue
      }
      waiting = waiting.filter((other) => other !== twin)
      const [one, two] = [
        { block: twin.block, line: twin.line },
        { block, line },
      ]
      const [before, after] = twin.side === 'before' ? [one, two] : [two, one]
      findings.push(...pairBodies([before], [after], taken, null))
    }
  }
  return findings
}
