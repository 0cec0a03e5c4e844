import type { CaseRecord } from '../model/case.ts'
import { slug } from '../text/slug.ts'
import { buildCaseFacts, type CaseFacts } from './case-facts.ts'
import type { Effect } from './effects.ts'
import { topSubsystem } from './home-counts.ts'

/** What the table of cases can be narrowed by. `year` has no list of its own: counts by year lead to it. */
export const facetNames = [
  'technique',
  'outcome',
  'kind',
  'claim',
  'has',
  'decade',
  'project',
  'subsystem',
  'evidence',
  'year',
] as const
export type FacetName = (typeof facetNames)[number]

/** Facets of which a case may have several values: all chosen ones must hold. Of the others one of them. */
export const severalFacets: ReadonlySet<FacetName> = new Set(['has', 'evidence'])

/** What a facet asks. */
export const facetLabels: Record<FacetName, string> = {
  technique: 'technique',
  outcome: 'outcome',
  kind: 'kind',
  claim: 'the author calls it',
  has: 'has',
  decade: 'decade',
  project: 'project',
  subsystem: 'subsystem',
  evidence: 'states',
  year: 'year',
}

/** A line of the table of cases with what it can be narrowed by. */
export type CaseRow = CaseFacts & {
  kind: string
  claim: string
  has: string[]
  evidence: string[]
  effects: Effect[]
  /** Results of the case that no figure draws, by reason. */
  left: number
}

/** What of a case is there. */
function listParts(record: CaseRecord): string[] {
  return [
    record.versions.length > 0 && 'diff',
    record.layouts.length > 0 && 'layout',
    record.benchmarks.length > 0 && 'numbers',
    record.outcomeNote !== null && 'outcome note',
  ].filter((part) => part !== false)
}

/** A row for every case; `effects` are the drawn ones of all cases. */
export function buildCaseRows(records: readonly CaseRecord[], effects: readonly Effect[]): CaseRow[] {
  const bySlug = Map.groupBy(effects, (effect) => effect.slug)
  const facts = buildCaseFacts(records, effects)
  return records.flatMap((record, index) => {
    const one = facts[index]
    if (!one) return []
    const drawn = bySlug.get(record.slug) ?? []
    return {
      ...one,
      kind: record.kind.value,
      claim: record.claimed?.value ?? 'not stated',
      has: listParts(record),
      evidence: record.evidence.filter((item) => item.state === 'stated').map((item) => item.item),
      effects: drawn,
      left: record.benchmarks.length - drawn.length,
    }
  })
}

/** Values of a facet as shown; none where the case has none. */
export function facetValues(row: CaseRow, facet: FacetName): string[] {
  const one = (value: string | null): string[] => (value === null || value === '' ? [] : [value])
  switch (facet) {
    case 'has':
      return row.has
    case 'evidence':
      return row.evidence
    case 'subsystem':
      return one(topSubsystem(row.subsystem))
    case 'decade':
      return one(row.year === null ? null : `${row.year.slice(0, 3)}0s`)
    default:
      return one(row[facet])
  }
}

/** A value as it stands in an address. */
export const facetKey = (value: string): string => slug(value)

/** {@link facetKey} for many rows: values come back often, so each is made once. */
export function keyMaker(): (value: string) => string {
  const made = new Map<string, string>()
  return (value) => {
    const known = made.get(value)
    if (known !== undefined) return known
    const key = facetKey(value)
    made.set(value, key)
    return key
  }
}
