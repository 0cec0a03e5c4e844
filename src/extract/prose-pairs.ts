import type { ProseFigure } from './prose-figures.ts'
import { type Reading, wordAt } from './prose-reading.ts'
import { addTold, movesAs, splitClauses } from './told-sides.ts'

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
  if (pairs.length === 0) addTold(reading, add)
  if (pairs.length === 0) for (const clause of splitClauses(reading)) addTold(clause, add)
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
