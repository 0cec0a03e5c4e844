import type { Facet, Found } from '../search/run-search.ts'
import { type Hit, hitHref, type Marked } from '../search/show-hit.ts'
import { make } from './make-element.ts'

/** A marked text as nodes: text, and `<mark>` where the query stands. */
export const buildMarked = (marked: Marked): Node[] =>
  marked.map(({ text, isHit }) => (isHit ? make('mark', {}, text) : document.createTextNode(text)))

/** A hit of the search page: the case, the names that the query meets, each with its place, and a line of text. */
export function buildHitItem(hit: Hit, root: URL): HTMLElement {
  const item = make('li', {})
  const href = (anchor: string): string => new URL(hitHref(hit.slug, anchor), root).href
  item.append(make('h2', {}, make('a', { href: new URL(hit.href, root).href }, ...buildMarked(hit.title))))
  item.append(make('p', { class: 'small quiet' }, hit.facts.join(' · ')))
  if (hit.names.length > 0) {
    const names = hit.names.map(({ field, name, note, anchor }) =>
      make(
        'li',
        {},
        make('span', { class: 'quiet' }, field),
        ' ',
        anchor === ''
          ? make('code', {}, ...buildMarked(name))
          : make('a', { href: href(anchor) }, make('code', {}, ...buildMarked(name))),
        note === '' ? '' : make('span', { class: 'quiet' }, ` ${note}`),
      ),
    )
    item.append(make('ul', { class: 'hit-names small' }, ...names))
  }
  if (hit.excerpt) {
    const text = buildMarked(hit.excerpt.text)
    const shown = hit.excerpt.anchor === '' ? text : [make('a', { href: href(hit.excerpt.anchor) }, ...text)]
    item.append(make('p', { class: 'small' }, ...shown))
  }
  return item
}

/** A hit of the list under the masthead's box. */
export function buildHitOption(hit: Hit, root: URL, index: number): HTMLElement {
  const option = make('div', {
    role: 'option',
    id: `quick-${index}`,
    'aria-selected': 'false',
    'data-url': new URL(hit.href, root).href,
  })
  option.append(make('span', { class: 'title' }, ...buildMarked(hit.title)))
  option.append(make('span', { class: 'facts' }, hit.facts.join(' · ')))
  const first = hit.names[0]
  if (first)
    option.append(
      make(
        'span',
        { class: 'excerpt' },
        `${first.field} `,
        make('code', {}, ...buildMarked(first.name)),
        ` ${first.note}`,
      ),
    )
  else if (hit.excerpt) option.append(make('span', { class: 'excerpt' }, ...buildMarked(hit.excerpt.text)))
  return option
}

/** What was found, in words for the status line. */
export function formatCount(found: Found, shown: number): string {
  const asked = found.query.text.slice(0, 80)
  const notes = found.messages.join(' ')
  if (found.total === 0) return `Nothing found${asked === '' ? '' : ` for “${asked}”`}. ${notes}`.trim()
  const more = found.total > shown ? `, the first ${shown} shown` : ''
  const partial = found.isPartial && found.instead === null ? '; none has all of the words' : ''
  const instead = found.instead === null ? '' : ` for “${found.instead}”, since nothing has what was typed`
  return `${found.total} ${found.total === 1 ? 'case' : 'cases'} found${instead}${more}${partial}. ${notes}`.trim()
}

const facetPrefix: Record<Facet['name'], string> = {
  technique: 'tech',
  kind: 'kind',
  outcome: 'outcome',
  project: 'project',
  year: 'year',
}
const MOST_VALUES = 12

/** The query narrowed by a value; a value that stands in it already is taken out. */
export function narrowQuery(query: string, prefix: string, value: string): string {
  const term = `${prefix}:${/\s/.test(value) ? `"${value}"` : value}`
  const words = ` ${query} `
  return words.includes(` ${term} `) ? words.replace(` ${term} `, ' ').trim() : `${query.trim()} ${term}`.trim()
}

/** What the hits can be narrowed by, with counts; facets with one value are left out unless it is chosen. */
export function buildFacets(facets: readonly Facet[], query: string): HTMLElement[] {
  return facets
    .filter(({ name, values }) => values.length > 1 || query.includes(`${facetPrefix[name]}:`))
    .map(({ name, values }) => {
      const items = values.slice(0, MOST_VALUES).map(({ value, count }) => {
        const prefix = facetPrefix[name]
        const next = narrowQuery(query, prefix, value)
        const isChosen = next.length < query.trim().length
        return make(
          'li',
          {},
          make('a', { href: `?q=${encodeURIComponent(next)}`, ...(isChosen ? { 'aria-current': 'true' } : {}) }, value),
          ` ${count}`,
        )
      })
      return make('section', {}, make('h2', {}, name), make('ul', { class: 'plain small' }, ...items))
    })
}
