import { emptyFinding, type Figure, type Finding } from './finding.ts'
import { isStructLine } from './line-candidates.ts'
import { type NumberToken, splitTokens, type Token } from './number-text.ts'
import { isUnitWord } from './row-items.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

const arrow = /^(?:-{1,3}>|={1,2}>|→|⇒|➜)$/
const plusMinus = /^(?:±|\+\/-|\+-|-\/\+)$/
const maxLabelWords = 9
/** Words of sentences: their numbers are read with them. */
const verb =
  /\b(?:improv|increas|decreas|reduc|drop|show|see|get|got|goes|went|is|are|was|were|can|we|it|from|which|that|this|the)\w*\b/i

type Side = { number: NumberToken; stddev: NumberToken | null; unit: string | null; from: number; to: number }

const tagged =
  /\b(?:before|without|old|base|baseline|vanilla|unpatched|was|orig|stock|pre|after|with|new|patched|now|post)\s?[:=]?\s{0,4}\d|\bw\/o?\s?[:=]?\s{0,4}\d/i

const isMark = (token: Token | undefined, mark: RegExp) =>
  token !== undefined && token.kind !== 'number' && mark.test(token.printed)

/** A number with its spread and unit that begins at a token; null where something else stands there. */
function parseSide(tokens: readonly Token[], at: number): Side | null {
  const number = tokens[at]
  if (number?.kind !== 'number' || number.is !== 'plain' || number.high !== null) return null
  let next = at + 1
  let unit = number.unit
  const takeUnit = () => {
    const word = tokens[next]
    if (unit !== null || word?.kind !== 'word') return
    if (!isUnitWord(word.printed) && !/^[A-Za-z-]{1,20}\/[A-Za-z]{1,12}$/.test(word.printed)) return
    unit = word.printed
    next++
  }
  takeUnit()
  const spread = tokens[next + 1]
  let stddev: NumberToken | null = null
  if (isMark(tokens[next], plusMinus) && spread?.kind === 'number') {
    stddev = spread
    next += 2
    takeUnit()
  }
  return { number, stddev, unit, from: at, to: next }
}

/** The change behind a pair: `(+41.3%)`, `, 1.84x`, `+3%`; false where words follow that are a sentence's. */
function changeBehind(tokens: readonly Token[], at: number): NumberToken | null | false {
  const rest = tokens.slice(at)
  const numbers = rest.filter((token) => token.kind === 'number')
  const words = rest.filter((token) => token.kind === 'word')
  if (words.length > 3 || numbers.length > 1) return false
  const number = numbers[0]
  if (!number) return null
  return number.is === 'plain' ? false : number
}

const figureOf = (line: TextLine, number: NumberToken, unit: string | null): Figure => ({
  value: number.value,
  printed: number.printed,
  unit,
  span: { line, start: number.start, end: number.end },
})

function percentSpread(side: Side): number | null {
  if (!side.stddev) return null
  if (side.stddev.is === 'percent') return side.stddev.value
  return side.number.value === 0 ? null : Math.abs((side.stddev.value / side.number.value) * 100)
}

const beforeWord = /^(?:before|without|w\/o|old|base|baseline|vanilla|unpatched|was|orig|stock|pre)$/i
const afterWord = /^(?:after|with|w\/|new|patched|now|post)$/i

/** The two sides of "before 1.71 us, after 1.52 us", and where that begins; the later may stand first. */
function taggedSides(tokens: readonly Token[]): { before: Side; after: Side; from: number; to: number } | null {
  const skip = (at: number) => (isMark(tokens[at], /^[:=]$/) ? at + 1 : at)
  for (let at = 0; at < tokens.length - 3; at++) {
    const word = tokens[at]
    if (word?.kind !== 'word') continue
    const isFirst = beforeWord.test(word.printed)
    if (!isFirst && !afterWord.test(word.printed)) continue
    const one = parseSide(tokens, skip(at + 1))
    if (!one) continue
    const next = isMark(tokens[one.to], /^[,;/|]$/) ? one.to + 1 : one.to
    const other = tokens[next]
    if (other?.kind !== 'word' || !(isFirst ? afterWord : beforeWord).test(other.printed)) continue
    const two = parseSide(tokens, skip(next + 1))
    if (two) return { before: isFirst ? one : two, after: isFirst ? two : one, from: at, to: two.to }
  }
  return null
}

