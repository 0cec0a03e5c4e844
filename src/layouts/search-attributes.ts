import { showHidden } from '../text/visible-text.ts'

/** Values stand in attributes: inside the body they would leak into excerpts. */
const listEntries = (record: Record<string, string>, prefix: string): [string, string][] =>
  Object.entries(record)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [`data-${prefix}-${name}`, showHidden(value)])

const listNames = (pairs: [string, string][], prefix: string): string | undefined =>
  pairs.length === 0 ? undefined : pairs.map(([name]) => `${name.slice(6 + prefix.length)}[${name}]`).join(', ')

/** The attributes by which the search takes in a page's `main`: what it shows beside a hit, what it can narrow by. */
export function searchAttributes(
  searchMeta: Record<string, string>,
  searchFilters: Record<string, string>,
): Record<string, string | undefined> {
  const meta = listEntries(searchMeta, 'meta')
  const filters = listEntries(searchFilters, 'filter')
  return {
    'data-pagefind-body': '',
    'data-pagefind-meta': listNames(meta, 'meta'),
    'data-pagefind-filter': listNames(filters, 'filter'),
    ...Object.fromEntries([...meta, ...filters]),
  }
}
