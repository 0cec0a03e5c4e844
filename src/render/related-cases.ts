import type { CaseRecord } from '../model/case.ts'
import type { RelatedCase } from './case-context.ts'

const MOST_RELATED = 6

/** What a case can share with another one, as numbers of texts: two cases are compared for each page, and 5,000 have a million pairs. */
type Features = {
  record: CaseRecord
  project: number
  author: number
  subsystem: number
  technique: number
  structs: readonly number[]
  files: readonly number[]
  suites: readonly number[]
}
/** Stands for a text that a case does not have. */
const NONE = -1

/** Gives equal texts equal numbers, over all cases. */
function createNumbering(): (text: string | null | undefined) => number {
  const numbers = new Map<string, number>()
  return (text) => {
    if (text === null || text === undefined) return NONE
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, numbers.size)
    return numbers.size - 1
  }
}

const listFeatures = (record: CaseRecord, numberOf: ReturnType<typeof createNumbering>): Features => ({
  record,
  project: numberOf(record.project),
  author: numberOf(record.author?.name),
  subsystem: numberOf(record.subsystem),
  technique: numberOf(record.technique.value),
  structs: record.structs.map(numberOf),
  files: record.files.map(numberOf),
  suites: [...new Set(record.benchmarks.flatMap(({ suite }) => (suite === null ? [] : [numberOf(suite)])))],
})

/** The place in a list of the first number that another list has too; -1: none. Most lists are short. */
function findCommon(one: readonly number[], other: readonly number[]): number {
  if (other.length > 0) for (let at = 0; at < one.length; at += 1) if (other.includes(one[at] ?? NONE)) return at
  return -1
}

/** How much a record says by naming another one, by commit and by slug. */
const weighNames = ({ related }: CaseRecord, { slug, commit }: CaseRecord): number =>
  (commit !== null && related.some((name) => name.length >= 7 && commit.sha.startsWith(name)) ? 8 : 0) +
  (related.includes(slug) ? 8 : 0)

/** Why two cases belong together, strongest first, and how much; each reason is added to `words`, where they are asked for. */
function weighReasons(own: Features, other: Features, words: string[] | null = null): number {
  let weight = 0
  const add = (points: number, reason: string): void => {
    words?.push(reason)
    weight += points
  }
  const named = own.record.related.length === 0 ? 0 : weighNames(own.record, other.record)
  if (named >= 8) add(8, 'named by this case')
  if (named >= 16) add(8, 'named by this case')
  const samePlace = own.project !== NONE && own.project === other.project
  const struct = samePlace ? findCommon(own.structs, other.structs) : -1
  if (struct >= 0) add(6, words ? `same struct, ${own.record.structs[struct]}` : '')
  if (samePlace && findCommon(own.files, other.files) >= 0) add(2, 'same file')
  if (own.author !== NONE && own.author === other.author) add(1, 'same author')
  if (findCommon(own.suites, other.suites) >= 0) add(2, 'same benchmark')
  if (samePlace && own.subsystem !== NONE && own.subsystem === other.subsystem) add(1, 'same subsystem')
  if (own.technique === other.technique) add(1, 'same technique')
  return weight
}

/** Cases by what two of them can have in common, so that one case meets its neighbours and not all others. */
export type RelatedIndex = {
  byKey: ReadonlyMap<string, readonly Features[]>
  bySlug: ReadonlyMap<string, Features>
}

/** Of a key that very many cases share, the first by slug are looked at: it says little. */
const MOST_OF_A_KEY = 120

/** What a case can share with another one: alone worth a place in the list, or together with its technique. */
function listKeys(record: CaseRecord): string[] {
  const place = record.project === null ? null : record.project
  const technique = record.technique.value
  const keys = record.benchmarks.flatMap(({ suite }) => (suite ? [`suite ${suite}`] : []))
  if (record.author) keys.push(`author ${record.author.name} ${technique}`)
  if (place !== null) {
    keys.push(...record.structs.map((name) => `struct ${place} ${name}`))
    keys.push(...record.files.map((file) => `file ${place} ${file}`))
    if (record.subsystem !== null) {
      keys.push(`subsystem ${place} ${record.subsystem} ${technique}`)
      if (record.author) keys.push(`author ${record.author.name} ${place} ${record.subsystem}`)
    }
  }
  return [...new Set(keys)]
}

/** Commits by their first seven digits, as cases name each other by. */
const commitKey = (sha: string): string => `commit ${sha.slice(0, 7)}`

/** Builds the index of all cases, once a build. */
export function buildRelatedIndex(records: readonly CaseRecord[]): RelatedIndex {
  const byKey = new Map<string, Features[]>()
  const bySlug = new Map<string, Features>()
  const numberOf = createNumbering()
  for (const record of [...records].sort((one, two) => (one.slug < two.slug ? -1 : 1))) {
    const features = listFeatures(record, numberOf)
    bySlug.set(record.slug, features)
    for (const key of [...listKeys(record), ...(record.commit ? [commitKey(record.commit.sha)] : [])]) {
      const known = byKey.get(key)
      if (!known) byKey.set(key, [features])
      else if (known.length < MOST_OF_A_KEY) known.push(features)
    }
  }
  return { byKey, bySlug }
}

/** The cases that share a key with a record, or that it names by slug or commit; itself left out. */
function findCandidates({ record }: Features, { byKey, bySlug }: RelatedIndex): Set<Features> {
  const found = new Set<Features>()
  const addKey = (key: string): void => {
    for (const other of byKey.get(key) ?? []) found.add(other)
  }
  for (const name of record.related) {
    const other = bySlug.get(name)
    if (other) found.add(other)
    if (/^[0-9a-f]{7,}$/.test(name)) addKey(commitKey(name))
  }
  for (const key of listKeys(record)) addKey(key)
  const own = bySlug.get(record.slug)
  if (own) found.delete(own)
  return found
}

type Weighed = { other: Features; weight: number }

/** The nearer of two comes first: by weight, else by slug. */
const isNearer = (other: Features, weight: number, than: Weighed): boolean =>
  weight > than.weight || (weight === than.weight && other.record.slug < than.other.record.slug)

function describe(own: Features, other: Features): RelatedCase {
  const words: string[] = []
  weighReasons(own, other, words)
  const { slug, title, technique, authored, posted, committed } = other.record
  const date = authored ?? posted ?? committed
  const note = [technique.value, date?.value.slice(0, 4) ?? ''].filter((word) => word !== '').join(' · ')
  return { slug, title, why: words.slice(0, 2).join(', '), note }
}

/** The six cases nearest to one of the index: same struct, file, benchmark, author, subsystem or technique. */
export function findRelatedCases({ slug }: CaseRecord, index: RelatedIndex): RelatedCase[] {
  const own = index.bySlug.get(slug)
  if (!own) return []
  const nearest: Weighed[] = []
  for (const other of findCandidates(own, index)) {
    const weight = weighReasons(own, other)
    const last = nearest[MOST_RELATED - 1]
    if (weight <= 1 || (last && !isNearer(other, weight, last))) continue
    const place = nearest.findIndex((each) => isNearer(other, weight, each))
    nearest.splice(place < 0 ? nearest.length : place, 0, { other, weight })
    nearest.length = Math.min(nearest.length, MOST_RELATED)
  }
  return nearest.map(({ other }) => describe(own, other))
}
