import { emptyFinding, type Finding } from './finding.ts'
import { candidatesOf } from './line-candidates.ts'
import { sideOf } from './side-words.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

/** "without the patch, IOPS=197k": words without digits, a comma, colon or blank, and the first `key=value`. */
const keyedLine = /^\s*(?:[-*]\s)?([A-Za-z][A-Za-z/ -]{2,40}?)\s*(?:[,，:：;]\s*|\s)(?=[A-Za-z]\w{0,20}=\d)/

type Keyed = { side: 'before' | 'after'; line: TextLine; values: ReturnType<typeof candidatesOf> }

function parseKeyedLine(line: TextLine): Keyed | null {
  const { text } = line
  if (!text.includes('=') || text.length > 300) return null
  const match = keyedLine.exec(text)
  const side = match?.[1] === undefined ? null : sideOf(match[1])
  if (!match || (side !== 'before' && side !== 'after')) return null
  const values = candidatesOf(' '.repeat(match[0].length) + text.slice(match[0].length)).filter(({ key, number }) =>
    text.slice(0, number.start).endsWith(`${key}=`),
  )
  return values.length > 0 ? { side, line, values } : null
}

/** Results of two lines next to each other that name their side and give `key=value`: "with the patch, IOPS=218k, BW=852MiB/s". */
export function findKeyedSides(blocks: readonly TextBlock[], taken: Set<TextLine>): Finding[] {
  return blocks.flatMap((block) =>
    block.lines.flatMap((line, at) => {
      const next = block.lines[at + 1]
      if (!next || taken.has(line) || taken.has(next)) return []
      const one = parseKeyedLine(line)
      const two = one && parseKeyedLine(next)
      if (!one || !two || one.side === two.side) return []
      const findings = pairKeys(block, one.side === 'before' ? one : two, one.side === 'before' ? two : one)
      if (findings.length > 0) for (const used of [line, next]) taken.add(used)
      return findings
    }),
  )
}

function pairKeys(block: TextBlock, before: Keyed, after: Keyed): Finding[] {
  return before.values.slice(0, 20).flatMap((one) => {
    const two = after.values.find(({ key, unit }) => key === one.key && unit === one.unit)
    if (!two) return []
    const finding = emptyFinding(block, 'pair')
    for (const [side, { line }, { number, unit }] of [
      ['before', before, one],
      ['after', after, two],
    ] as const)
      finding[side] = {
        value: number.value,
        printed: number.printed,
        unit,
        span: { line, start: number.start, end: number.end },
      }
    finding.unit = one.unit
    finding.test = one.key
    if (/^(?:bw|iops)$/i.test(one.key)) finding.metric = one.key
    const start = one.number.start - one.key.length - 1
    finding.labels.push({ line: before.line, start, end: start + one.key.length })
    return [finding]
  })
}
