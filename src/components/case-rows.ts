import { buildCaseRows, type CaseRow, type FacetName, facetNames, facetValues, keyMaker } from '../render/case-row.ts'
import { sortRows, wholeView } from '../render/case-view.ts'
import { findEffects } from '../render/effects.ts'
import { type FacetValue, renderFacetList } from '../render/facet-lists.ts'
import { readCountedCases } from './counted-cases.ts'

/** Rows of one page of a static table. */
export const ROWS_PER_PAGE = 100
/** Facets with static pages: the years have their counts instead. */
export const listedFacets: readonly FacetName[] = facetNames.filter((facet) => facet !== 'year')

let rowsOnce: CaseRow[] | undefined

/** Every case as a row, newest first; made once a build. */
export function loadCaseRows(): CaseRow[] {
  if (rowsOnce) return rowsOnce
  const records = readCountedCases()
  rowsOnce = sortRows(buildCaseRows(records, findEffects(records).drawn), wholeView)
  return rowsOnce
}

/** A facet over all rows: its values, the rows of each, and its list with none chosen. */
type CountedFacet = { values: FacetValue[]; rows: ReadonlyMap<string, CaseRow[]>; closedList: string }
const known = new WeakMap<readonly CaseRow[], Map<FacetName, CountedFacet>>()

/** Counts once for the same rows. */
function readFacet(rows: readonly CaseRow[], facet: FacetName): CountedFacet {
  const facets = known.get(rows) ?? new Map<FacetName, CountedFacet>()
  known.set(rows, facets)
  const counted = facets.get(facet) ?? countFacet(rows, facet)
  facets.set(facet, counted)
  return counted
}

/** Values of a facet over rows, most cases first; spellings that share a key are one. */
export const listFacetValues = (rows: readonly CaseRow[], facet: FacetName): FacetValue[] =>
  readFacet(rows, facet).values

/** The rows that have a value of a facet, by its key. */
export const listRowsOf = (rows: readonly CaseRow[], facet: FacetName, key: string): readonly CaseRow[] =>
  readFacet(rows, facet).rows.get(key) ?? []

/** The lists the table can be narrowed by, as links; the list with the chosen value stands open. */
export function renderFacetLists(rows: readonly CaseRow[], chosen: { facet: FacetName; key: string } | null): string {
  return listedFacets
    .map((facet) => {
      const { values, closedList } = readFacet(rows, facet)
      return facet === chosen?.facet ? renderFacetList(facet, values, chosen.key) : closedList
    })
    .join('')
}

function countFacet(rows: readonly CaseRow[], facet: FacetName): CountedFacet {
  const values = new Map<string, FacetValue>()
  const byKey = new Map<string, CaseRow[]>()
  const keyOf = keyMaker()
  for (const row of rows)
    for (const label of facetValues(row, facet)) {
      const key = keyOf(label)
      const value = values.get(key)
      if (value) value.count += 1
      else values.set(key, { key, label, count: 1 })
      const own = byKey.get(key) ?? []
      byKey.set(key, own)
      if (own.at(-1) !== row) own.push(row)
    }
  const sorted = [...values.values()].sort((a, b) => b.count - a.count || a.label.localeCompare(b.label, 'en'))
  if (facet === 'decade') sorted.sort((a, b) => b.label.localeCompare(a.label, 'en'))
  return { values: sorted, rows: byKey, closedList: renderFacetList(facet, sorted, null) }
}

/** Numbers of the pages that a list of rows takes; at least one. */
export function listPageNumbers(rowCount: number): number[] {
  return Array.from({ length: Math.max(1, Math.ceil(rowCount / ROWS_PER_PAGE)) }, (_, index) => index + 1)
}
