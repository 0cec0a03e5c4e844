import type { IndexReader, Manifest } from './index-format.ts'
import { scoreUnit } from './match-units.ts'
import type { Unit } from './parse-query.ts'
import { hasAny, intersect, noScores, type Scores } from './scores.ts'
import { splitParts } from './term-keys.ts'

const MOST_TAILS = 12
const MOST_NAMES = 12
const MOST_HALVES = 3
const [PART_LOSS, INNER_LOSS, STEM_LOSS] = [300, 400, 150]

/** The same scores less something, and never nothing. */
function lower(scores: Scores, loss: number): Scores {
  return scores.map((score) => (score > 0 ? Math.max(20, score - loss) : 0))
}

type Ask = (keys: string[], isPhrase: boolean) => Promise<Scores>

/** A path from elsewhere, without its first folders: `/home/me/linux/mm/slub.c` -> `linux/mm/slub.c`, `mm/slub.c` … */
function findTails(key: string): string[] {
  const tails: string[] = []
  for (let at = key.indexOf('/'); at >= 0 && tails.length < MOST_TAILS; at = key.indexOf('/', at + 1))
    tails.push(key.slice(at + 1))
  const last = tails.at(-1) ?? ''
  const member = last.slice(last.lastIndexOf('.') + 1)
  return [...tails, ...(last.includes('.') && member.length > 2 ? [member] : [])].filter((tail) => tail !== '')
}

/** Forms of a word without its ending; each is looked up as a beginning. */
function findStems(key: string): string[] {
  const stem = /^(\p{L}{3,}?)(?:ies|ied|ing|ings|ed|es|er|ers|ation|ations|s)$/u.exec(key)?.[1]
  if (stem === undefined) return []
  return [stem, stem.replace(/(\p{L})\1$/u, '$1')]
}

/** Where two words were written as one: `internodealigned`. Each place where both halves are words. */
async function findHalves(key: string, reader: IndexReader): Promise<string[][]> {
  if (!/^[\p{L}\p{N}]{8,}$/u.test(key)) return []
  const known = new Set(await reader.words())
  return Array.from({ length: key.length - 5 }, (_, index) => [key.slice(0, index + 3), key.slice(index + 3)])
    .filter((halves) => halves.every((half) => known.has(half)))
    .slice(0, MOST_HALVES)
}

/** A robot's name of a result without its metric, without its test: `suite.test.metric` -> `suite test`, `suite`. */
function findLefts({ left, keys }: Unit): string[] {
  const [whole = ''] = keys
  const segments = left === null || whole.includes('/') ? [] : left.split('.').slice(0, 3)
  return segments.map((_, index) => segments.slice(0, segments.length - index).join(' '))
}

/** Letters inside of a word; where a name's separators stand among them, the end of one word and what follows it. */
async function findInner(key: string, ask: Ask, reader: IndexReader): Promise<Scores | null> {
  if (key.length < 4) return null
  const words = await reader.words()
  const head = /^[\p{L}\p{N}]*/u.exec(key)?.[0] ?? ''
  const isInWord = head === key
  const fitting = words.filter((word) => (isInWord ? word.includes(key) : word.endsWith(head))).slice(0, MOST_NAMES)
  if (head === '' || fitting.length === 0) return null
  const names = fitting.map((word) => (isInWord ? word : word + key.slice(head.length)))
  return lower(await ask(names, isInWord), INNER_LOSS)
}

/**
 * What a word may mean that no name is or begins with, the nearest meaning first: a Message-ID whose host is hidden, a
 * path that begins elsewhere, the parts of a name in another order, letters inside of a name, a word's other forms.
 */
export async function loosenUnit(unit: Unit, reader: IndexReader, manifest: Manifest): Promise<Scores> {
  const [key = ''] = unit.keys
  const ask: Ask = (keys, isPhrase) => scoreUnit({ ...unit, keys, left: null, isPhrase }, reader, manifest)
  const before = key.includes('@') ? key.slice(0, key.indexOf('@')) : ''
  if (before.length > 7) {
    const scores = await ask([before], false)
    if (hasAny(scores)) return scores
  }
  for (const tail of findTails(key)) {
    const scores = await ask([tail], false)
    if (hasAny(scores)) return scores
  }
  const askAll = async (parts: readonly string[]): Promise<Scores | null> => {
    if (parts.length < 2) return null
    const scores = intersect(await Promise.all(parts.map((part) => ask([part], true))), manifest.count)
    return hasAny(scores)
      ? lower(
          scores.map((score) => score / parts.length),
          PART_LOSS,
        )
      : null
  }
  const parts = splitParts(key)
  const inParts = (await askAll(parts)) ?? (await findInner(key, ask, reader))
  if (inParts && hasAny(inParts)) return inParts
  for (const [index, part] of parts.entries())
    for (const halves of await findHalves(part, reader)) {
      const scores = await askAll([...parts.slice(0, index), ...halves, ...parts.slice(index + 1)])
      if (scores) return lower(scores, STEM_LOSS)
    }
  for (const left of findLefts(unit)) {
    const scores = await ask([left], true)
    if (hasAny(scores)) return lower(scores, INNER_LOSS)
  }
  for (const stem of findStems(key)) {
    const scores = await ask([stem], false)
    if (hasAny(scores)) return lower(scores, STEM_LOSS)
  }
  return noScores(manifest.count)
}
