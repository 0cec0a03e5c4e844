/**
 * How predictions are judged against a gold file: the rules of the test data's `gold/README.md`. A test holds this
 * against the script that came with the gold file.
 */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Entry = { [key: string]: Json }
type Counts = { found: number; missed: number; falseHits: number }
export type Score = { recall: number; precision: number; n: number; falseHits: number }
export type Scores = { facts: Map<string, Score>; misses: string[] }

/** Bookkeeping of one run: counts by kind of fact in order of first use, and what was missed, in words. */
class Tally {
  readonly counts = new Map<string, Counts>()
  readonly misses: string[] = []

  of(fact: string): Counts {
    const known = this.counts.get(fact)
    if (known) return known
    const fresh = { found: 0, missed: 0, falseHits: 0 }
    this.counts.set(fact, fresh)
    return fresh
  }

  miss(fact: string, entry: Entry, what: string): void {
    this.misses.push(`${fact}: ${text(entry['file'])} ${text(entry['title'] || entry['messageId'])}: ${what}`)
  }

  /** One value: a wrong one is missed and a false hit, an absent one only missed. */
  scalar(fact: string, entry: Entry, gold: Json, ours: Json, isSame: (a: Json, b: Json) => boolean = isEqual): void {
    const counts = this.of(fact)
    if (isSame(gold, ours)) {
      counts.found++
      return
    }
    counts.missed++
    if (ours !== null) counts.falseHits++
    this.miss(fact, entry, `expected ${JSON.stringify(gold)}, got ${JSON.stringify(ours)}`)
  }

  /** One to one, first fit. What is left of ours is a false hit where gold is complete. Gives back the pairs. */
  pair(fact: string, entry: Entry, gold: Json[], ours: Json[], isSame: (a: Json, b: Json) => boolean, complete = true) {
    const left = [...ours]
    const pairs: [Json, Json][] = []
    for (const wanted of gold) {
      const at = left.findIndex((candidate) => isSame(wanted, candidate))
      if (at < 0) {
        this.of(fact).missed++
        this.miss(fact, entry, `missing ${JSON.stringify(wanted).slice(0, 160)}`)
        continue
      }
      pairs.push([wanted, left.splice(at, 1)[0] ?? null])
      this.of(fact).found++
    }
    for (const extra of complete ? left : []) {
      this.of(fact).falseHits++
      this.miss(fact, entry, `not in gold ${JSON.stringify(extra).slice(0, 160)}`)
    }
    return pairs
  }
}

const text = (value: Json | undefined): string => (value === undefined || value === null ? 'None' : String(value))
const field = (value: Json | undefined, name: string): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value[name] ?? null) : null
const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
const keysOf = (value: Json): string =>
  typeof value === 'object' && value !== null ? Object.keys(value).sort().join() : ''

function isEqual(a: Json, b: Json): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b
  if (Array.isArray(a) !== Array.isArray(b) || keysOf(a) !== keysOf(b)) return false
  return Object.keys(a).every((key) => isEqual(at(a, key), at(b, key)))
}
const at = (value: object, key: string): Json => {
  const found: unknown = Reflect.get(value, key)
  return found === undefined ? null : toJson(found)
}
/** A value that came out of JSON, as its type; anything else is null. */
function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value) ?? 'null')
}

const number = (value: Json): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'boolean'
      ? Number(value)
      : typeof value === 'string' && value.trim() !== ''
        ? Number(value)
        : Number.NaN

/** Equal but for rounding in the last place; null is close to null alone. */
export function isClose(a: Json, b: Json): boolean {
  if (a === null || b === null) return a === b
  const [x, y] = [number(a), number(b)]
  return Math.abs(x - y) <= 1e-9 * Math.max(1, Math.abs(x), Math.abs(y))
}