function arrowSides(tokens: readonly Token[]): { before: Side; after: Side; from: number; to: number } | null {
  const arrows = tokens.flatMap((token, at) => (isMark(token, arrow) ? [at] : []))
  const at = arrows[0]
  if (at === undefined || arrows.length !== 1) return null
  const after = parseSide(tokens, at + 1)
  for (let from = Math.max(0, at - 5); from < at && after; from++) {
    const before = parseSide(tokens, from)
    if (before?.to === at) return { before, after, from, to: after.to }
  }
  return null
}

function findingIn(block: TextBlock, line: TextLine): Finding | null {
  if (line.text.length > 300 || !/\d/.test(line.text) || isStructLine(line.text)) return null
  const hasArrow = /[>→⇒➜]/.test(line.text)
  if (!hasArrow && !tagged.test(line.text)) return null
  const tokens = splitTokens(line.text)
  const sides = hasArrow ? arrowSides(tokens) : taggedSides(tokens)
  if (!sides) return null
  const { before, after } = sides
  const isCell = /^\s*\|.*\|\s*$/.test(line.text)
  const told = changeBehind(tokens, sides.to)
  const change = isCell && told === false ? null : told
  if (change === false) return null
  if (isCell) return cellFinding(block, line, sides)
  const lead = line.text.slice(0, tokens[sides.from]?.start ?? 0)
  const label = lead
    .replace(/^\s*(?:[-*•+]\s+|o\s+|\(?\d{1,2}[.)]\s+)?/, '')
    .replace(/[\s:=|-]+$/, '')
    .trim()
  const isApart = /(?:[:=|]|\s{2}|\t|\s-)\s*$/.test(lead)
  if (!isApart || !/[a-z\d]/i.test(label) || label.split(/\s+/).length > maxLabelWords || verb.test(label)) return null
  const finding = emptyFinding(block, 'pair')
  finding.before = figureOf(line, before.number, before.unit)
  finding.after = figureOf(line, after.number, after.unit)
  finding.unit = after.unit ?? before.unit
  if (before.stddev || after.stddev) finding.stddev = { before: percentSpread(before), after: percentSpread(after) }
  if (change) {
    finding.change = figureOf(line, change, null)
    if (change.is === 'multiple') finding.changeIs = 'multiple'
  }
  finding.test = label
  const start = line.text.indexOf(label)
  finding.labels.push({ line, start, end: start + label.length })
  return finding
}

/** A cell of a table that holds `A -> B`: named by the row's first cell. */
function cellFinding(block: TextBlock, line: TextLine, sides: { before: Side; after: Side }): Finding | null {
  const label = /^\s*\|\s*([^|]{1,80}?)\s*\|/.exec(line.text)?.[1] ?? ''
  const start = line.text.indexOf(label)
  if (!/[a-z]/i.test(label) || start + label.length > sides.before.number.start) return null
  const finding = emptyFinding(block, 'pair')
  finding.before = figureOf(line, sides.before.number, sides.before.unit)
  finding.after = figureOf(line, sides.after.number, sides.after.unit)
  finding.unit = sides.after.unit ?? sides.before.unit
  finding.test = label.replace(/[*`]/g, '')
  finding.labels.push({ line, start, end: start + label.length })
  return finding
}

/**
 * Lines that are one result each: a name, a mark or a gap, then `A -> B` with units, spreads and a change or without
 * them; or `before A, after B` ("Process Creation:  18221.2 lps -> 20113.7 lps  (+10.4%)"). Lines used are added to `taken`.
 */
export function findArrowRows(blocks: TextBlock[], taken: Set<TextLine>): Finding[] {
  const findings: Finding[] = []
  for (const block of blocks)
    for (const line of block.lines) {
      if (taken.has(line)) continue
      const finding = findingIn(block, line)
      if (!finding) continue
      findings.push(finding)
      taken.add(line)
    }
  return findings
}
