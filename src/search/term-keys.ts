import { foldMember, foldText } from './fold-text.ts'

/** How a key stands to the name it is made from. */
export type Tier = 'exact' | 'tail' | 'part' | 'joined'
export type Key = { key: string; tier: Tier }

const MOST_PARTS = 12
const MOST_LETTERS = 120

/** Places where a name can be cut: after `_`, `.`, `/`, `-`, `:` and where a capital follows a small letter. */
function findCuts(name: string): number[] {
  const cuts: number[] = []
  for (const match of name.slice(0, MOST_LETTERS).matchAll(/[_./:\-\s[\](),>]+|(?<=[a-z0-9])(?=[A-Z])/g)) {
    const at = match.index + match[0].length
    if (at > 0 && at < name.length) cuts.push(at)
    if (cuts.length >= MOST_PARTS) break
  }
  return cuts
}

/** Single parts of a name: `j_state_lock` -> j, state, lock; `lastSmTime` -> last, sm, time. */
export function splitParts(name: string): string[] {
  return name
    .slice(0, MOST_LETTERS)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .slice(0, MOST_PARTS)
}

/** A name without its separators: `per-cpu`, `per_cpu` and `perCpu` are all `percpu`. */
export function joinName(name: string): string {
  return foldText(name).replace(/[^\p{L}\p{N}]+/gu, '')
}

/**
 * The keys a name is found by: itself; its tails from every cut on (`state_lock`, `ext4/super.c`); itself without
 * separators; its single parts. Beginnings of keys need none: the keys are sorted.
 */
export function buildKeys(name: string): Key[] {
  const keys = new Map<string, Tier>()
  const add = (text: string, tier: Tier): void => {
    const key = foldMember(text).trim().replace(/\s+/g, ' ').slice(0, MOST_LETTERS)
    if (key !== '' && !keys.has(key)) keys.set(key, tier)
  }
  add(name, 'exact')
  for (const cut of findCuts(name)) add(name.slice(cut), 'tail')
  const joined = joinName(name)
  if (joined.length > 2) add(joined, 'joined')
  const parts = splitParts(name)
  for (const part of parts) add(part, 'part')
  const stem = /(?:^|\/)([^/]+)\.[A-Za-z]{1,5}$/.exec(name)?.[1]
  if (stem !== undefined) add(stem, 'part')
  return [...keys].map(([key, tier]) => ({ key, tier }))
}

/** Words of a text: cut at blanks, freed of the marks around them; what holds marks inside is given whole and in pieces. */
export function splitWords(text: string): string[] {
  const words: string[] = []
  for (const raw of text.split(/\s+/)) {
    const word = raw.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, '')
    if (word === '' || word.length > MOST_LETTERS) continue
    words.push(word)
    if (/[^\p{L}\p{N}_]/u.test(word)) words.push(...word.split(/[^\p{L}\p{N}_]+/u).filter((piece) => piece !== ''))
  }
  return words
}

/** Two words that are often written as one: the index holds them both ways. */
const joinedPairs = new Set([
  'per cpu',
  'cache line',
  'cache lines',
  'read mostly',
  'write mostly',
  'ref count',
  'spin lock',
  'work queue',
  'page cache',
  'false sharing',
  'hot path',
  'fast path',
  'slow path',
  'percpu refcount',
])

/** Words of a text and the pairs of them that are also written as one. */
export function buildWordKeys(text: string): string[] {
  const words = splitWords(foldText(text))
  const keys = new Set(words)
  for (const [index, word] of words.entries()) {
    const next = words[index + 1]
    if (next !== undefined && joinedPairs.has(`${word} ${next}`)) keys.add(word + next)
    if (/^[\p{L}\p{N}]+-[\p{L}\p{N}-]+$/u.test(word)) keys.add(word.replaceAll('-', ''))
  }
  return [...keys]
}

/** A title as one key: its words alone. */
export function titleKey(text: string): string {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')
    .slice(0, MOST_LETTERS)
}