/** The words of labels: lower case, letters and digits, the `v` of a version number taken off. */
function wordsOf(...values: Json[]): Set<string> {
  const joined = values.filter((value) => value !== null && value !== '' && value !== 0 && value !== false).join(' ')
  return new Set(
    joined
      .toLowerCase()
      .replace(/(?<![\p{L}\p{N}_])v(?=\p{Nd})/gu, '')
      .match(/[a-z0-9]+/g) ?? [],
  )
}
const isWithin = (a: Set<string>, b: Set<string>): boolean => [...a].every((word) => b.has(word))

function isSameCommit(gold: Json, ours: Json): boolean {
  if (!gold) return !ours
  if (typeof gold !== 'string' || typeof ours !== 'string' || ours === '') return false
  return (gold.startsWith(ours) || ours.startsWith(gold)) && Math.min(gold.length, ours.length) >= 7
}

/** A result is known by its two numbers; where the text has none, by the signed stated change. */
function isSameResult(gold: Json, ours: Json): boolean {
  if (field(gold, 'before') !== null && field(gold, 'after') !== null)
    return isClose(field(gold, 'before'), field(ours, 'before')) && isClose(field(gold, 'after'), field(ours, 'after'))
  const change = field(gold, 'changePercent')
  return change !== null && isClose(change, field(ours, 'changePercent'))
}

function scoreResults(tally: Tally, entry: Entry, ours: Entry): void {
  for (const [gold, hit] of tally.pair(
    'benchmark numbers',
    entry,
    listOf(entry['benchmarks']),
    listOf(ours['benchmarks']),
    isSameResult,
  )) {
    const labels = wordsOf(...['suite', 'test', 'variant', 'metric', 'unit'].map((name) => field(hit, name)))
    const wanted = wordsOf(field(gold, 'test'), field(gold, 'variant'))
    const words = (set: Set<string>): Json => [...set]
    tally.scalar('benchmark labels', entry, words(wanted), words(labels), () => isWithin(wanted, labels))
    if (field(gold, 'changePercent') !== null && field(gold, 'before') !== null)
      tally.scalar('benchmark stated %', entry, field(gold, 'changePercent'), field(hit, 'changePercent'), isClose)
    if (has(gold, 'ci95')) {
      const [low, high] = [field(field(hit, 'ci95'), 'low'), field(field(hit, 'ci95'), 'high')]
      const interval = field(gold, 'ci95')
      const isSame = () => isClose(field(interval, 'low'), low) && isClose(field(interval, 'high'), high)
      tally.scalar('benchmark intervals', entry, interval, { low, high }, isSame)
    }
    for (const name of ['runs', 'threads'])
      if (field(gold, name) !== null)
        tally.scalar('benchmark setup', entry, field(gold, name), field(hit, name), isClose)
    for (const name of ['machine', 'kernel', 'unit', 'metric']) {
      if (!field(gold, name)) continue
      const [a, b] = [wordsOf(field(gold, name)), wordsOf(field(hit, name))]
      tally.scalar('benchmark setup', entry, words(a), words(b), () => isWithin(a, b) || (b.size > 0 && isWithin(b, a)))
    }
  }
}
const has = (value: Json, name: string): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && name in value

type Offset = { struct: Json; name: Json; side: string; v: Json }
const offsetsOf = (layouts: Json | undefined): Offset[] =>
  listOf(layouts).flatMap((layout) =>
    listOf(field(layout, 'members')).flatMap((member) => {
      const offsets = field(member, 'offsetBytes')
      if (typeof offsets !== 'object' || offsets === null || Array.isArray(offsets)) return []
      return Object.entries(offsets).flatMap(([side, v]) =>
        v === null ? [] : [{ struct: field(layout, 'struct'), name: field(member, 'name'), side, v }],
      )
    }),
  )
const sizesOf = (layouts: Json | undefined): Json[] =>
  unique(
    listOf(layouts).flatMap((layout) => {
      const size = field(layout, 'sizeBytes')
      if (typeof size !== 'object' || size === null || Array.isArray(size)) return []
      return Object.values(size).some((v) => v !== null) ? [{ struct: field(layout, 'struct'), ...size }] : []
    }),
  )
