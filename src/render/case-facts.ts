import type { CaseRecord } from '../model/case.ts'
import { bestEffect, type Effect } from './effects.ts'

/** What a list shows of a case. */
export type CaseFacts = {
  slug: string
  title: string
  project: string | null
  subsystem: string | null
  technique: string
  struct: string | null
  outcome: string
  /** What followed, in words: taken back, replaced, corrected. */
  outcomeNote: string | null
  year: string | null
  effect: Effect | undefined
}

/** Year a case was written, else posted, else committed; null where no date is known. */
export function caseYear(record: CaseRecord): string | null {
  return (record.authored ?? record.posted ?? record.committed)?.value.slice(0, 4) ?? null
}

/** Facts of every case for lists; `effects` are those of all cases. */
export function buildCaseFacts(records: readonly CaseRecord[], effects: readonly Effect[]): CaseFacts[] {
  const bySlug = Map.groupBy(effects, (effect) => effect.slug)
  return records.map((record) => ({
    slug: record.slug,
    title: record.title,
    project: record.project,
    subsystem: record.subsystem,
    technique: record.technique.value,
    struct: record.structs[0]?.replace(/^(?:struct|class|union) /, '') ?? null,
    outcome: record.outcome.value,
    outcomeNote: record.outcomeNote,
    year: caseYear(record),
    effect: bestEffect(bySlug.get(record.slug) ?? []),
  }))
}

/** Newest first; cases without a date last; then by title. */
export function sortByYear(facts: readonly CaseFacts[]): CaseFacts[] {
  return [...facts].sort((a, b) => (b.year ?? '').localeCompare(a.year ?? '') || a.title.localeCompare(b.title, 'en'))
}
