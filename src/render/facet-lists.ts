import { type FacetName, facetLabels } from './case-row.ts'
import { el, esc, markup } from './markup.ts'

/** A value of a facet with its key in addresses and the number of its cases. */
export type FacetValue = { key: string; label: string; count: number }

/** Values of a list that stand open; the others are behind a fold. */
const MOST_OPEN = 8

/** One list: links to the pages of its values, the chosen one marked; a list with a chosen value stands open. */
export function renderFacetList(facet: FacetName, values: readonly FacetValue[], chosen: string | null): string {
  const item = ({ key, label, count }: FacetValue): string => {
    const mark = key === chosen ? { 'aria-current': 'page' } : {}
    const words = `<span>${esc(label)}</span> <span class="n">${count}</span>`
    return el('li', {}, el('a', { href: `/cases/by/${facet}/${key}/`, 'data-value': key, ...mark }, words))
  }
  const more = values.slice(MOST_OPEN)
  const rest =
    more.length === 0
      ? ' '
      : ` ${el('details', { class: 'more-values' }, el('summary', {}, `${more.length} more`), el('ul', {}, more.map(item)))}`
  return markup(
    el(
      'details',
      { 'data-facet': facet, open: chosen !== null },
      ' ',
      el('summary', {}, facetLabels[facet]),
      ' ',
      el('ul', {}, values.slice(0, MOST_OPEN).map(item)),
      rest,
      ' ',
    ),
  )
}
