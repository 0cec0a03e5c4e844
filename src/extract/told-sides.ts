import type { ProseFigure } from './prose-figures.ts'
import { type Reading, wordAt } from './prose-reading.ts'

type Add = (before: ProseFigure[], after: ProseFigure[]) => void

/** Pairs whose sides are told by words beside the numbers, or by a verb that moves from one to the other. */
export function addTold(reading: Reading, add: Add): void {
  const known = reading.used.size
  addTagged(reading, add)
  if (reading.used.size === known) addStep(reading, add)
}

const clauseEnd = /;\s|,\s(?:while|whereas|and|but)\s|\s(?:while|whereas)\s/g

/** The clauses of a sentence with two measurements each, every one a reading of its own: "… took 31 ns and now takes 24; a … took". */
export function splitClauses(reading: Reading): Reading[] {
  const { text } = reading.sentence
  const ends = [...text.matchAll(clauseEnd)].slice(0, 12).map((match) => match.index)
  if (ends.length === 0) return []
  const bounds = [0, ...ends, text.length]
  return bounds.slice(0, -1).flatMap((from, at) => {
    const to = bounds[at + 1] ?? text.length
    const figures = reading.figures.filter(({ number }) => number.start >= from && number.start < to)
    if (figures.filter((figure) => figure.number.is === 'plain' && figure.isMeasure).length < 2) return []
    const masked = ' '.repeat(from) + text.slice(from, to) + ' '.repeat(text.length - to)
    return [{ ...reading, figures, sentence: { ...reading.sentence, text: masked } }]
  })
}

/** The one number that a word of the unpatched side stands beside, and the one with a word of the patched side. */
function adjacentPair(reading: Reading): [ProseFigure, ProseFigure] | null {
  const sides = { before: [] as ProseFigure[], after: [] as ProseFigure[] }
  const open = reading.figures.filter(
    (figure) => figure.number.is === 'plain' && figure.isMeasure && !reading.used.has(figure),
  )
  for (const figure of open) {
    const behind = [0, 1].map((step) => wordAt(reading.tokens, figure.next + step)).join(' ')
    const ahead = [2, 1].map((step) => wordAt(reading.tokens, figure.at - step)).join(' ')
    const named = [3, 2, 1].map((step) => wordAt(reading.tokens, figure.at - step)).join(' ')
    const isBefore =
      /\b(?:base|baseline|vanilla|unpatched|old|original) [\w-]+ (?:is|was|=|:|gets?|does|at)$/.test(named) ||
      /^[^\w,;]{0,2}(?:before|without|w\/o|unpatched|vanilla|base|baseline)\b/.test(behind) ||
      /\b(?:before|without|unpatched|vanilla|base|baseline)[^\w,;]{0,3}$/.test(ahead)
    const isAfter =
      /\b(?:patch|patched|new) [\w-]+ (?:is|was|=|:|gets?|does|at)$/.test(named) ||
      /^[^\w,;]{0,2}(?:after|with|patched|afterwards|now)\b/.test(behind) ||
      /\b(?:after|patched|now)[^\w,;]{0,3}$/.test(ahead)
    if (isBefore !== isAfter) sides[isBefore ? 'before' : 'after'].push(figure)
  }
  const [before, after] = [sides.before[0], sides.after[0]]
  return before && after && sides.before.length === 1 && sides.after.length === 1 ? [before, after] : null
}

const oldSide = /\b(?:before|without|unpatched|vanilla|old|previous|original)\b/
const newSide =
  /\b(?:after|patched|new|now|with (?:the |this |that |my |our )?(?:patch|change|fix|series|commit|new))\b/

/** "48.3 seconds on average with the old layout, and 31.7 seconds with the new one": the clause behind each number names its side. */
function clausePair(reading: Reading): [ProseFigure, ProseFigure] | null {
  const sides = { before: [] as ProseFigure[], after: [] as ProseFigure[], open: [] as ProseFigure[] }
  for (const figure of reading.figures) {
    if (figure.number.is !== 'plain' || !figure.isMeasure || figure.unit === null || reading.used.has(figure)) continue
    sides[clauseSide(reading, figure)].push(figure)
  }
  const { before, after, open } = sides
  const [one, two, other] = [before[0], after[0], open[0]]
  if (before.length > 1 || after.length > 1) return null
  if (one && two) return one.unit === two.unit ? [one, two] : null
  if (!other || open.length !== 1) return null
  // "was 1.31 Mops/s, now it is 1.77 Mops/s": one side is told, the other by its verb or by where the sentence begins
  const lead = reading.sentence.text.slice(0, other.number.start)
  if (two?.unit === other.unit && other.at < two.at && /\b(?:was|took|needed|gave|had|got|did) (?:\S+ )?$/.test(lead))
    return [other, two]
  if (one?.unit === other.unit && other.at < one.at && newSide.test(lead.toLowerCase())) return [one, other]
  return null
}

