import { type FacetName, facetNames } from '../render/case-row.ts'
import { type CaseView, type SortKey, sortKeys, wholeView } from '../render/case-view.ts'

/** Longer addresses are none of ours. */
const MOST_QUERY = 4000
const MOST_TEXT = 200
const MOST_VALUES = 40

/** What an address asks for, and notes on what of it was ignored. */
export type AskedView = { view: CaseView; notes: string[] }

const isFacet = (name: string): name is FacetName => facetNames.some((facet) => facet === name)
const isSort = (name: string): name is SortKey => sortKeys.some((key) => key === name)
/** Outside words inside a note: short, on one line. */
const quote = (words: string): string => `“${words.replace(/\s+/g, ' ').slice(0, 40)}${words.length > 40 ? '…' : ''}”`

/**
 * Reads the query of an address. Values that no case has, unknown names and what is too long are ignored and noted;
 * nothing of it is ever more than text that is compared.
 */
export function parseView(search: string, known: (facet: FacetName) => ReadonlySet<string>): AskedView {
  if (search.length > MOST_QUERY)
    return { view: wholeView, notes: [`The address is longer than ${MOST_QUERY} characters and was ignored.`] }
  const notes: string[] = []
  const filters = new Map<FacetName, string[]>()
  let { text, sort, isDescending } = wholeView
  for (const [name, value] of new URLSearchParams(search)) {
    if (value === '') continue
    if (isFacet(name)) {
      const asked = [...new Set([...(filters.get(name) ?? []), ...value.split(',')])].slice(0, MOST_VALUES)
      const here = known(name)
      const unknown = asked.filter((one) => !here.has(one))
      const chosen = asked.filter((one) => here.has(one))
      if (chosen.length > 0) filters.set(name, chosen)
      if (unknown.length > 0) notes.push(`No case has ${name} ${unknown.slice(0, 3).map(quote).join(', ')}: ignored.`)
    } else if (name === 'q') {
      text = value.slice(0, MOST_TEXT)
      if (value.length > MOST_TEXT) notes.push(`The text was cut at ${MOST_TEXT} characters.`)
    } else if (name === 'sort') {
      const key = value.replace(/^-/, '')
      if (isSort(key)) {
        sort = key
        isDescending = value.startsWith('-')
      } else notes.push(`No order ${quote(value)}: ignored.`)
    } else notes.push(`Unknown part ${quote(name)} of the address: ignored.`)
  }
  return { view: { filters, text, sort, isDescending }, notes: notes.slice(0, 5) }
}

/** A view as the query of an address, always in one order; '' for the whole. */
export function formatView({ filters, text, sort, isDescending }: CaseView): string {
  const parts = facetNames.flatMap((facet) => {
    const chosen = filters.get(facet) ?? []
    return chosen.length === 0 ? [] : `${facet}=${[...chosen].sort().join(',')}`
  })
  if (text.trim() !== '') parts.push(`q=${encodeURIComponent(text.trim().slice(0, MOST_TEXT).toWellFormed())}`)
  if (sort !== wholeView.sort || isDescending !== wholeView.isDescending)
    parts.push(`sort=${isDescending ? '-' : ''}${sort}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
