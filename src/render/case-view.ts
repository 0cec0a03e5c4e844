import { type CaseRow, type FacetName, facetKey, facetNames, facetValues, severalFacets } from './case-row.ts'

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
  return rows.map((row) => {
    const of = (facet: FacetName): string[] => facetValues(row, facet).map(facetKey)
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
    const text = [row.title, row.slug, row.struct, row.subsystem, row.project, row.technique].join(' ').toLowerCase()
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
    const failing: (FacetName | 'text')[] = active
      .filter(([facet, chosen]) => !holds(one.keys[facet], chosen, facet))
      .map(([facet]) => facet)
    if (words.length > 0 && !words.every((word) => one.text.includes(word))) failing.push('text')
    const [first] = failing
    if (first === undefined) {
      rows.push(one.row)
      for (const facet of facetNames) countKeys(one, facet)
    } else if (failing.length === 1) {
      count(excludedAlone, first)
      // Of a facet with one value a case, another value would let this case in.
      if (first !== 'text' && !severalFacets.has(first)) countKeys(one, first)
    }
  }
  return { rows, counts, excludedAlone, excluded: indexed.length - rows.length }
}

const textOf = (row: CaseRow, key: SortKey): string =>
  key === 'technique' ? row.technique : key === 'struct' ? (row.struct ?? '').toLowerCase() : row.outcome
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
  const byTitle = (a: CaseRow, b: CaseRow): number => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0)
  const way = isDescending ? -1 : 1
  const number = (row: CaseRow): number | null =>
    sort === 'year' ? Number(row.year) || null : (row.effect?.ratio ?? null)
  const compare = (a: CaseRow, b: CaseRow): number => {
    if (sort === 'year' || sort === 'effect') {
      const [x, y] = [number(a), number(b)]
      if (x === y) return 0
      return x === null ? 1 : y === null ? -1 : way * (x < y ? -1 : 1)
    }
    if (sort === 'title') return way * byTitle(a, b)
    const [x, y] = [textOf(a, sort), textOf(b, sort)]
    return Number(x === '') - Number(y === '') || way * (x < y ? -1 : x > y ? 1 : 0)
  }
  return [...rows].sort((a, b) => compare(a, b) || Number(b.year ?? 0) - Number(a.year ?? 0) || byTitle(a, b))
}
