import type { CaseRecord } from '../model/case.ts'
import { caseYear } from './case-facts.ts'
import { bestEffect, findEffects } from './effects.ts'

/** What a search hit shows of a case beside its title and excerpt. */
export function buildSearchMeta(record: CaseRecord): Record<string, string> {
  const effect = bestEffect(findEffects([record]).drawn)
  return {
    subsystem: record.subsystem ?? '',
    technique: record.technique.value,
    effect: effect ? `${effect.change} % ${effect.test}` : 'no effect stated',
    outcome: record.outcome.value,
    year: caseYear(record) ?? '',
  }
}

/** What a search can be narrowed by. */
export function buildSearchFilters(record: CaseRecord): Record<string, string> {
  return {
    project: record.project ?? '',
    technique: record.technique.value,
    kind: record.kind.value,
    outcome: record.outcome.value,
    year: caseYear(record) ?? '',
  }
}