function clauseSide({ tokens }: Reading, figure: ProseFigure): 'before' | 'after' | 'open' {
  const words: string[] = []
  for (let at = figure.next; at < tokens.length && at < figure.next + 9; at++) {
    const token = tokens[at]
    if (token === undefined || token.kind === 'number' || /^(?:[,;.()]|and|but|while|whereas)$/.test(token.printed))
      break
    words.push(token.printed.toLowerCase())
  }
  const clause = words.join(' ')
  const ahead = [4, 3, 2, 1].map((back) => wordAt(tokens, figure.at - back)).join(' ')
  const isBefore = oldSide.test(clause) || /\b(?:it|this|that|which) (?:was|took|needed|used to \w+)$/.test(ahead)
  const isAfter = newSide.test(clause) || /\bnow (?:\w+ )?\w+$/.test(ahead)
  return isBefore === isAfter ? 'open' : isBefore ? 'before' : 'after'
}

/** "takes 310 ns; ... this goes down to 190 ns": the second of two numbers of one unit is where the first went. */
function addStep(reading: Reading, add: Add): void {
  const open = reading.figures.filter(
    (figure) => figure.number.is === 'plain' && figure.isMeasure && figure.unit !== null,
  )
  const [one, two] = open
  if (!one || !two || open.length !== 2 || one.unit !== two.unit) return
  const lead = [4, 3, 2, 1].map((back) => wordAt(reading.tokens, two.at - back)).join(' ')
  if (
    /\b(?:down|up|goes|drops|falls|rises|increases|decreases|dropped|increased|reduced|improved|improves|decreased|went) (?:\w+ )?to(?: \S+)?$/.test(
      lead,
    ) ||
    /\bbec(?:omes?|ame)(?: \S+)?$/.test(lead)
  )
    add([one], [two])
}

const patchedTag =
  /\b(?:after|patched|with (?:the |this |these |my |our |both )?(?:patch|change|fix|series|commit|padding|alignment|optimi[sz]ation|it)\w*)/gi

/** The side whose name stands last before a place ("vanilla: ", "with this patch: "); null where none does. */
function sideBefore(text: string, at: number): 'before' | 'after' | null {
  const lead = text.slice(0, at)
  const last = (tag: RegExp) => [...lead.matchAll(tag)].pop()?.index ?? -1
  const before = last(beforeTag)
  const after = last(patchedTag)
  if (before < 0 && after < 0) return null
  return before > after ? 'before' : 'after'
}

const factorWord = /\b(doubl(?:es|ed|ing)|tripl(?:es|ed|ing)|quadrupl\w+|halv(?:es|ed|ing))\b/i

/** Whether a step from one number to the other is the change that the sentence states. */
export function movesAs(reading: Reading, from: ProseFigure, to: ProseFigure): boolean {
  const factor = factorWord.exec(reading.sentence.text)?.[1]
  if (factor !== undefined && from.number.value > 0) {
    const ratio = to.number.value / from.number.value
    return /^hal/i.test(factor) ? ratio < 0.6 && ratio > 0.3 : ratio > 1.7
  }
  const change = reading.figures.find((figure) => figure.number.is === 'percent')
  const word = reading.words[0]
  if (!change || !word || from.number.value === 0) return false
  const percent = ((to.number.value - from.number.value) / Math.abs(from.number.value)) * 100
  const isNear = Math.abs(Math.abs(percent) - Math.abs(change.number.value)) <= 0.6 + Math.abs(percent) * 0.05
  return isNear && Math.sign(percent) === word.sign
}

const beforeTag =
  /\b(?:before|without|w\/o|unpatched|vanilla|baseline|base|old|original\w*|mainline|stock|previously|used to)\b/gi

const afterTag = /\b(?:after|with|patched|new|now|w\/)(?![\w])/gi

/** One number beside a word of the unpatched side and one beside a word of the patched: a pair. */
function addTagged(reading: Reading, add: Add): void {
  const adjacent = adjacentPair(reading) ?? clausePair(reading)
  if (adjacent) {
    add([adjacent[0]], [adjacent[1]])
    return
  }
  let plain = reading.figures.filter(
    (figure) => figure.number.is === 'plain' && figure.isMeasure && !reading.used.has(figure),
  )
  if (plain.length > 2) plain = plain.filter((figure) => figure.unit !== null)
  if (plain.length !== 2) return
  const { text } = reading.sentence
  const near = (tag: RegExp, figure: ProseFigure) => {
    let best = 50
    for (const match of text.matchAll(tag)) {
      const distance =
        match.index > figure.number.end
          ? match.index - figure.number.end
          : figure.number.start - match.index - match[0].length
      best = Math.min(best, Math.max(0, distance))
    }
    return best
  }
  const [one, two] = plain
  if (!one || !two || ![...text.matchAll(beforeTag)].length || ![...text.matchAll(afterTag)].length) return
  const sides = [sideBefore(text, one.number.start), sideBefore(text, two.number.start)]
  const isOrdered = one.unit === two.unit && sides[0] !== sides[1] && !sides.includes(null)
  if (isOrdered) {
    if (sides[0] === 'before') add([one], [two])
    else add([two], [one])
    return
  }
  const straight = near(beforeTag, one) + near(afterTag, two)
  const crossed = near(beforeTag, two) + near(afterTag, one)
  if (Math.min(straight, crossed) > 60 || straight === crossed) return
  if (one.unit !== two.unit && one.unit !== null && two.unit !== null) return
  if (straight < crossed) add([one], [two])
  else add([two], [one])
}
