import { foldMember, foldText } from './fold-text.ts'
import type { FieldLetter } from './index-format.ts'
import { takeFromAddress } from './take-address.ts'
import { fileEnding, joinName, titleKey } from './term-keys.ts'

/** One thing a query asks for. `keys`: what to look up, the best first. `left`: what stands before `->` or `.`. */
export type Unit = {
  text: string
  keys: string[]
  left: string | null
  /** How many of the keys are the whole of it: where one of those finds, what stands right of the dot is not asked for. */
  wholes: number
  letters: readonly FieldLetter[] | null
  isPhrase: boolean
  isNegative: boolean
  /** What the words before it prefer: `struct page_counter` is a struct first. */
  prefers: FieldLetter | null
  /** The function around what is meant: `READ_ONCE` of `READ_ONCE(sk->sk_count)`. */
  isCall: boolean
}
export type Range = { name: 'year' | 'effect'; low: number; high: number; isNegative: boolean }
/** A query taken apart. `whole`: all of it as one title or name, where it has several words and no prefixes. */
export type Query = { text: string; units: Unit[]; ranges: Range[]; whole: string[]; messages: string[] }

export const MOST_LETTERS = 400
const MOST_UNITS = 24

type Prefix = { letters: readonly FieldLetter[]; says: string }
const prefixTable: Record<string, Prefix> = {
  struct: { letters: ['s'], says: 'struct' },
  field: { letters: ['m'], says: 'member' },
  file: { letters: ['f'], says: 'file or path' },
  fn: { letters: ['n'], says: 'function' },
  macro: { letters: ['c'], says: 'macro' },
  tech: { letters: ['q'], says: 'technique' },
  kind: { letters: ['d'], says: 'kind' },
  project: { letters: ['o'], says: 'project' },
  sub: { letters: ['u'], says: 'subsystem' },
  author: { letters: ['a'], says: 'author' },
  bench: { letters: ['b'], says: 'benchmark suite, test or metric' },
  machine: { letters: ['h'], says: 'machine' },
  commit: { letters: ['k', 'j'], says: 'commit' },
  mid: { letters: ['i', 'I'], says: 'Message-ID' },
  outcome: { letters: ['e'], says: 'outcome' },
  title: { letters: ['w', 't'], says: 'title' },
}
const otherNames: Record<string, string> = {
  member: 'field',
  path: 'file',
  dfn: 'file',
  func: 'fn',
  function: 'fn',
  dfhh: 'fn',
  define: 'macro',
  technique: 'tech',
  subsystem: 'sub',
  from: 'author',
  f: 'author',
  benchmark: 'bench',
  test: 'bench',
  cpu: 'machine',
  sha: 'commit',
  m: 'mid',
  msgid: 'mid',
  s: 'title',
  subject: 'title',
}
const rangeNames = { year: 'year', effect: 'effect', y: 'year' } as const

/** The prefixes for a line of help. */
export const prefixNames: readonly string[] = [...Object.keys(prefixTable), 'year', 'effect']

type Token = { isNegative: boolean; prefix: string | null; text: string; isQuoted: boolean }

/** Cuts a query at blanks outside of quotes; a quote that never ends goes to the end. */
function splitTokens(text: string): Token[] {
  const tokens: Token[] = []
  const pattern = /(-?)(?:([A-Za-z]{1,10}):(?=[^\s:]))?(?:"([^"]*)(?:"|$)|(\S+))/gy
  let at = 0
  while (at < text.length && tokens.length < MOST_UNITS) {
    const blank = /\S/g
    blank.lastIndex = at
    const start = blank.exec(text)?.index
    if (start === undefined) break
    pattern.lastIndex = start
    const match = pattern.exec(text)
    if (!match) break
    at = pattern.lastIndex > start ? pattern.lastIndex : start + 1
    tokens.push({
      isNegative: match[1] === '-' && !(match[4] ?? '').startsWith('>'),
      prefix: match[2] ?? null,
      text: match[3] ?? match[4] ?? '',
      isQuoted: match[3] !== undefined,
    })
  }
  return tokens
}

