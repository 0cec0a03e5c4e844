import { emptyFinding, type Figure, type Finding } from './finding.ts'
import { type NumberToken, splitTokens } from './number-text.ts'
import { oppositeSides } from './opposite-names.ts'
import { isUnitWord } from './row-items.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

type NamedRow = { line: TextLine; word: string; rest: string; value: NumberToken; unit: string | null; spread: number }

const row = /^\s*(?:[-*•]\s+)?([A-Za-z][\w/=+-]{1,30})((?:\s[^\d:=|]?[\w.()/-]{1,24}){0,4})\s*[:=|]\s*(\S.*)$/
const mean = /\b(?:avg|agv|ave|average|mean|median)\b[\s:=]*$/i

/** A name, a colon and numbers: the last where a word calls it their mean, the only one otherwise. */
function parseNamedRow(line: TextLine): NamedRow | null {
  // a cheap look first: the pattern goes back and forth over each line of prose
  const match = line.text.length > 300 || !/[:=|]/.test(line.text) ? null : row.exec(line.text)
  if (!match?.[1] || match[3] === undefined) return null
  const from = line.text.length - match[3].length
  const tokens = splitTokens(line.text).filter((token) => token.start >= from)
  const numbers = tokens.filter(
    (token): token is NumberToken => token.kind === 'number' && token.is === 'plain' && token.high === null,
  )
  const words = tokens.filter((token) => token.kind === 'word').length
  const last = numbers[numbers.length - 1]
  if (!last || words > 3 || !Number.isFinite(last.value)) return null
  if (numbers.length > 1 && !mean.test(line.text.slice(0, last.start))) return null
  const next = tokens[tokens.indexOf(last) + 1]
  const unit = last.unit ?? (next?.kind === 'word' && isUnitWord(next.printed) ? next.printed : null)
  return { line, word: match[1], rest: (match[2] ?? '').trim(), value: last, unit, spread: numbers.length }
}

const figureOf = ({ line, value, unit }: NamedRow): Figure => ({
  value: value.value,
  printed: value.printed,
  unit,
  span: { line, start: value.start, end: value.end },
})

/**
 * Rows whose first word is a thing in one and its absence in the other ("NOBQL fq 1q: … avg: 157.9", "BQL fq 1q: …
 * avg: 1282.4"), with the same words behind it: before and after. Lines used are added to `taken`.
 */
export function findOppositeRows(blocks: TextBlock[], taken: Set<TextLine>): Finding[] {
  const found: Finding[] = []
  for (const block of blocks) {
    if (block.lines.length < 2 || block.lines.length > 200) continue
    const rows = block.lines.flatMap((line) => (taken.has(line) ? [] : (parseNamedRow(line) ?? [])))
    const open = new Map<string, NamedRow[]>()
    for (const one of rows) {
      const waiting = open.get(one.rest) ?? []
      const twin = waiting.find((other) => oppositeSides(other.word, one.word) !== null && other.spread === one.spread)
      const sides = twin ? oppositeSides(twin.word, one.word) : null
      if (!twin || !sides) {
        open.set(one.rest, [...waiting, one])
        continue
      }
      const [before, after] = sides[0] === 'before' ? [twin, one] : [one, twin]
      const finding = emptyFinding(block, 'pair')
      finding.before = figureOf(before)
      finding.after = figureOf(after)
      finding.unit = after.unit ?? before.unit
      if (one.rest !== '') finding.test = one.rest
      const runs = one.spread - 1
      if (runs >= 2) finding.runs = runs // the values that the mean is of
      const start = after.line.text.indexOf(one.rest)
      if (one.rest !== '' && start >= 0) finding.labels.push({ line: after.line, start, end: start + one.rest.length })
      found.push(finding)
      taken.add(one.line)
      taken.add(twin.line)
      open.set(
        one.rest,
        waiting.filter((other) => other !== twin),
      )
    }
  }
  return found
}
