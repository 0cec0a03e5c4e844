import { emptyFinding, type Finding } from './finding.ts'
import { splitTokens } from './number-text.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

const values = /\[\s*([^\][]{3,90})\]/
const measured = /^\s*(\S(?:[^\][]{0,120}\S)?)?\s*\b(?:time|thrpt):\s*\[/
const changed = /^\s*(?:change|time|thrpt):\s*\[[^\][]{3,90}%[^\][]{0,20}\]/
const remark =
  /^\s*(?:Performance has (?:improved|regressed)|No change in performance detected|Change within noise threshold|Found \d+ outliers|Benchmarking |\d+ \(\d)/

/** The three percentages of `[-38.2% -37.6% -36.9%]`: low, estimate, high. */
function changeIn(line: TextLine): { low: number; high: number; value: number; start: number; end: number } | null {
  const match = values.exec(line.text)
  if (!match?.[1]) return null
  const offset = match.index + 1
  const found = splitTokens(match[1]).filter((token) => token.kind === 'number')
  const [low, estimate, high] = found
  if (found.length !== 3 || low?.is !== 'percent' || estimate?.is !== 'percent' || high?.is !== 'percent') return null
  const lead = match[0].indexOf(match[1]) - 1
  return {
    low: low.value,
    high: high.value,
    value: estimate.value,
    start: offset + lead + estimate.start,
    end: offset + lead + estimate.end,
  }
}

/**
 * What Rust's criterion prints: `name  time: [low estimate high]`, then `change: [low estimate high] (p = …)` against the
 * run before. The estimate of the change is the result, its bounds the interval. Lines used are added to `taken`.
 */
export function findCriterionText(blocks: TextBlock[], taken: Set<TextLine>): Finding[] {
  const findings: Finding[] = []
  for (const block of blocks) {
    if (!block.lines.some((line) => line.text.includes('%') && /\[[^\]]*%/.test(line.text))) continue
    let name: { text: string; line: TextLine } | null = null
    let last: TextLine | null = null
    let isOpen = false
    for (const line of block.lines) {
      if (line.text.length > 300) continue
      const head = measured.exec(line.text)
      const isChange = changed.test(line.text) && isOpen
      if (isChange && name) {
        const change = changeIn(line)
        taken.add(line)
        if (!change || findings.some((one) => one.labels[0]?.line === name?.line)) continue
        const finding = emptyFinding(block, 'table')
        const printed = line.text.slice(change.start, change.end)
        finding.change = {
          value: change.value,
          printed,
          unit: null,
          span: { line, start: change.start, end: change.end },
        }
        finding.ci95 = {
          low: change.low,
          high: change.high,
          level: 95,
          of: null,
          isOfChange: true,
          computed: false,
          pairs: null,
        }
        finding.test = name.text
        finding.metric = /thrpt/.test(line.text) ? 'throughput' : 'time'
        const start = name.line.text.indexOf(name.text)
        finding.labels.push({ line: name.line, start, end: start + name.text.length })
        findings.push(finding)
        continue
      }
      if (head && values.test(line.text)) {
        const own = head[1] ?? null
        if (own !== null) name = { text: own, line }
        else if (last && !isOpen && /^\s*\S+(?:\s\S+){0,4}\s*$/.test(last.text))
          name = { text: last.text.trim(), line: last }
        isOpen = name !== null
        if (isOpen) taken.add(line)
      } else if (isOpen && (remark.test(line.text) || /^\s*change:\s*$/.test(line.text))) taken.add(line)
      else isOpen = false
      last = line
    }
  }
  return findings
}
