import { emptyFinding, type Figure, type Finding } from './finding.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

/** The unit line of a table that golang.org/x/perf/cmd/benchstat prints: `│ sec/op │ sec/op vs base │`. */
const unitLine = /^[^\w]*([A-Za-z][\w-]*\/[A-Za-z][\w-]*|[A-Za-z][\w-]*)\s*(?:±\s*)?[│|]?\s.*\bvs base\b/
const cell =
  /(?<value>\d[\d,]{0,15}(?:\.\d{1,9})?)(?<prefix>[nµumkKMGT]i?)?(?:\s?±\s{0,3}(?<spread>\d{1,4}%|∞))?(?:\s[¹²³⁴⁵⁶⁷⁸⁹]+)?(?=\s|$)|(?<change>[+-]\d[\d.]{0,12}%|~(?=\s|$))|\(?p=\d[\d.]{0,8}\s?n=(?<runs>\d{1,4})(?:\+\d{1,4})?\)?/gu
const maxRows = 2000

/** Multiples of the unit: those of time stay in the unit's name (`ns/op`), counts are multiplied out. */
const counts: Record<string, number> = { k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12 }
const parts: Record<string, number> = { n: 1e-9, µ: 1e-6, u: 1e-6, m: 1e-3, '': 1 }

type Value = { number: number; prefix: string; printed: string; spread: number | null; start: number; end: number }
type Change = { printed: string; start: number; end: number }
type Cells = { values: Value[]; changes: (Change | null)[]; runs: number | null }

function splitCells(line: string, from: number): Cells {
  const found: Cells = { values: [], changes: [], runs: null }
  cell.lastIndex = from
  for (let match = cell.exec(line), seen = 0; match && seen < 60; match = cell.exec(line), seen++) {
    const { value, prefix = '', spread, change, runs } = match.groups ?? {}
    const end = match.index + match[0].length
    if (value !== undefined) {
      const printed = `${value}${prefix}`
      const at = match.index
      const share = spread !== undefined && spread !== '∞' ? Number(spread.slice(0, -1)) : null
      const number = Number(value.replaceAll(',', ''))
      found.values.push({ number, prefix, printed, spread: share, start: at, end: at + printed.length })
    } else if (change !== undefined)
      found.changes[found.values.length - 2] = change === '~' ? null : { printed: change, start: match.index, end }
    else if (runs !== undefined) found.runs = Number(runs)
  }
  return found
}

/** A value in the unit of the base's prefix. */
function scaled(value: Value, base: Value): number {
  const times = (prefix: string) => counts[prefix] ?? parts[prefix] ?? 1
  if (base.prefix in counts) return Number((value.number * times(value.prefix)).toPrecision(12))
  if (value.prefix === base.prefix) return value.number
  return Number(((value.number * times(value.prefix)) / times(base.prefix)).toPrecision(12))
}

function unitOf(unit: string, prefix: string): string {
  if (prefix === '' || prefix in counts) return unit
  return unit.startsWith('sec/') ? `${prefix}s/${unit.slice(4)}` : `${prefix}${unit}`
}

function rowFindings(block: TextBlock, line: TextLine, unit: string): Finding[] {
  const name = /^\s*([A-Za-z_]\S*)\s/.exec(line.text)
  if (!name?.[1]) return []
  const { values, changes, runs } = splitCells(line.text, name[0].length - 1)
  const [base] = values
  if (!base) return []
  const figure = (value: Value): Figure => ({
    value: scaled(value, base),
    printed: value.printed,
    unit: unitOf(unit, base.prefix),
    span: { line, start: value.start, end: value.end },
  })
  const start = line.text.indexOf(name[1])
  return values.slice(1).map((value, at) => {
    const finding = emptyFinding(block, 'table')
    finding.before = figure(base)
    finding.after = figure(value)
    finding.unit = unitOf(unit, base.prefix)
    finding.metric = unit
    finding.test = name[1] ?? null
    finding.runs = runs
    if (base.spread !== null || value.spread !== null) finding.stddev = { before: base.spread, after: value.spread }
    const change = changes[at]
    if (change) {
      const { printed } = change
      finding.change = { value: Number(printed.slice(0, -1)), printed, unit: null, span: { line, ...change } }
    }
    finding.labels.push({ line, start, end: start + (name[1] ?? '').length })
    return finding
  })
}

/**
 * Tables of benchstat since 2022: a line of files, a line of units with `vs base`, then rows `Name-8  14.2n ± 2%
 * 9.9n ± 1%  -30.54% (p=0.000 n=10)`; `~` is no difference. Lines used are added to `taken`.
 */
export function findBenchstat(blocks: TextBlock[], taken: Set<TextLine>): Finding[] {
  const findings: Finding[] = []
  for (const block of blocks) {
    if (!block.lines.some((line) => line.text.includes('vs base'))) continue
    let unit: string | null = null
    let head: TextLine[] = []
    for (const [at, line] of block.lines.entries()) {
      const found = line.text.length < 500 ? unitLine.exec(line.text) : null
      if (found?.[1]) {
        unit = found[1]
        const above = block.lines[at - 1]
        head = above ? [above, line] : [line]
        continue
      }
      if (unit === null || findings.length >= maxRows) continue
      const rows = rowFindings(block, line, unit)
      if (rows.length === 0) unit = null
      else for (const one of [...head, line]) taken.add(one)
      findings.push(...rows)
    }
  }
  return findings
}
