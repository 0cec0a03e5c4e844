import type { CaseRecord } from '../model/case.ts'
import { wrapText } from '../text/wrap-text.ts'
import { el, esc } from './markup.ts'
import {
  contentionWords,
  costWords,
  gainedWords,
  movedWords,
  plainAscii,
  robotWords,
  sharedWords,
} from './plain-words.ts'
import { renderSection } from './section.ts'

/** Absolute addresses of a case: its page, and the one to cite (`/c/<commit>/` where it is merged). */
export type CaseLinks = { page: string; permalink: string; thread: string; text: string }

/** The addresses of a case under a site's address (with a trailing slash). */
export function caseLinks(record: CaseRecord, siteUrl: string): CaseLinks {
  const page = `${siteUrl}cases/${record.slug}/`
  return {
    page,
    permalink: record.commit ? `${siteUrl}c/${record.commit.sha.slice(0, 12)}/` : page,
    thread: `${page}thread/`,
    text: `${siteUrl}cases/${record.slug}.txt`,
  }
}

const COLUMNS = 72

/** `b5501f970dbc ("jbd2: …")`, or `[PATCH v2] title` where no commit is known. */
export function citeTitle(record: CaseRecord): string {
  if (record.commit) return `${record.commit.sha.slice(0, 12)} ("${record.title}")`
  const version = record.versions.at(-1)
  if (!version) return `"${record.title}"`
  const words = [
    'PATCH',
    version.version > 1 ? `v${version.version}` : '',
    version.total > 1 ? `${version.index}/${version.total}` : '',
  ]
  return `[${version.rfc ? 'RFC ' : ''}${words.filter((word) => word !== '').join(' ')}] ${record.title}`
}

/** The text to paste into mail: at most 72 columns; the title and the address stand alone and are not counted. */
export function renderCite(record: CaseRecord, links: CaseLinks): string {
  const finding = [
    sharedWords(record) ?? (record.postings.length === 0 ? (record.summary ?? '') : ''),
    movedWords(record),
    gainedWords(record, 4),
    contentionWords(record),
    costWords(record),
    robotWords(record),
  ]
  const text = finding.filter((sentence) => sentence !== '').join('  ')
  const lines = [plainAscii(citeTitle(record)), ...wrapText(plainAscii(text), COLUMNS), links.permalink]
  return `${lines.join('\n')}\n`
}

/** One line of Markdown. */
export const renderMarkdown = (record: CaseRecord, links: CaseLinks): string =>
  `[${record.title.replace(/[[\]\\]/g, '\\$&')}](${links.permalink}): ${plainAscii(`${movedWords(record)} ${gainedWords(record, 2)}`)}`

/** A BibTeX entry of the case page. */
export function renderBibtex(record: CaseRecord, links: CaseLinks): string {
  const year = /^\d{4}/.exec(record.authored?.value ?? record.posted?.value ?? record.committed?.value ?? '')?.[0]
  const safe = (text: string): string => text.replace(/[\\{}]/g, '').replace(/[_#$%&~^]/g, '\\$&')
  const fields = [
    `  title = {{${safe(record.title)}}}`,
    ...(record.author ? [`  author = {{${safe(record.author.name)}}}`] : []),
    ...(year ? [`  year = {${year}}`] : []),
    `  howpublished = {False Sharing Casebook}`,
    `  url = {${links.page}}`,
  ]
  return `@misc{${record.slug},\n${fields.join(',\n')}\n}`
}

/** The cite section: one click selects the block. */
export function renderCiteSection(record: CaseRecord, links: CaseLinks): string {
  const block = (name: string, text: string): string =>
    el(
      'details',
      { class: 'citemore' },
      el('summary', {}, esc(name)),
      el('pre', { class: 'cite', tabindex: 0, 'aria-label': `${name} to copy` }, esc(text)),
    )
  return renderSection('cite', 'Cite', {
    note: 'click once to select; at most 72 columns<span class="narrow-word"> · scroll sideways to read on</span>',
    body:
      el('pre', { class: 'cite', tabindex: 0, 'aria-label': 'Text to cite' }, esc(renderCite(record, links))) +
      el(
        'div',
        { class: 'citeforms' },
        block('Markdown', renderMarkdown(record, links)),
        block('BibTeX', renderBibtex(record, links)),
        block('Link: trailer', `Link: ${links.permalink}`),
      ),
  })
}
