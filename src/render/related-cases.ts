import type { CaseRecord } from '../model/case.ts'
import type { RelatedCase } from './case-context.ts'

const MOST_RELATED = 6

/** Why two cases belong together, strongest first; empty where they do not. */
function findReasons(record: CaseRecord, other: CaseRecord): { words: string[]; weight: number } {
  const words: string[] = []
  let weight = 0
  const add = (points: number, reason: string): void => {
    words.push(reason)
    weight += points
  }
  if (other.commit && record.related.some((name) => name.length >= 7 && other.commit?.sha.startsWith(name)))
    add(8, 'named by this case')
  if (record.related.includes(other.slug)) add(8, 'named by this case')
  const samePlace = record.project !== null && record.project === other.project
  const structs = record.structs.filter((name) => other.structs.includes(name))
  if (samePlace && structs.length > 0) add(6, `same struct, ${structs[0]}`)
  if (samePlace && record.files.some((file) => other.files.includes(file))) add(2, 'same file')
  if (record.author && record.author.name === other.author?.name) add(1, 'same author')
  const suites = new Set(record.benchmarks.map(({ suite }) => suite).filter((suite) => suite !== null))
  if (other.benchmarks.some(({ suite }) => suite !== null && suites.has(suite))) add(2, 'same benchmark')
  if (samePlace && record.subsystem !== null && record.subsystem === other.subsystem) add(1, 'same subsystem')
  if (record.technique.value === other.technique.value) add(1, 'same technique')
  return { words, weight }
}

/** The six cases nearest to a record: same struct, file, benchmark, author, subsystem or technique. */
export function findRelatedCases(record: CaseRecord, all: readonly CaseRecord[]): RelatedCase[] {
  return all
    .filter(({ slug }) => slug !== record.slug)
    .map((other) => ({ other, ...findReasons(record, other) }))
    .filter(({ weight }) => weight > 1)
    .sort((one, two) => two.weight - one.weight || (one.other.slug < two.other.slug ? -1 : 1))
    .slice(0, MOST_RELATED)
    .map(({ other, words }) => {
      const date = other.authored ?? other.posted ?? other.committed
      const note = [other.technique.value, date?.value.slice(0, 4) ?? ''].filter((word) => word !== '').join(' · ')
      return { slug: other.slug, title: other.title, why: words.slice(0, 2).join(', '), note }
    })
}
