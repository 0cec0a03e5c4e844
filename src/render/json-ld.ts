import type { CaseRecord } from '../model/case.ts'
import { escapeHidden } from '../text/visible-text.ts'
import type { CaseLinks } from './cite.ts'
import { gainedWords, movedWords, plainAscii, sharedWords } from './plain-words.ts'

/** One sentence on the case, at most 300 characters: for meta descriptions and feeds. */
export function caseDescription(record: CaseRecord): string {
  const text = plainAscii(
    [sharedWords(record) ?? record.summary ?? '', movedWords(record), gainedWords(record, 2)]
      .filter((words) => words !== '')
      .join(' '),
  )
  return text.length <= 300 ? text : `${text.slice(0, text.lastIndexOf(' ', 296))} ...`
}

/** The case as JSON-LD (schema.org), safe inside a script element. */
export function renderJsonLd(record: CaseRecord, links: CaseLinks): string {
  const date = record.authored ?? record.posted ?? record.committed
  const value = {
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    headline: record.title.slice(0, 110),
    description: caseDescription(record),
    url: links.page,
    ...(record.author ? { author: { '@type': 'Person', name: record.author.name } } : {}),
    ...(date ? { datePublished: date.value } : {}),
    about: [...record.structs.slice(0, 10), record.technique.value, 'false sharing'],
    license: 'https://creativecommons.org/licenses/by/4.0/',
    isPartOf: { '@type': 'WebSite', name: 'False Sharing Casebook' },
    encoding: [
      { '@type': 'MediaObject', encodingFormat: 'application/json', contentUrl: links.text.replace(/\.txt$/, '.json') },
      { '@type': 'MediaObject', encodingFormat: 'text/plain', contentUrl: links.text },
    ],
  }
  return escapeHidden(JSON.stringify(value)).replace(/</g, '\\u003c')
}
