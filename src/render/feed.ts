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

/** A case of the feed; `changed`: the day it was added or last corrected, where a person wrote that down. */
export type FeedCase = { record: CaseRecord; changed: string | null }
type Entry = { record: CaseRecord; updated: string; published: string | null }

/** The case with its dates: updated when it was changed here, else when the patch was; null where neither is known. */
function dateEntry({ record, changed }: FeedCase): Entry[] {
  const published = feedDate(record)
  const updated = changed === null ? published : `${changed}T00:00:00Z`
  return updated === null ? [] : [{ record, updated, published }]
}

function renderEntry({ record, updated, published }: Entry, site: string): string {
  const address = `${site}cases/${record.slug}/`
  const says = `${record.technique.value}, ${record.kind.value}, ${record.outcome.value}. ${record.summary ?? ''}`
  return el(
    'entry',
    {},
    el('title', {}, esc(record.title)),
    el('id', {}, esc(address)),
    `<link href="${esc(address)}"/>`,
    el('updated', {}, updated),
    published === null ? '' : el('published', {}, published),
    el('author', {}, el('name', {}, esc(record.author?.name ?? 'not known'))),
    el('summary', {}, esc(says.trim())),
  )
}

/**
 * The Atom feed (RFC 4287): the hundred cases added or corrected last; one whose file does not say when stands at the
 * date of its patch, which is `published`. `site` ends with a slash.
 */
export function renderFeed(cases: readonly FeedCase[], site: string): string {
  const dated = cases
    .flatMap(dateEntry)
    .sort((a, b) => b.updated.localeCompare(a.updated) || a.record.slug.localeCompare(b.record.slug, 'en'))
    .slice(0, MOST_ENTRIES)
  const head = [
    el('title', {}, 'False Sharing Casebook'),
    el('subtitle', {}, `The ${MOST_ENTRIES} cases added or corrected last, else by the date of the patch`),
    el('id', {}, esc(site)),
    `<link href="${esc(site)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${esc(`${site}feed.xml`)}"/>`,
    el('updated', {}, dated[0]?.updated ?? NO_DATE),
    el('rights', {}, 'Written text and curated facts: CC BY 4.0'),
  ]
  const entries = dated.map((entry) => renderEntry(entry, site))
  return `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n${[...head, ...entries].join('\n')}\n</feed>\n`
}
