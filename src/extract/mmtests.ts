import { emptyFinding, type Finding } from './finding.ts'
import { type NumberToken, splitTokens } from './number-text.ts'
import { splitHeader } from './row-items.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

const row =
  /^\s*(?<name>(?:Hmean|Amean|Gmean|Min|Max|Stddev|CoeffVar|Mean|Median|Duration|Ops|BHmean|BAmean|Lat|[A-Z][\w-]*)(?:-\d+(?:-\w+)?)?)\s+(?<test>\S[^(]{0,40}?)\s{2,}(?<cells>\S.*\(\s*[+-]?\d.*)$/
const statistic = /^(?:Hmean|Amean|Gmean|BHmean|BAmean|Mean|Median|Min|Max|Stddev|CoeffVar|Lat|Ops)/

/**
 * Tables of mmtests' compare: `value ( change%)`, the first column the baseline, `*` marking rows it calls
 * significant. Its percentages are positive where the patched side is better, also for times: they are kept as
 * printed. Spread rows (Stddev, CoeffVar) and extremes are kept with their statistic as the metric.
 */
export function findMmtests(blocks: TextBlock[], taken: Set<TextLine>): Finding[] {
  const all: Finding[] = []
  for (const block of blocks) {
    const found: Finding[] = []
    let header: TextLine | null = null
    for (const line of block.lines) {
      if (taken.has(line)) continue
      const match = line.text.includes('(') ? row.exec(line.text) : null
      const name = match?.groups?.['name'] ?? ''
      if (!match || !statistic.test(name)) {
        if (splitHeader(line.text).length >= 2 && !/\d\s*\(/.test(line.text)) header = line
        continue
      }
      const cells = splitTokens(line.text).filter(
        (token): token is NumberToken =>
          token.kind === 'number' && token.start >= line.text.length - (match.groups?.['cells'] ?? '').length,
      )
      const values = cells.filter((cell) => cell.is === 'plain')
      const changes = cells.filter((cell) => cell.is === 'percent')
      const before = values[0]
      if (!before || values.length < 2) continue
      const names = header ? splitHeader(header.text) : []
      for (let at = 1; at < values.length && at < 40; at++) {
        const after = values[at]
        const change = changes.length === values.length ? changes[at] : changes[at - 1]
        if (!after) continue
        const finding = emptyFinding(block, 'mmtests')
        const figure = (token: NumberToken) => ({
          value: token.value,
          printed: token.printed,
          unit: null,
          span: { line, start: token.start, end: token.end },
        })
        finding.before = figure(before)
        finding.after = figure(after)
        if (change) finding.change = figure(change)
        finding.test = (match.groups?.['test'] ?? '').trim()
        finding.metric = name
        finding.judges = change && change.value !== 0 ? (change.value > 0 ? 'better' : 'worse') : null
        const own = names[names.length - values.length + at]
        if (own && values.length > 2) finding.variant = own.text
        if (/\*\s*$|\*/.test(line.text.slice(after.end, after.end + 14))) finding.note = 'marked significant by mmtests'
        const start = line.text.indexOf(finding.test)
        if (start >= 0) finding.labels.push({ line, start, end: start + finding.test.length })
        found.push(finding)
      }
      taken.add(line)
    }
    addDirections(found)
    all.push(...found)
  }
  return all
}

/** Higher is better where the values rise with the signed percentages, lower where they fall: the rows of one statistic vote. */
function addDirections(findings: Finding[]): void {
  const votes = new Map<string, number>()
  for (const { metric, before, after, change } of findings) {
    if (!before || !after || !change) continue
    const vote = Math.sign(after.value - before.value) * Math.sign(change.value)
    votes.set(metric ?? '', (votes.get(metric ?? '') ?? 0) + vote)
  }
  for (const finding of findings) {
    const vote = votes.get(finding.metric ?? '') ?? 0
    if (vote === 0) continue
    finding.higherIsBetter = vote > 0
    finding.directionFrom = 'stated'
  }
}