/** `>100`, `16..64`: what only a number can be asked. */
const isComparison = /^(?:[<>≤≥]=?\s*\d|\d+\.\.\d*$)/

const bound = (text: string): number | null => (/^[+-]?\d+(?:\.\d+)?%?$/.test(text) ? Number.parseFloat(text) : null)

/** `2015..2020`, `2015..`, `>10`, `<=0`, `2015`; null where it is none of them. */
export function parseRange(text: string): { low: number; high: number } | null {
  const plain = foldText(text).replaceAll('−', '-').replaceAll('–', '..').replaceAll('≥', '>=').replaceAll('≤', '<=')
  const sides = /^([^.]*(?:\.\d+)?%?)\.\.+(.*)$/.exec(plain) ?? /^(\d{4})-(\d{4})$/.exec(plain)
  if (sides) {
    const [low, high] = [sides[1] ?? '', sides[2] ?? ''].map((side) => (side === '' ? undefined : bound(side)))
    if (low === null || high === null || (low === undefined && high === undefined)) return null
    const ends = [low ?? Number.NEGATIVE_INFINITY, high ?? Number.POSITIVE_INFINITY]
    return { low: Math.min(...ends), high: Math.max(...ends) }
  }
  const compared = /^(>=?|<=?)?(.+)$/.exec(plain)
  const value = bound(compared?.[2] ?? '')
  if (value === null) return null
  const least = 1e-9
  if (compared?.[1]?.startsWith('>'))
    return { low: compared[1] === '>' ? value + least : value, high: Number.POSITIVE_INFINITY }
  if (compared?.[1]?.startsWith('<'))
    return { low: Number.NEGATIVE_INFINITY, high: compared[1] === '<' ? value - least : value }
  return { low: value, high: value }
}

/** Takes away what stands around a name in code and mail: `&`, `*`, `()`, `<…>`, `;`. Underscores stay. */
function stripMarks(text: string): string {
  return text
    .replace(/^(?:->|[^\p{L}\p{N}_])+/u, '')
    .replace(/\[[^\]]*\]$/, '')
    .replace(/[^\p{L}\p{N}_]+$/u, '')
}

