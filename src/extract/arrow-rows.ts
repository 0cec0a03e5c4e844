import { emptyFinding, type Figure, type Finding } from './finding.ts'
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

const isMark = (token: Token | undefined, mark: RegExp) =>
  token !== undefined && token.kind !== 'number' && mark.test(token.printed)

/** A number with its spread and unit that begins at a token; null where something else stands there. */
function parseSide(tokens: Token[], at: number): Side | null {
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
function changeBehind(tokens: Token[], at: number): NumberToken | null | false {
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

function findingIn(block: TextBlock, line: TextLine): Finding | null {
  if (line.text.length > 300 || !/[>→⇒➜]/.test(line.text)) return null
  const tokens = splitTokens(line.text)
  const arrows = tokens.flatMap((token, at) => (isMark(token, arrow) ? [at] : []))
  const at = arrows[0]
  if (at === undefined || arrows.length !== 1) return null
  let before: Side | null = null
  for (let from = Math.max(0, at - 5); from < at && !before; from++) {
    const side = parseSide(tokens, from)
    if (side?.to === at) before = side
  }
  const after = parseSide(tokens, at + 1)
  if (!before || !after) return null
  const change = changeBehind(tokens, after.to)
  if (change === false) return null
  const lead = line.text.slice(0, before.number.start)
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

/**
 * Lines that are one result each: a name, a mark or a gap, then `A -> B` with units, spreads and a change or without
 * them ("Process Creation:  18221.2 lps -> 20113.7 lps  (+10.4%)"). Lines used are added to `taken`.
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
