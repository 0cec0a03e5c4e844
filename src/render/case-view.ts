import { type CaseRow, type FacetName, facetNames, facetValues, keyMaker, severalFacets } from './case-row.ts'

export const sortKeys = ['year', 'title', 'technique', 'struct', 'effect', 'outcome'] as const
export type SortKey = (typeof sortKeys)[number]

/** What is shown of the cases: chosen values by facet, words of the text, order. */
export type CaseView = {
  filters: ReadonlyMap<FacetName, readonly string[]>
  text: string
  sort: SortKey
  isDescending: boolean
}
export const wholeView: CaseView = { filters: new Map(), text: '', sort: 'year', isDescending: true }

/** A row with its keys by facet and its text, made once. */
export type IndexedRow = { row: CaseRow; keys: Record<FacetName, readonly string[]>; text: string }

/** What a view holds, how many cases each further value would leave, and what each filter alone takes away. */
export type ViewResult = {
  rows: CaseRow[]
  counts: Map<FacetName, Map<string, number>>
  /** Cases that only this filter takes away; `text` is the text filter. */
  excludedAlone: Map<FacetName | 'text', number>
  excluded: number
}

/** Rows made ready for {@link filterCases}. */
export function indexRows(rows: readonly CaseRow[]): IndexedRow[] {
  const toKey = keyMaker()
  return rows.map((row) => {
    const of = (facet: FacetName): string[] => facetValues(row, facet).map(toKey)
    const keys = {
      technique: of('technique'),
      outcome: of('outcome'),
      kind: of('kind'),
      claim: of('claim'),
      has: of('has'),
      decade: of('decade'),
      project: of('project'),
      subsystem: of('subsystem'),
      evidence: of('evidence'),
      year: of('year'),
    }
    const text = [row.title, row.slug, row.struct, row.subsystem, row.project, row.technique, row.outcomeNote]
      .join(' ')
      .toLowerCase()
    return { row, keys, text }
  })
}

function holds(keys: readonly string[], chosen: readonly string[], facet: FacetName): boolean {
  return severalFacets.has(facet)
    ? chosen.every((value) => keys.includes(value))
    : chosen.some((value) => keys.includes(value))
}

const count = <Key>(counts: Map<Key, number>, key: Key): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

/** The cases of a view, in the order given, with the counts of every facet. One pass over the rows. */
export function filterCases(indexed: readonly IndexedRow[], view: CaseView): ViewResult {
  const words = view.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const active = [...view.filters].filter(([, chosen]) => chosen.length > 0)
  const counts = new Map(facetNames.map((facet) => [facet, new Map<string, number>()]))
  const excludedAlone = new Map<FacetName | 'text', number>()
  const rows: CaseRow[] = []
  const countKeys = (one: IndexedRow, facet: FacetName): void => {
    const ofFacet = counts.get(facet)
    if (ofFacet) for (const key of one.keys[facet]) count(ofFacet, key)
  }
  for (const one of indexed) {
    let failing = 0
    let last: FacetName | 'text' = 'text'
    for (const [facet, chosen] of active) {
      if (holds(one.keys[facet], chosen, facet)) continue
      failing += 1
      last = facet
    }
    if (!words.every((word) => one.text.includes(word))) {
      failing += 1
      last = 'text'
    }
    if (failing === 0) {
      rows.push(one.row)
      for (const facet of facetNames) countKeys(one, facet)
    } else if (failing === 1) {
      count(excludedAlone, last)
      // Of a facet with one value a case, another value would let this case in.
      if (last !== 'text' && !severalFacets.has(last)) countKeys(one, last)
    }
  }
  return { rows, counts, excludedAlone, excluded: indexed.length - rows.length }
}

/** What a row is sorted by; null where it has none. */
function sortValue(row: CaseRow, key: SortKey, ranks: ReadonlyMap<CaseRow, number>): string | number | null {
  switch (key) {
    case 'year':
      return Number(row.year) || null
    case 'effect':
      return row.effect?.ratio ?? null
    case 'title':
      return ranks.get(row) ?? 0
    case 'struct':
      return row.struct?.toLowerCase() || null
    default:
      return row[key]
  }
}
const collator = new Intl.Collator('en')

/** Places of rows by title: comparing words by a language's rules is slow, so it is done once. */
export function rankTitles(rows: readonly CaseRow[]): ReadonlyMap<CaseRow, number> {
  return new Map(rows.toSorted((a, b) => collator.compare(a.title, b.title)).map((row, place) => [row, place]))
}

/**
 * Rows in the view's order; what has no value stands last either way, equal ones newest first, then by title.
 * `ranks` are those of {@link rankTitles} over at least these rows.
 */
export function sortRows(
  rows: readonly CaseRow[],
  { sort, isDescending }: CaseView,
  ranks: ReadonlyMap<CaseRow, number> = rankTitles(rows),
): CaseRow[] {
  const way = isDescending ? -1 : 1
  const keyed = rows.map((row) => ({
    row,
    year: Number(row.year ?? 0),
    title: ranks.get(row) ?? 0,
    key: sortValue(row, sort, ranks),
  }))
  keyed.sort((a, b) => {
    if (a.key === b.key) return b.year - a.year || a.title - b.title
    if (a.key === null || b.key === null) return a.key === null ? 1 : -1
    return a.key < b.key ? -way : way
  })
  return keyed.map((one) => one.row)
}
