import { emptyFinding, type Figure, type Finding } from './finding.ts'
import { monitor } from './pasted-tables.ts'
import { type RowItem, splitRow } from './row-items.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

/** The mark ± as a mail of another character set comes out: `A+-`. Blanks and a mark of the same length stand for it. */
const mangled = /(?<=\d )A\+-(?= {1,3}\d)/g

const shape = /^\s*[\d.]+(?:e[+-]\d+)?\s.*[+-]\d[\d.]*(?:e[+-]\d+)?%.*\s\S*[A-Za-z_]\S*\s*$/

function figureOf(line: TextLine, item: RowItem): Figure | null {
  const { number } = item
  if (!number) return null
  return {
    value: number.value,
    printed: number.printed,
    unit: null,
    span: { line, start: number.start, end: number.end },
  }
}

/**
 * Rows in the test robot's order (value, change, value, metric's name) that an author pastes into his own text.
 * Rows that only show a difference in points are shares of a profile and are left.
 */
export function findLkpRows(blocks: TextBlock[], taken: Set<TextLine>): Finding[] {
  const found: Finding[] = []
  for (const block of blocks) {
    if (block.depth > 0) continue
    for (const line of block.lines) {
      if (!line.text.includes('%') || !shape.test(line.text)) continue
      const [before, change, after, name, more] = splitRow(line.text.replace(mangled, ' ± '))
      if (before?.kind !== 'value' || change?.kind !== 'change' || after?.kind !== 'value' || name?.kind !== 'text')
        continue
      if (more !== undefined || /\s/.test(name.text) || !/[._a-z]{3}/i.test(name.text)) continue
      const finding = emptyFinding(block, 'table')
      finding.before = figureOf(line, before)
      finding.after = figureOf(line, after)
      finding.change = figureOf(line, change)
      finding.test = name.text
      finding.metric = name.text.slice(name.text.lastIndexOf('.') + 1)
      if (before.stddev !== null || after.stddev !== null)
        finding.stddev = { before: before.stddev, after: after.stddev }
      // a monitor's counters beside the test are no results of it
      if (monitor.test(name.text)) finding.quantity = name.text.endsWith('%') ? 'share' : 'count'
      finding.labels.push({ line, start: name.start, end: name.end })
      found.push(finding)
      taken.add(line)
    }
  }
  return found
}
