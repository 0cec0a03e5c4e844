import type { CaseRecord } from '../model/case.ts'
import type { RelatedCase } from './case-context.ts'

const MOST_RELATED = 6

/** True where two lists share a text; most are short. */
const haveCommon = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((text) => other.includes(text))

const suitesOf = (record: CaseRecord): Set<string> =>
  new Set(record.benchmarks.flatMap(({ suite }) => (suite === null ? [] : [suite])))

/** Why two cases belong together, strongest first, and how much; `say` is given each reason. `suites` are the case's own. */
function weighReasons(
  record: CaseRecord,
  other: CaseRecord,
  suites: ReadonlySet<string>,
  say: (words: string) => void = () => undefined,
): number {
  let weight = 0
  const add = (points: number, reason: string): void => {
    say(reason)
    weight += points
  }
  if (other.commit && record.related.some((name) => name.length >= 7 && other.commit?.sha.startsWith(name)))
    add(8, 'named by this case')
  if (record.related.includes(other.slug)) add(8, 'named by this case')
  const samePlace = record.project !== null && record.project === other.project
  const struct = samePlace ? record.structs.find((name) => other.structs.includes(name)) : undefined
  if (struct !== undefined) add(6, `same struct, ${struct}`)
  if (samePlace && haveCommon(record.files, other.files)) add(2, 'same file')
  if (record.author && record.author.name === other.author?.name) add(1, 'same author')
  if (suites.size > 0 && other.benchmarks.some(({ suite }) => suite !== null && suites.has(suite)))
    add(2, 'same benchmark')
  if (samePlace && record.subsystem !== null && record.subsystem === other.subsystem) add(1, 'same subsystem')
  if (record.technique.value === other.technique.value) add(1, 'same technique')
  return weight
}

/** Cases by what two of them can have in common, so that one case meets its neighbours and not all others. */
export type RelatedIndex = {
  byKey: ReadonlyMap<string, readonly CaseRecord[]>
  bySlug: ReadonlyMap<string, CaseRecord>
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
  const byKey = new Map<string, CaseRecord[]>()
  const sorted = [...records].sort((one, two) => (one.slug < two.slug ? -1 : 1))
  for (const record of sorted)
    for (const key of [...listKeys(record), ...(record.commit ? [commitKey(record.commit.sha)] : [])]) {
      const known = byKey.get(key)
      if (!known) byKey.set(key, [record])
      else if (known.length < MOST_OF_A_KEY) known.push(record)
    }
  return { byKey, bySlug: new Map(sorted.map((record) => [record.slug, record])) }
}

/** The cases that share a key with a record, or that it names by slug or commit; itself left out. */
function findCandidates(record: CaseRecord, { byKey, bySlug }: RelatedIndex): CaseRecord[] {
  const named = record.related.flatMap((name) => {
    const other = bySlug.get(name)
    return [...(other ? [other] : []), ...(/^[0-9a-f]{7,}$/.test(name) ? (byKey.get(commitKey(name)) ?? []) : [])]
  })
  const shared = listKeys(record).flatMap((key) => byKey.get(key) ?? [])
  return [...new Set([...named, ...shared])].filter(({ slug }) => slug !== record.slug)
}

/** The six cases nearest to a record: same struct, file, benchmark, author, subsystem or technique. */
export function findRelatedCases(record: CaseRecord, index: RelatedIndex): RelatedCase[] {
  const suites = suitesOf(record)
  return findCandidates(record, index)
    .map((other) => ({ other, weight: weighReasons(record, other, suites) }))
    .filter(({ weight }) => weight > 1)
    .sort((one, two) => two.weight - one.weight || (one.other.slug < two.other.slug ? -1 : 1))
    .slice(0, MOST_RELATED)
    .map(({ other }) => {
      const words: string[] = []
      weighReasons(record, other, suites, (reason) => words.push(reason))
      const date = other.authored ?? other.posted ?? other.committed
      const note = [other.technique.value, date?.value.slice(0, 4) ?? ''].filter((word) => word !== '').join(' · ')
      return { slug: other.slug, title: other.title, why: words.slice(0, 2).join(', '), note }
    })
}
