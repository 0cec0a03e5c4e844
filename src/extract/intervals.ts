import type { Interval } from '../model/benchmark.ts'
import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { sourceAt } from '../text/source-at.ts'
import type { Finding } from './finding.ts'
import { parseNumber } from './number-text.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

const bracket =
  /[[(]\s*([+\-−]?\d[\d,]*(?:\.\d+)?)\s?%?\s*(?:,|;|to|\.\.\.?|–)\s*([+\-−]?\d[\d,]*(?:\.\d+)?)\s?%?\s*[\])]/g
const speaks = /\bintervals?\b|\bCI\b|\bconfidence\b|\bCI95\b/i
const levelOf = /(\d{2}(?:\.\d)?)\s?%\s+(?:\w+[ -]){0,3}?(?:intervals?|CI|confidence)|\bCI(\d{2})\b/i
const statistic = /\bof the ([a-z][^.,;:]{3,60})|\bfor the ([a-z][^.,;:]{3,60}?)(?:,|\.| ratio above)/i
const countOfPairs =
  /\b(\d{1,4}|two|three|four|five|six|seven|eight|nine|ten)\s+paired\b|\b(?:n|pairs)\s?=\s?(\d{1,4})/i

type Block = { text: string; map: { offset: number; line: TextLine; part: number }[]; block: TextBlock }

function joined(block: TextBlock): Block {
  let text = ''
  const map = []
  for (const line of block.lines) {
    if (text !== '') text += '\n'
    map.push({ offset: text.length, line, part: block.part })
    text += line.text
  }
  return { text, map, block }
}

function placeOf(at: Block, offset: number): { line: TextLine; column: number } | null {
  let found = at.map[0]
  for (const entry of at.map) if (entry.offset <= offset) found = entry
  return found ? { line: found.line, column: offset - found.offset } : null
}

/** Whether a finding's change stands in the line of an interval, before it. */
function isBefore(finding: Finding, place: { line: TextLine; column: number }): boolean {
  const span = finding.change?.span
  return span !== undefined && span.line === place.line && span.end <= place.column
}

/** The finding whose test and variant stand before an interval: the last test named, under the last variant named. */
function ownerOf(findings: Finding[], text: string): Finding | null {
  const lower = text.toLowerCase()
  let best: Finding | null = null
  let bestScore = -1
  for (const finding of findings) {
    if (finding.test === null) continue
    const test = lower.lastIndexOf(finding.test.toLowerCase())
    if (test < 0) continue
    const variant = finding.variant === null ? 0 : lower.lastIndexOf(finding.variant.toLowerCase())
    if (finding.variant !== null && variant < 0) continue
    const score = test + variant * 1000
    if (score > bestScore) {
      best = finding
      bestScore = score
    }
  }
  return best
}

function intervalFrom(match: RegExpExecArray, paragraph: string): Interval | null {
  const low = parseNumber(match[1] ?? '')
  const high = parseNumber(match[2] ?? '')
  if (!Number.isFinite(low) || !Number.isFinite(high) || low > high) return null
  const level = levelOf.exec(paragraph)
  const name = statistic.exec(paragraph)
  const of = (name?.[1] ?? name?.[2] ?? null)?.replace(/\s+/g, ' ').trim() ?? null
  const isOther =
    /\bnot (?:the |of the )?(?:arithmetic|mean|ratio|change|percent)/i.test(paragraph) ||
    /\b(?:geometric|log[- ]ratios?|log ratios)\b/i.test(paragraph)
  const pairs = countOfPairs.exec(paragraph)
  const words: Record<string, number> = {
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
  }
  const count = pairs ? (words[(pairs[1] ?? '').toLowerCase()] ?? Number(pairs[1] ?? pairs[2])) : null
  return {
    low,
    high,
    level: Number(level?.[1] ?? level?.[2] ?? 95),
    of,
    isOfChange: !isOther,
    computed: false,
    pairs: count,
  }
}

/** The words of a block that count the pairs of runs, as far as they stand in their first line. */
function pairsSource(message: Message, at: Block): Source | null {
  const found = countOfPairs.exec(at.text)
  const place = found ? placeOf(at, found.index) : null
  if (!found || !place) return null
  const { line, column } = place
  const start = line.column + column
  const end = start + (found[0].split('\n')[0] ?? '').length
  return sourceAt(message, at.block.part, line.line, start, line.line, end, 'runs')
}

/**
 * Attaches intervals to the findings they are of: in the row itself, or in another paragraph that speaks of
 * intervals, by test and variant names. Lines that hold nothing but intervals are added to `taken`.
 */
export function attachIntervals(
  message: Message,
  blocks: TextBlock[],
  findings: Finding[],
  taken: Set<TextLine>,
): void {
  for (const [index, block] of blocks.entries()) {
    if (block.lines.length > 400) continue
    const at = joined(block)
    const hasBracket = /[[(]\s*[+\-−]?\d/.test(at.text)
    if (!hasBracket) continue
    const around = `${blocks[index - 1]?.lines.map((line) => line.text).join('\n') ?? ''}\n${at.text}`
    if (!speaks.test(around)) continue
    const paragraph = at.text.replace(/\s+/g, ' ')
    const says = speaks.test(at.text) ? paragraph : `${around.replace(/\s+/g, ' ')}`
    bracket.lastIndex = 0
    let seen = 0
    const inRows = findings.filter((finding) => finding.block === block && finding.form !== 'prose')
    for (let match = bracket.exec(at.text); match && seen < 2000; match = bracket.exec(at.text), seen++) {
      const interval = intervalFrom(match, says)
      const place = placeOf(at, match.index)
      if (!interval || !place) continue
      const row = inRows.find((finding) => (finding.change ?? finding.after)?.span.line === place.line)
      const told = findings.filter(
        (finding) => finding.form === 'prose' && finding.block === block && isBefore(finding, place),
      )
      const owner =
        row ??
        told[told.length - 1] ??
        ownerOf(
          findings.filter((finding) => finding.block.depth === block.depth),
          at.text.slice(0, match.index),
        )
      if (!owner || owner.ci95) continue
      owner.ci95 = interval
      const length = match[0].split('\n')[0]?.length ?? 1
      owner.also.push(
        sourceAt(
          message,
          block.part,
          place.line.line,
          place.line.column + place.column,
          place.line.line,
          place.line.column + place.column + length,
          'value',
        ),
      )
      const runs = interval.pairs === null ? null : pairsSource(message, at)
      if (runs) owner.also.push(runs)
      if (!row && told.length === 0) taken.add(place.line)
    }
  }
}