const unique = <T extends Json>(list: T[]): T[] =>
  list.filter((item, index) => list.findIndex((other) => isEqual(other, item)) === index)

function scoreLayouts(tally: Tally, entry: Entry, ours: Entry): void {
  const gold = offsetsOf(entry['layouts'])
  const knows = (offset: Offset, side: string): boolean =>
    gold.some(
      (known) => isEqual(known.struct, offset.struct) && isEqual(known.name, offset.name) && known.side === side,
    )
  const judged = unique(
    offsetsOf(ours['layouts']).filter(
      (offset) => knows(offset, offset.side) || !(knows(offset, 'before') || knows(offset, 'after')),
    ),
  )
  tally.pair('offsets', entry, gold, judged, isEqual)
  const isSameSize = (a: Json, b: Json): boolean =>
    isEqual(field(a, 'struct'), field(b, 'struct')) &&
    ['before', 'after'].every((side) => field(a, side) === null || isClose(field(a, side), field(b, side)))
  tally.pair('sizes', entry, sizesOf(entry['layouts']), sizesOf(ours['layouts']), isSameSize)
}

const isSameMetric = (a: Json, b: Json): boolean =>
  isEqual(field(a, 'metric'), field(b, 'metric')) && isClose(field(a, 'changePercent'), field(b, 'changePercent'))

function isSameRow(a: Json, b: Json): boolean {
  if (!Array.isArray(a) || !Array.isArray(b) || b.length !== 6) return false
  const [changeA, changeB] = [a[3] ?? null, b[3] ?? null]
  if (!isEqual(a[0] ?? null, b[0] ?? null) || typeof changeB !== 'object' || changeB === null || Array.isArray(changeB))
    return false
  if (keysOf(changeA) !== keysOf(changeB)) return false
  const sameChange = Object.keys(changeB).every((key) => isClose(field(changeA, key), field(changeB, key)))
  return sameChange && [1, 2, 4, 5].every((index) => isClose(a[index] ?? null, b[index] ?? null))
}

const isSameComment = (a: Json, b: Json): boolean =>
  ['file', 'side', 'line'].every((name) => isEqual(field(a, name), field(b, name))) &&
  (!has(a, 'messageId') || isEqual(field(a, 'messageId'), field(b, 'messageId')))

function scoreDetection(tally: Tally, entry: Entry, ours: Entry): void {
  const wanted = entry['falseSharing'] ?? null
  if (wanted === null) return
  const counts = tally.of('detection')
  const found = Boolean(ours['detected'])
  if (wanted && found) counts.found++
  else if (wanted) {
    counts.missed++
    tally.miss('detection', entry, 'not found')
  } else if (found) {
    counts.falseHits++
    tally.miss('detection', entry, 'found, should not be')
  }
}

const plain = [
  'kind',
  'claimed',
  'version',
  'rfc',
  'seriesIndex',
  'seriesTotal',
  'title',
  'messageKind',
  'caseOf',
  'messages',
]
const sets = ['files', 'structs', 'backports', 'reports', 'postings', 'missing', 'movedMembers', 'relatedCommits']
const atLeast = ['structs', 'relatedCommits']

function scoreScalars(tally: Tally, entry: Entry, ours: Entry): void {
  const get = (name: string): Json => ours[name] ?? null
  if ('technique' in entry)
    tally.scalar(
      'technique',
      entry,
      entry['technique'] ?? null,
      get('technique'),
      (a, b) => isEqual(a, b) || listOf(entry['accept']).includes(b),
    )
  for (const name of plain) if (name in entry) tally.scalar(name, entry, entry[name] ?? null, get(name))
  for (const name of ['commit', 'baseCommit', 'parent'])
    if (name in entry) tally.scalar('commits', entry, entry[name] ?? null, get(name), isSameCommit)
  if ('previousVersion' in entry)
    tally.scalar(
      'previousVersion',
      entry,
      entry['previousVersion'] ?? null,
      get('previousVersion'),
      (a, b) => Boolean(b) && text(a).split('@')[0] === text(b).split('@')[0],
    )
  for (const name of sets)
    if (name in entry)
      tally.pair(
        name,
        entry,
        listOf(entry[name]),
        listOf(get(name)),
        name === 'relatedCommits' ? isSameCommit : isEqual,
        !atLeast.includes(name),
      )
}

