import type { CaseRecord } from '../model/case.ts'
import type { Origin, Source } from '../model/source.ts'
import { lineAnchor } from '../text/message-anchor.ts'
import { formatShortDate } from './format-number.ts'
import { el, esc } from './markup.ts'
import { originWords } from './source-link.ts'
import { caseDate } from './topics.ts'

/** The address of a case, or of a place on its page. */
export const caseHref = (record: CaseRecord, anchor = ''): string =>
  `/cases/${record.slug}/${anchor === '' ? '' : `#${anchor}`}`

/** A case by its date, linked; its title is the link's. */
export function renderCaseDate(record: CaseRecord, anchor = ''): string {
  const date = caseDate(record)
  return el(
    'a',
    { href: caseHref(record, anchor), title: record.title },
    esc(date === null ? 'not dated' : formatShortDate(date)),
  )
}

/** Where a fact of another page stands: the line its source gives, linked to the place on the case's page, or a word. */
export function renderFarOrigin(record: CaseRecord, from: Origin, sources: readonly Source[], anchor = ''): string {
  const source = sources.find(({ says }) => says === 'value') ?? sources[0]
  if (from !== 'editor' && source) {
    const { messageId: id, part = 0, startLine } = source
    const place =
      anchor === '' && id !== undefined ? lineAnchor(id, /^x[0-9a-f]{11}$/.test(id), part, startLine) : anchor
    return el('a', { class: 'src', href: caseHref(record, place), title: source.quote }, `L${startLine}`)
  }
  return el('span', { class: from === 'inferred' ? 'src inferred' : 'src word' }, originWords[from])
}

/** One cell of a table that narrow screens show as label and value; its content is markup. */
export const cell = (label: string, inner: string, name = ''): string =>
  el('td', { class: name, 'data-label': label }, inner)

/** A table of rows, which are markup already; its head gives the names of the columns. */
export function renderTopicTable(
  name: string,
  heads: readonly (readonly [string, string])[],
  rows: readonly string[],
): string {
  const head = heads.map(([words, column]) => el('th', { scope: 'col', class: column }, esc(words)))
  return el('table', { class: `topic ${name}` }, el('thead', {}, el('tr', {}, head)), el('tbody', {}, rows))
}
