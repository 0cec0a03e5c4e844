import type { CaseRecord } from '../model/case.ts'
import { el, esc as escMarkup } from './markup.ts'

const MOST_ENTRIES = 100
/** The time of a feed in which nothing has a date. */
const NO_DATE = '1970-01-01T00:00:00Z'

/** XML 1.0 has no U+FFFE and U+FFFF, nor halves of a surrogate pair. */
const esc = (text: string): string => escMarkup(text.toWellFormed().replace(/[\ufffe\uffff]/g, ''))

/** The date of a patch as RFC 3339 asks for it, in UTC; null where none is known. */
export function feedDate(record: CaseRecord): string | null {
  const stated = (record.committed ?? record.posted ?? record.authored)?.value
  if (stated === undefined) return null
  // A time without its zone is taken as UTC: the feed must name one.
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(stated.slice(10))
  const time = new Date(stated.length > 10 && !hasZone ? `${stated}Z` : stated)
  return Number.isNaN(time.getTime()) ? null : time.toISOString().replace('.000Z', 'Z')
}

function renderEntry(record: CaseRecord, date: string, site: string): string {
  const address = `${site}cases/${record.slug}/`
  const says = `${record.technique.value}, ${record.kind.value}, ${record.outcome.value}. ${record.summary ?? ''}`
  return el(
    'entry',
    {},
    el('title', {}, esc(record.title)),
    el('id', {}, esc(address)),
    `<link href="${esc(address)}"/>`,
    el('updated', {}, date),
    el('author', {}, el('name', {}, esc(record.author?.name ?? 'not known'))),
    el('summary', {}, esc(says.trim())),
  )
}

/** The Atom feed (RFC 4287): the hundred newest cases by the date of the patch. `site` ends with a slash. */
export function renderFeed(records: readonly CaseRecord[], site: string): string {
  const dated = records
    .flatMap((record) => {
      const date = feedDate(record)
      return date === null ? [] : [{ record, date }]
    })
    .sort((a, b) => b.date.localeCompare(a.date) || a.record.slug.localeCompare(b.record.slug, 'en'))
    .slice(0, MOST_ENTRIES)
  const head = [
    el('title', {}, 'False Sharing Casebook'),
    el('subtitle', {}, `The ${MOST_ENTRIES} newest cases by the date of the patch`),
    el('id', {}, esc(site)),
    `<link href="${esc(site)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${esc(`${site}feed.xml`)}"/>`,
    el('updated', {}, dated[0]?.date ?? NO_DATE),
    el('rights', {}, 'Written text and curated facts: CC BY 4.0'),
  ]
  const entries = dated.map(({ record, date }) => renderEntry(record, date, site))
  return `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n${[...head, ...entries].join('\n')}\n</feed>\n`
}