function scoreEntry(tally: Tally, entry: Entry, ours: Entry): void {
  scoreDetection(tally, entry, ours)
  if (entry['falseSharing'] === false) return
  scoreScalars(tally, entry, ours)
  if ('benchmarks' in entry) scoreResults(tally, entry, ours)
  if ('layouts' in entry) scoreLayouts(tally, entry, ours)
  const pair = (name: string, fact: string, isSame: (a: Json, b: Json) => boolean, complete: boolean): void => {
    if (name in entry) tally.pair(fact, entry, listOf(entry[name]), listOf(ours[name]), isSame, complete)
  }
  const isSameCounter = (a: Json, b: Json): boolean =>
    isWithin(wordsOf(field(a, 'test')), wordsOf(field(b, 'test'))) &&
    isClose(field(a, 'before'), field(b, 'before')) &&
    isClose(field(a, 'after'), field(b, 'after'))
  pair('c2c', 'c2c', isSameCounter, true)
  if ('cost' in entry)
    tally.scalar('cost', entry, field(entry['cost'], 'bytesPerObject'), field(ours['cost'], 'bytesPerObject'), isClose)
  if ('headline' in entry)
    tally.scalar('headline', entry, entry['headline'] ?? null, ours['headline'] ?? {}, isSameMetric)
  pair('alsoAffects', 'headline', isSameMetric, true)
  pair('rows', 'robot rows', isSameRow, entry['rowsComplete'] !== false)
  pair('reviewComments', 'review comments', isSameComment, false)
}

const keyOf = (entry: Entry): string =>
  JSON.stringify([entry['file'] ?? null, entry['messageId'] || entry['title'] || null])

/** Judges predictions entry by entry. Recall and precision of each kind of fact, 1 where there is nothing to find. */
export function scoreFacts(gold: Entry[], predictions: Entry[]): Scores {
  const tally = new Tally()
  const known = new Map(predictions.map((prediction) => [keyOf(prediction), prediction]))
  for (const entry of gold) scoreEntry(tally, entry, known.get(keyOf(entry)) ?? {})
  const facts = new Map<string, Score>()
  for (const [fact, { found, missed, falseHits }] of tally.counts) {
    const share = (total: number): number => (total > 0 ? Number(roundHalfEven(found / total, 4)) : 1)
    facts.set(fact, {
      recall: share(found + missed),
      precision: share(found + falseHits),
      n: found + missed,
      falseHits,
    })
  }
  return { facts, misses: tally.misses }
}

/**
 * A number with `digits` decimals; an exact tie goes to the even digit, as Python formats. A tie is exact only
 * where the binary number ends within digits + 1 places.
 */
export function roundHalfEven(value: number, digits: number): string {
  const isTie = Number.isInteger(value * 2 ** (digits + 1)) && Math.abs((value * 10 ** digits) % 1) === 0.5
  if (!isTie) return value.toFixed(digits)
  const below = Math.floor(value * 10 ** digits)
  return ((below % 2 === 0 ? below : below + 1) / 10 ** digits).toFixed(digits)
}

/** The table, as the gold file's own script prints it. */
export function formatScores(facts: ReadonlyMap<string, Score>): string {
  const head = `${'fact'.padEnd(24)}${'recall'.padStart(8)}${'precision'.padStart(11)}${'n'.padStart(6)}${'false hits'.padStart(12)}`
  const rows = [...facts].map(
    ([fact, score]) =>
      fact.padEnd(24) +
      roundHalfEven(score.recall, 3).padStart(8) +
      roundHalfEven(score.precision, 3).padStart(11) +
      String(score.n).padStart(6) +
      String(score.falseHits).padStart(12),
  )
  return [head, ...rows].join('\n')
}
