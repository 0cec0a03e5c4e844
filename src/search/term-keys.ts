import { foldMember, foldText } from './fold-text.ts'

/** How a key stands to the name it is made from. */
export type Tier = 'exact' | 'tail' | 'part' | 'joined'
export type Key = { key: string; tier: Tier }

const MOST_CUTS = 16
const MOST_PARTS = 24
const MOST_LETTERS = 120

/**
 * Places where a name can be cut: after `_`, `.`, `/`, `-`, `:` and where a capital follows a small letter. Of very
 * many the last count: what a path or a Java class is called stands at its end.
 */
function findCuts(name: string): number[] {
  const cuts: number[] = []
  for (const match of name.matchAll(/[_./:\-\s[\](),>#$]+|(?<=[a-z0-9])(?=[A-Z])/g)) {
    const at = match.index + match[0].length
    if (at > 0 && at < name.length) cuts.push(at)
  }
  return cuts.slice(-MOST_CUTS)
}

/** Single parts of a name: `j_state_lock` -> j, state, lock; `lastSmTime` -> last, sm, time. */
export function splitParts(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .slice(-MOST_PARTS)
}

/** What the name of a file of source or text ends with, folded. */
export const fileEnding = /\.(?:[chsi]|cc|cpp|cxx|hh|hpp|inl|rs|go|java|cs|py|scala|rst|txt|md|lds|toml)$/

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
  // A path's tail begins a folder or a file: what only ends a file's name is a part of it.
  const isPath = name.includes('/')
  // The end of a Message-ID can be an address (`…-ada.b@example.org`): of an id only the whole holds its `@`.
  const end = name.includes('@') ? name.lastIndexOf('@') : name.length
  for (const cut of findCuts(name))
    add(name.slice(cut, cut < end ? end : undefined), isPath && name[cut - 1] !== '/' ? 'part' : 'tail')
  const joined = joinName(name)
  if (joined.length > 2) add(joined, 'joined')
  const parts = splitParts(name)
  for (const part of parts) add(part, 'part')
  const stem = /(?:^|\/)([^/]+)\.[A-Za-z]{1,5}$/.exec(name)?.[1]
  if (stem !== undefined && !name.includes('@')) add(stem, 'part')
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

/** Each two neighbouring words of a title, as one key: what was typed as they stand comes before the same words apart. */
export function pairWords(text: string): string[] {
  const words = foldText(text)
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word !== '')
  return [
    ...new Set(words.slice(0, -1).map((word, index) => `${word} ${words[index + 1] ?? ''}`.slice(0, MOST_LETTERS))),
  ]
}

/** A title as one key: its words alone. */
export function titleKey(text: string): string {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')
    .slice(0, MOST_LETTERS)
}