/** What to look up for a word: as it stands, the right side of a member, without separators, without a plural's s. */
function buildUnitKeys(word: string, isChain: boolean): Pick<Unit, 'keys' | 'left' | 'wholes'> {
  const whole = foldMember(word)
    .replace(/(\.[a-z]{1,5}):\d+(?::\d+)?$/, '$1')
    .replace(/(?<=[\p{L}\p{N}_])[#$](?=[\p{L}_])/gu, '.')
  const keys = [whole]
  // As git describes a commit: `v5.10-12-g0123456789ab`.
  const described = /(?:^|-)g(?=[a-f]*\d)([0-9a-f]{7,40})$/.exec(whole)?.[1]
  if (described !== undefined) keys.push(described)
  if (/^[ab]\/.*\/.*\./.test(whole)) keys.push(whole.slice(2))
  let left: string | null = null
  let wholes = 0
  const dot = whole.lastIndexOf('.')
  if (dot > 0 && !/[/@]/.test(whole) && !fileEnding.test(whole)) {
    wholes = keys.length
    keys.push(whole.slice(dot + 1))
    // A class of Java, a package of Go stands in the file of its name.
    if (/^\w+(?:\.\w+)+$/.test(whole)) keys.push(`${whole.replaceAll('.', '/')}.`)
    left = whole.slice(0, dot)
    // Of `sk->sk_backlog.len` the member before the last says more than `len`.
    if (isChain) keys.push(...left.split('.').slice(1).reverse())
  }
  if (/[^\p{L}\p{N}.@/]/u.test(whole)) {
    const joined = joinName(whole)
    if (joined.length > 2) keys.push(joined)
    const bare = whole.replace(/^_+|_+$/g, '')
    if (bare !== whole) keys.push(bare)
  }
  if (/^[\p{L}_-]{4,}[^su\P{L}]s$/u.test(whole)) keys.push(whole.slice(0, -1))
  return { keys: [...new Set(keys.filter((key) => key !== '').map((key) => key.slice(0, 120)))], left, wholes }
}

function buildUnits(token: Token, letters: readonly FieldLetter[] | null, prefers: FieldLetter | null): Unit[] {
  const shared = { letters, prefers, isNegative: token.isNegative }
  if (token.isQuoted) {
    const text = token.text.trim()
    const key = foldMember(text).replace(/\s+/g, ' ').slice(0, 120)
    if (key === '' || !/[\p{L}\p{N}]/u.test(key)) return []
    // A value of a field may be written with other marks: `tech:"check before write"`.
    const keys = letters === null ? [key] : [...new Set([key, joinName(key)])]
    return [{ ...shared, text, keys, left: null, wholes: 0, isPhrase: true, isCall: false }]
  }
  const text = stripMarks(takeFromAddress(token.text.replace(/^[<("'[]+/, '')))
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  // Names joined by marks of code: `atomic_inc(&sbi->s_count)`, `a,b`.
  const pieces = text
    .replace(/->/g, '.')
    .split(/[^\p{L}\p{N}_.:/@+\-~=%$#[\]]+/u)
    .map(stripMarks)
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
  const isCall = /^[A-Za-z_]\w*\(./.test(text) && pieces.length > 1
  return pieces.map((piece, index) => ({
    ...shared,
    prefers: prefers ?? (/^_*[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(piece) ? 'c' : null),
    text: piece,
    ...buildUnitKeys(piece, text.includes('->')),
    isPhrase: false,
    isCall: isCall && index === 0,
  }))
}

/** Words that only hold a sentence together: left out where others stand beside them. */
const smallWords = new Set(
  'a about an and are as at be been by can do does for from has have how i if in into is it its my no not of on or so than that the their them then there these this those to was we were what when where which who whom why will with without you your'.split(
    ' ',
  ),
)

function dropSmallWords(units: Unit[]): Unit[] {
  const isSmall = (unit: Unit): boolean =>
    unit.letters === null &&
    !unit.isPhrase &&
    !unit.isNegative &&
    (smallWords.has(unit.keys[0] ?? '') || /^\d$/.test(unit.text))
  return units.every(isSmall) ? units : units.filter((unit) => !isSmall(unit))
}

/** Values of a closed list, of which any may hold: `tech:pad,align-member`. */
const listed = new Set<FieldLetter>(['q', 'd', 'e', 'o'])

function buildListed(token: Token, letters: readonly FieldLetter[]): Unit[] {
  const values = token.isQuoted || !letters.some((letter) => listed.has(letter)) ? [] : token.text.split(/[,|]/)
  const units = (values.length > 1 ? values : [token.text]).map((text) => buildUnits({ ...token, text }, letters, null))
  const [first, ...others] = units.flat()
  if (values.length < 2 || !first) return units.flat()
  return [{ ...first, text: token.text, keys: [first, ...others].flatMap(({ keys }) => keys) }]
}

const leadWords: Record<string, FieldLetter> = {
  struct: 's',
  union: 's',
  class: 's',
  macro: 'c',
  function: 'n',
  commit: 'k',
}

/** `author: Dumazet`: a prefix that stands alone belongs to what follows. */
function joinLonePrefixes(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  let waiting: string | null = null
  for (const token of tokens) {
    const name: string | undefined = /^([a-z]{2,10}):$/i.exec(token.text)?.[1]?.toLowerCase()
    const isLone =
      name !== undefined &&
      token.prefix === null &&
      !token.isQuoted &&
      (Object.hasOwn(prefixTable, name) || Object.hasOwn(rangeNames, name))
    if (isLone && waiting === null) waiting = name
    else {
      joined.push(waiting === null || token.prefix !== null ? token : { ...token, prefix: waiting })
      waiting = null
    }
  }
  return waiting === null ? joined : [...joined, { isNegative: false, prefix: null, text: waiting, isQuoted: false }]
}

const subjectMarks =
  /^\s*(?:subject:\s*)?(?:(?:re|fwd?|aw):\s*|revert\s+(?=")|\[[^\]]*\b(?:patch|rfc|resend|tip|pull|v\d{1,2})\b[^\]]*\]\s*)+/i

/** What a diff writes before a path and a function. */
const diffMarks = /^\s*diff --git\s|^\s*(?:---|\+\+\+)\s|@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/g

/** A pasted line without what mail programs put before a title, and diffs before a path: `Re: [PATCH v2 3/5]`, `+++`. */
function stripPastedMarks(text: string): string {
  const bare = text.replace(subjectMarks, '').replace(diffMarks, ' ')
  return /[\p{L}\p{N}]/u.test(bare) ? bare : text
}

/** Takes a query apart. Whatever stands in it, there is an answer: what can not be used is said in `messages`. */
export function parseQuery(raw: string, keepsSmallWords = false): Query {
  const text = raw.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  const messages: string[] = []
  const bare = text.includes('</') ? text.replace(/<\/?[A-Za-z][^<>]{0,80}>/g, ' ') : text
  const cut = [...bare].slice(0, MOST_LETTERS).join('')
  if (cut.length < bare.length) messages.push(`Only the first ${MOST_LETTERS} characters are searched.`)
  const asked = stripPastedMarks(
    cut
      .normalize('NFKC')
      .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
      .replace(/[“”„«»]/g, '"'),
  )
  if (asked.split('"').length % 2 === 0) messages.push('A quote is not closed: it is read to the end.')
  const units: Unit[] = []
  const ranges: Range[] = []
  let prefers: FieldLetter | null = null
  let isPlain = true
  for (const token of joinLonePrefixes(splitTokens(asked))) {
    const name = token.prefix?.toLowerCase() ?? null
    const known =
      name === null ? undefined : prefixTable[Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name]
    if (name !== null && Object.hasOwn(rangeNames, name)) {
      isPlain = false
      const range = parseRange(token.text)
      const rangeName = name === 'effect' ? 'effect' : 'year'
      if (range) ranges.push({ name: rangeName, ...range, isNegative: token.isNegative })
      else
        messages.push(
          rangeName === 'year'
            ? 'year: wants a year or a range, as in year:2015..2020.'
            : 'effect: wants a number in per cent, as in effect:>10.',
        )
      continue
    }
    if (known) {
      isPlain = false
      if (!token.isQuoted && isComparison.test(token.text))
        messages.push(`${name}: takes words, no comparison; only year: and effect: take one.`)
      units.push(...buildListed(token, known.letters))
      continue
    }
    const isAddress = /^(?:https?|lore)$/.test(name ?? '')
    const whole = token.prefix === null ? token : { ...token, text: `${token.prefix}:${token.text}` }
    if (name !== null && !isAddress && !token.text.startsWith(':') && !/[@]/.test(token.text) && !token.isQuoted)
      messages.push(`${name}: is no prefix here; it is searched as a word.`)
    if (token.isNegative) isPlain = false
    const lead: FieldLetter | undefined =
      token.isQuoted || token.isNegative ? undefined : leadWords[foldText(token.text)]
    if (lead !== undefined) {
      prefers = lead
      continue
    }
    const words =
      name !== null && !isAddress && !whole.text.includes('::') && !token.isQuoted
        ? [
            { ...token, text: token.prefix ?? '' },
            { ...token, isNegative: token.isNegative },
          ]
        : [whole]
    units.push(...words.flatMap((word) => buildUnits(word, null, prefers)))
    prefers = null
  }
  // A lone `struct` is a word like another.
  if (prefers !== null && units.length === 0)
    units.push(...splitTokens(asked).flatMap((token) => buildUnits(token, null, null)))
  if (units.length === 0 && ranges.length === 0 && text !== '')
    messages.push('Type a name or a word: marks alone find nothing.')
  const asking = keepsSmallWords ? units : dropSmallWords(units)
  const wholes =
    isPlain && /\S\s+\S/.test(asked)
      ? [titleKey(asked), foldMember(asked.replaceAll('"', '')).replace(/\s+/g, ' ').slice(0, 120)]
      : []
  return {
    text: cut,
    units: [...new Map(asking.map((unit) => [JSON.stringify(unit), unit])).values()].slice(0, MOST_UNITS),
    ranges,
    whole: [...new Set(wholes.filter((key) => key.includes(' ')))],
    messages,
  }
}
