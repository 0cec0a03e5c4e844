import { findChangeWords } from './change-words.ts'
import { emptyFinding, type Finding } from './finding.ts'
import { splitTokens } from './number-text.ts'
import { findFigures, type ProseFigure } from './prose-figures.ts'
import { nameFinding } from './prose-names.ts'
import { changeOfPair } from './prose-pairs.ts'
import { figureOf, type Reading } from './prose-reading.ts'
import { type Sentence, spanIn } from './sentences.ts'

type Side = 'before' | 'after'

const maxFigures = 6
const oldSide =
  /\b(?:before|without|w\/o|unpatched|vanilla|baseline|originally|currently|previously|mainline|stock|today|(?:old|original|unmodified|plain|current|base) (?:kernel|code|layout|version|driver|struct\w*|implementation))\b/i
const newSide =
  /\b(?:after|patched|afterwards|now|with (?:it|both|them)\b|with (?:the |this |these |my |our |that )(?:\w+ )?(?:patch\w*|change\w*|series|fix|commit|padding|alignment|split|annotation)|(?:new|modified|fixed) (?:kernel|code|layout|version|driver|struct\w*|implementation))\b/i
const newStart = /^\W*(?:with (?:this|the|these|that|it)|after (?:this|the|that|applying)|now|patched)\b/i
/** What a patch sets, and what stands for one thing in general: no measurement. */
const noMeasurement =
  /\b(?:timeouts?|limits?|threshold|quota|budget|interval|period|defaults?|up to|at most|if|would|should)\b/i

/** The one side that a sentence speaks of; null where it speaks of none or of both. */
function sideOfSentence(text: string): Side | null {
  const isOld = oldSide.test(text)
  return isOld === newSide.test(text) ? null : isOld ? 'before' : 'after'
}

/** The measurements of a sentence: numbers with a unit that are no shares, counts or sizes. */
function measurementsIn(figures: readonly ProseFigure[]): ProseFigure[] {
  return figures.filter((one) => one.number.is === 'plain' && one.isMeasure && one.number.high === null)
}

/** The name in parentheses behind a number: "4,304 kops/s (small)". */
function nameBehind(reading: Reading, figure: ProseFigure): { text: string; start: number; end: number } | null {
  const from = reading.tokens[figure.next - 1]?.end ?? figure.number.end
  const match = /^\s?\(([a-z][^()]{0,30})\)/i.exec(reading.sentence.text.slice(from))
  if (!match?.[1]) return null
  const start = from + match[0].indexOf(match[1])
  return { text: match[1], start, end: start + match[1].length }
}

/** The numbers of both sentences, as many on each side and of one unit; null where they do not fit. */
function matchFigures(one: Reading, two: Reading): [ProseFigure[], ProseFigure[]] | null {
  const ahead = measurementsIn(one.figures).filter((figure) => figure.unit !== null)
  const unit = ahead[0]?.unit
  if (!unit || ahead.length > maxFigures || ahead.some((figure) => figure.unit !== unit)) return null
  const all = measurementsIn(two.figures)
  const same = all.filter((figure) => figure.unit === unit)
  const behind = same.length > 0 ? same : all.filter((figure) => figure.unit === null)
  if (behind.length !== ahead.length) return null
  const isListed = behind.every((figure, at) => {
    const twin = ahead[at]
    return !twin || nameBehind(one, twin)?.text === nameBehind(two, figure)?.text
  })
  return isListed &&
    (same.length > 0 || /\b(?:number|figure|rate|result|time|latenc|throughput|it|that|this)/i.test(two.sentence.text))
    ? [ahead, behind]
    : null
}

/**
 * A measurement told in one sentence and its other side in the next: "Without the patch it takes 31 s. With it, 24 s."
 * `reading` is the second sentence; its numbers that are used are marked.
 */
export function findSentencePairs(reading: Reading, earlier: Sentence): Finding[] {
  const { text } = reading.sentence
  if (reading.figures.length === 0 || !/\d/.test(earlier.text) || earlier.text.length > 600) return []
  if (noMeasurement.test(text) || noMeasurement.test(earlier.text)) return []
  const side = sideOfSentence(text)
  const told = sideOfSentence(earlier.text)
  const isFollowed = told === null && side === 'after' && newStart.test(text) && !newSide.test(earlier.text)
  if (side === null || told === side || (told === null && !isFollowed)) return []
  const tokens = splitTokens(earlier.text)
  const first: Reading = {
    sentence: earlier,
    tokens,
    figures: findFigures(tokens),
    words: findChangeWords(tokens),
    used: new Set(),
  }
  const matched = matchFigures(first, reading)
  if (!matched || (isFollowed && matched[0].length > 1)) return []
  const [ahead, behind] = matched
  return ahead.flatMap((one, at) => {
    const two = behind[at]
    if (!two || reading.used.has(two)) return []
    if (one.number.value === two.number.value && /^(?:s|sec|secs|seconds|min|minutes)$/.test(one.unit ?? '')) return []
    const finding = emptyFinding(reading.sentence.block, 'prose')
    const [a, b] = [figureOf(first, one), figureOf(reading, two)]
    finding.before = side === 'after' ? a : b
    finding.after = side === 'after' ? b : a
    finding.unit = one.unit
    if (one.precision === 'about' || two.precision === 'about') finding.precision = 'about'
    const pair = side === 'after' ? { before: one, after: two } : { before: two, after: one }
    const change = ahead.length === 1 ? changeOfPair(reading, { ...pair, list: 0, count: 1 }) : null
    if (change) {
      reading.used.add(change)
      finding.change = figureOf(reading, change)
      if (change.number.is === 'multiple') finding.changeIs = 'multiple'
    }
    const label = nameBehind(first, one)
    // of several numbers the words before the first are everyone's
    const start = ahead[0]?.number.start ?? one.number.start
    const end = ahead.length > 1 ? start : (tokens[one.next - 1]?.end ?? one.number.end)
    nameFinding(first, finding, start, end, null, { from: 0, to: ahead.length > 1 ? start : earlier.text.length })
    if (label) {
      finding.variant = label.text
      finding.labels.push(spanIn(earlier, label.start, label.end))
    }
    reading.used.add(two)
    return [finding]
  })
}
