import { buildCaseRows, type CaseRow, type FacetName, facetKey, facetNames, facetValues } from '../render/case-row.ts'
import { sortRows, wholeView } from '../render/case-view.ts'
import { findEffects } from '../render/effects.ts'
import { readCountedCases } from './counted-cases.ts'

/** Rows of one page of a static table. */
export const ROWS_PER_PAGE = 100
/** Facets with static pages: the years have their counts instead. */
export const listedFacets: readonly FacetName[] = facetNames.filter((facet) => facet !== 'year')

/** A value of a facet with its key in addresses and the number of its cases. */
export type FacetValue = { key: string; label: string; count: number }

let rowsOnce: CaseRow[] | undefined

/** Every case as a row, newest first; made once a build. */
export function loadCaseRows(): CaseRow[] {
  if (rowsOnce) return rowsOnce
  const records = readCountedCases()
  rowsOnce = sortRows(buildCaseRows(records, findEffects(records).drawn), wholeView)
  return rowsOnce
}

const known = new WeakMap<readonly CaseRow[], Map<FacetName, FacetValue[]>>()

/** Values of a facet over rows, most cases first; spellings that share a key are one. Counted once for the same rows. */
export function listFacetValues(rows: readonly CaseRow[], facet: FacetName): FacetValue[] {
  const counted = known.get(rows) ?? new Map<FacetName, FacetValue[]>()
  known.set(rows, counted)
  const values = counted.get(facet) ?? countFacetValues(rows, facet)
  counted.set(facet, values)
  return values
}

function countFacetValues(rows: readonly CaseRow[], facet: FacetName): FacetValue[] {
  const values = new Map<string, FacetValue>()
  for (const row of rows)
    for (const label of facetValues(row, facet)) {
      const key = facetKey(label)
      const value = values.get(key) ?? { key, label, count: 0 }
      values.set(key, { ...value, count: value.count + 1 })
    }
  const sorted = [...values.values()].sort((a, b) => b.count - a.count || a.label.localeCompare(b.label, 'en'))
  return facet === 'decade' ? sorted.sort((a, b) => b.label.localeCompare(a.label, 'en')) : sorted
}

/** Numbers of the pages that a list of rows takes; at least one. */
export function listPageNumbers(rowCount: number): number[] {
  return Array.from({ length: Math.max(1, Math.ceil(rowCount / ROWS_PER_PAGE)) }, (_, index) => index + 1)
}
