import type { ProseFigure } from './prose-figures.ts'
import { type Reading, wordAt } from './prose-reading.ts'

/** Before and after in a sentence; element `list` of `count`. */
export type Pair = { before: ProseFigure; after: ProseFigure; list: number; count: number }

function listAt(lists: ProseFigure[][], at: number): ProseFigure[] | null {
  return lists.find((list) => list[0]?.at === at) ?? null
}

/** First figure list that begins at most `reach` tokens behind `at`. */
function listAfter(lists: ProseFigure[][], at: number, reach: number): ProseFigure[] | null {
  for (let next = at; next <= at + reach; next++) {
    const list = listAt(lists, next)
    if (list) return list
  }
  return null
}

/** "from L to M", "A -> B", "to B from A", "B instead of A": pairs of one sentence, lists element by element. */
export function findPairs(reading: Reading, lists: ProseFigure[][]): Pair[] {
  const { tokens, figures } = reading
  const pairs: Pair[] = []
  const add = (before: ProseFigure[], after: ProseFigure[]) => {
    if ([...before, ...after].some((figure) => reading.used.has(figure))) return
    const count = Math.max(before.length, after.length)
    if (before.length !== after.length && before.length !== 1 && after.length !== 1) return
    for (let at = 0; at < count; at++) {
      const one = before[before.length === 1 ? 0 : at]
      const two = after[after.length === 1 ? 0 : at]
      if (one && two) pairs.push({ before: one, after: two, list: at, count })
    }
    for (const figure of [...before, ...after]) reading.used.add(figure)
  }
  for (const [at, token] of tokens.entries()) {
    const word = token.printed.toLowerCase()
    if (token.kind !== 'number' && /^(?:-+>|=+>|→|⇒|➜)$/.test(word)) {
      const before = figures.find((figure) => figure.next === at || figure.next === at - 1)
      const after = figures.find(
        (figure) => figure.at === at + 1 || (figure.at === at + 2 && /^[~(]$/.test(wordAt(tokens, at + 1))),
      )
      if (before && after && before.number.is === after.number.is) add([before], [after])
    } else if (word === 'from') {
      const before = listAfter(lists, at + 1, 5)
      const last = before?.[before.length - 1]
      if (!before || !last) continue
      let to = -1
      for (let next = last.next; next < last.next + 9 && next < tokens.length; next++)
        if (wordAt(tokens, next) === 'to') {
          to = next
          break
        }
      const after = to < 0 ? null : listAfter(lists, to + 1, 5)
      if (after && after[0]?.number.is === last.number.is) add(before, after)
      else {
        const isDown = /^(?:down|up)$/.test(wordAt(tokens, at - 1)) // "4.3 s, down from 6.9 s"
        const reach = isDown ? 16 : 4
        const earlier = lists
          .filter(
            (list) => (list[list.length - 1]?.next ?? 0) <= at && (list[list.length - 1]?.next ?? 0) >= at - reach,
          )
          .pop()
        const first = earlier?.[0]
        if (
          earlier &&
          first &&
          first.number.is === last.number.is &&
          (isDown || /^(?:to|at|is|just|only|about|around|,|down|now)$/.test(wordAt(tokens, first.at - 1)))
        )
          add(before, earlier)
      }
    } else if (/^(?:instead|versus|vs|vs\.|compared|against|rather)$/.test(word)) {
      if (addLists(reading, lists, at, add)) continue
      const two = figures.filter((figure) => figure.next <= at && figure.next >= at - 8).pop()
      const one = figures.find((figure) => figure.at > at && figure.at <= at + (word === 'compared' ? 9 : 6))
      if (one && two && one.number.is === two.number.is && one.number.is === 'plain') {
        const near = tokens
          .slice(two.next, at)
          .map((t) => t.printed)
          .join(' ')
        const far = tokens
          .slice(one.next, one.next + 6)
          .map((t) => t.printed)
          .join(' ')
        const swapped =
          /\b(?:before|without|base|vanilla|unpatched)\b/i.test(near) ||
          (/\b(?:after|with|patched)\b/i.test(far) && !/without/i.test(far))
        if (swapped) add([two], [one])
        else if (word !== 'vs' && word !== 'versus' && word !== 'vs.' && word !== 'against') add([one], [two])
        else if (
          /\b(?:before|without|base|vanilla|unpatched|unmodified|stock|mainline|original|old)\b/i.test(far) ||
          /\b(?:after|with|patched)\b/i.test(near)
        )
          add([one], [two])
        else if (movesAs(reading, one, two)) add([one], [two])
        else if (movesAs(reading, two, one)) add([two], [one])
      }
    }
  }
  if (pairs.length === 0) addTagged(reading, add)
  if (pairs.length === 0) addStep(reading, add)
  return pairs
}

/** "1.9M SET/s and 2.3M GET/s with this patch, compared to 1.6M SET/s and 2.0M GET/s before": lists of one length around the word. */
function addLists(
  reading: Reading,
  lists: ProseFigure[][],
  at: number,
  add: (before: ProseFigure[], after: ProseFigure[]) => void,
): boolean {
  const endOf = (list: ProseFigure[]) => list[list.length - 1]?.next ?? 0
  const ahead = lists.filter((list) => endOf(list) <= at && endOf(list) >= at - 10).pop()
  const behind = lists.find((list) => (list[0]?.at ?? 0) > at && (list[0]?.at ?? 0) <= at + 6)
  if (!ahead || !behind || ahead.length < 2 || ahead.length !== behind.length) return false
  if ([...ahead, ...behind].some((figure) => figure.number.is !== 'plain' || reading.used.has(figure))) return false
  const says = (from: number, to: number) =>
    reading.tokens
      .slice(from, to)
      .map((token) => token.printed)
      .join(' ')
  const [near, far] = [says(endOf(ahead), at), says(endOf(behind), endOf(behind) + 6)]
  const isSwapped =
    /\b(?:before|without|base|vanilla|unpatched)\b/i.test(near) ||
    (/\b(?:after|with|patched)\b/i.test(far) && !/without/i.test(far))
  if (isSwapped) add(ahead, behind)
  else add(behind, ahead)
  return true
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
  const { tokens } = reading
  const sides = { before: [] as ProseFigure[], after: [] as ProseFigure[] }
  for (const figure of reading.figures) {
    if (figure.number.is !== 'plain' || !figure.isMeasure || figure.unit === null || reading.used.has(figure)) continue
    const words: string[] = []
    for (let at = figure.next; at < tokens.length && at < figure.next + 9; at++) {
      const token = tokens[at]
      if (token === undefined || token.kind === 'number' || /^[,;.()]$/.test(token.printed)) break
      words.push(token.printed.toLowerCase())
    }
    const clause = words.join(' ')
    const ahead = [4, 3, 2, 1].map((back) => wordAt(tokens, figure.at - back)).join(' ')
    const isBefore = oldSide.test(clause) || /\b(?:it|this|that|which) (?:was|took|needed|used to \w+)$/.test(ahead)
    const isAfter = newSide.test(clause) || /\bnow (?:\w+ )?\w+$/.test(ahead)
    if (isBefore !== isAfter) sides[isBefore ? 'before' : 'after'].push(figure)
  }
  const [before, after] = [sides.before[0], sides.after[0]]
  const isOne = sides.before.length === 1 && sides.after.length === 1
  return before && after && isOne && before.unit === after.unit ? [before, after] : null
}

/** "takes 310 ns; ... this goes down to 190 ns": the second of two numbers of one unit is where the first went. */
function addStep(reading: Reading, add: (before: ProseFigure[], after: ProseFigure[]) => void): void {
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

/** Whether a step from one number to the other is the change that the sentence states. */
function movesAs(reading: Reading, from: ProseFigure, to: ProseFigure): boolean {
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
function addTagged(reading: Reading, add: (before: ProseFigure[], after: ProseFigure[]) => void): void {
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

/** "a 17.5% improvement, from 4.75 Mpps": nothing but the change's own word between the percentage and the first value. */
function leadsTo(reading: Reading, figure: ProseFigure, before: ProseFigure): boolean {
  const between = reading.tokens.slice(figure.next, before.at).map((token) => token.printed)
  return (
    between.length > 0 &&
    between.length <= 5 &&
    between.includes('from') &&
    between.every((word) =>
      /^(?:[,:(]|from|improvement|increase|decrease|reduction|drop|gain|regression|degradation|speed-?up|boost)$/i.test(
        word,
      ),
    )
  )
}

/** Percentages that restate a pair: in parentheses beside it, or in the same sentence and of the same size. */
export function changeOfPair(reading: Reading, pair: Pair): ProseFigure | null {
  const base = pair.before.number.value
  if (base === 0) return null
  const computed = ((pair.after.number.value - base) / Math.abs(base)) * 100
  const ratio =
    pair.after.number.value === 0
      ? Number.POSITIVE_INFINITY
      : Math.max(pair.after.number.value / base, base / pair.after.number.value)
  for (const figure of reading.figures) {
    if (reading.used.has(figure)) continue
    const { number } = figure
    if (number.is === 'percent') {
      const distance = Math.min(Math.abs(figure.at - pair.after.next), Math.abs(pair.before.at - figure.next))
      const fits = Math.abs(Math.abs(computed) - Math.abs(number.value)) <= Math.max(1.5, Math.abs(computed) * 0.12)
      const isInside = /[(]/.test(reading.tokens[pair.after.next]?.printed ?? '') && distance <= 3
      if (fits || isInside || distance <= 1 || leadsTo(reading, figure, pair.before)) return figure
    }
    if (number.is === 'multiple' && Math.abs(ratio - number.value) <= Math.max(0.6, ratio * 0.12)) return figure
  }
  return null
}
