import { emptyFinding, type Figure, type Finding } from './finding.ts'
import { sideOf } from './side-words.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

const heading = /^\s*N\s+Min\s+Max\s+Median\s+Avg\s+Stddev\s*$/
const row = /^\s*([x+*%#@])\s+(\d{1,6})((?:\s+-?\d[\d.e+]{0,20}){5})\s*$/
const legend = /^\s*([x+*%#@])\s+(\S.{0,60})$/
const percent = /(-?\d[\d.]{0,20}(?:e[+-]\d+)?)%\s\+\/-\s(-?\d[\d.]{0,20}(?:e[+-]\d+)?)%/
const averageColumn = 3

type Row = { line: TextLine; mark: string; runs: number; cells: { text: string; start: number }[] }

function parseRow(line: TextLine): Row | null {
  const match = row.exec(line.text)
  if (!match?.[1] || !match[3]) return null
  const from = match.index + match[0].trimEnd().length - match[3].trimEnd().length
  const cells = [...match[3].trimEnd().matchAll(/\S+/g)].map((cell) => ({ text: cell[0], start: from + cell.index }))
  return { line, mark: match[1], runs: Number(match[2]), cells }
}

function averageOf({ line, cells }: Row): Figure {
  const { text, start } = cells[averageColumn] ?? { text: '', start: 0 }
  return { value: Number(text), printed: text, unit: null, span: { line, start, end: start + text.length } }
}

/** Standard deviation as a share of the average. */
function spreadOf(one: Row): number | null {
  const average = averageOf(one).value
  return average === 0 ? null : Math.abs((Number(one.cells[averageColumn + 1]?.text) / average) * 100)
}

/**
 * What FreeBSD's ministat(1) prints: a legend (`x before`, `+ after`), rows `N Min Max Median Avg Stddev`, the first the
 * reference, and below a row the difference in per cent with its 95 % bounds. The averages are the result.
 */
export function findMinistat(blocks: TextBlock[], taken: Set<TextLine>): Finding[] {
  const findings: Finding[] = []
  for (const block of blocks) {
    if (!block.lines.some((line) => line.text.includes('Stddev'))) continue
    const names = new Map<string, string>()
    let base: Row | null = null
    let open: Finding | null = null
    let isTable = false
    for (const line of block.lines) {
      if (line.text.length > 200) continue
      const found = isTable ? parseRow(line) : null
      if (heading.test(line.text)) isTable = true
      else if (found && !base) base = found
      else if (found && base) {
        const swapped =
          sideOf(names.get(base.mark) ?? '') === 'after' && sideOf(names.get(found.mark) ?? '') === 'before'
        const [one, two] = swapped ? [found, base] : [base, found]
        open = emptyFinding(block, 'table')
        open.before = averageOf(one)
        open.after = averageOf(two)
        open.metric = 'average'
        open.runs = two.runs
        open.stddev = { before: spreadOf(one), after: spreadOf(two) }
        findings.push(open)
      } else if (open && open.change === null && percent.test(line.text)) addChange(open, line)
      else {
        const name = legend.exec(line.text)
        if (name?.[1] && name[2]) names.set(name[1], name[2])
        if (!isTable || !/^\s*[|+-]|Difference|No difference|\(Student|\+\/-/.test(line.text)) continue
      }
      taken.add(line)
    }
  }
  return findings
}

function addChange(finding: Finding, line: TextLine): void {
  const match = percent.exec(line.text)
  if (!match?.[1]) return
  const value = Number(match[1])
  const half = Math.abs(Number(match[2]))
  const start = match.index
  finding.change = {
    value,
    printed: `${match[1]}%`,
    unit: null,
    span: { line, start, end: start + match[1].length + 1 },
  }
  finding.ci95 = {
    low: Number((value - half).toPrecision(12)),
    high: Number((value + half).toPrecision(12)),
    level: 95,
    of: null,
    isOfChange: true,
    computed: false,
    pairs: null,
  }
}
