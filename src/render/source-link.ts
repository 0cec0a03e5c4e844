import type { CaseRecord } from '../model/case.ts'
import type { EditorText } from '../model/names.ts'
import type { Origin, Source, Stated } from '../model/source.ts'
import type { StoredMessage, ThreadFile } from '../model/thread-file.ts'
import { findMessage, latestPatch } from './case-context.ts'
import { el, esc } from './markup.ts'

/** At most so many links stand behind one fact; the page holds the rest in the message itself. */
const MOST_LINKS = 3

/** The id of one line of a message, without `#`: `m-…-L17`, of a further part `m-…-p1L17`. */
export const lineAnchor = (anchor: string, part: number, line: number): string =>
  part > 0 ? `${anchor}-p${part}L${line}` : `${anchor}-L${line}`

/** The place of a message in its thread, from 1. */
export const messageNumber = (thread: ThreadFile, message: StoredMessage): number =>
  thread.messages.indexOf(message) + 1

/**
 * The link to a line: `L17` in the latest posting of the patch, `3:L48` in the third message, so that lines of two
 * messages never look alike, in print least of all. `page` is where the message stands, '' for this page.
 */
export function renderLineLink(
  thread: ThreadFile,
  message: StoredMessage,
  place: { part?: number | undefined; line: number },
  attributes: { title?: string; class?: string; page?: string } = {},
): string {
  const { title, class: name = 'src', page = '' } = attributes
  const plain = latestPatch(thread)?.messageId ?? thread.messages[0]?.id
  const number = message.id === plain ? '' : `${messageNumber(thread, message)}:`
  const href = `${page}#${lineAnchor(message.anchor, place.part ?? 0, place.line)}`
  return el('a', { class: name, href, title }, `${number}L${place.line}`)
}

const quiet = (words: string, title?: string): string =>
  el('span', { class: title ? 'src inferred' : 'src word', title }, esc(words))

/** One source: a link `L17` whose title is the quote; a result file by name and line. */
function renderSource(source: Source, thread: ThreadFile | null, isFirst: boolean): string {
  const message = findMessage(thread, source.messageId)
  const label = `L${source.startLine}`
  if (!message && source.file) {
    const name = source.file.slice(source.file.lastIndexOf('/') + 1)
    return el('span', { class: 'src word', title: `${source.file}: ${source.quote}` }, esc(`${name} ${label}`))
  }
  if (!message || !thread) return quiet(label)
  const place = { part: source.part, line: source.startLine }
  return renderLineLink(thread, message, place, { title: source.quote, class: isFirst ? 'src' : 'src too' })
}

const rank: Record<Source['says'], number> = { value: 0, label: 3, unit: 4, machine: 2, runs: 1, context: 5 }

/** Sources as links, values first, one a line, at most three. */
export function renderSources(sources: readonly Source[], thread: ThreadFile | null, most = MOST_LINKS): string {
  const seen = new Set<string>()
  const links: string[] = []
  for (const source of [...sources].sort((one, other) => rank[one.says] - rank[other.says])) {
    const key = `${source.messageId ?? source.file}|${source.part ?? 0}|${source.startLine}`
    if (seen.has(key) || links.length >= most) continue
    if (links.length > 0 && source.says !== 'value') continue
    seen.add(key)
    links.push(renderSource(source, thread, links.length === 0))
  }
  return links.join(' ')
}

/** Where a value comes from, in a word. */
export const originWords: Record<Origin, string> = {
  mail: 'mail',
  catalogue: 'catalogue',
  editor: 'editor',
  'result-file': 'result file',
  inferred: 'worked out',
}

/** Where a value comes from: its lines, or the word of its origin. `how` is the derivation of an inferred one. */
export function renderOrigin(
  from: Origin,
  sources: readonly Source[],
  thread: ThreadFile | null,
  how = 'No line states it: it follows from what the source does state',
  most = MOST_LINKS,
): string {
  const links = from === 'editor' ? '' : renderSources(sources, thread, most)
  if (links) return links
  return from === 'inferred' ? quiet('worked out', how) : quiet(originWords[from])
}

/** The origin of a stated value; a contradiction is written by `renderStated`. */
export function renderStatedOrigin<T>(fact: Stated<T>, thread: ThreadFile | null, words = 'worked out'): string {
  if ('sources' in fact) return renderSources(fact.sources, thread)
  if ('inferred' in fact) return quiet(words, fact.how)
  return quiet(fact.from)
}

/** The word for a text that a person's front matter gives, with a blank before it; '' for any other. */
export const editorMark = (record: CaseRecord, name: EditorText): string =>
  record.byEditor?.includes(name) ? ` ${quiet(originWords.editor)}` : ''

/** A value with its origin; both values joined by "but" where a source of lower precedence says otherwise. */
export function renderStated<T>(fact: Stated<T>, thread: ThreadFile | null, format: (value: T) => string): string {
  const parts = [`${format(fact.value)} ${renderStatedOrigin(fact, thread)}`]
  for (const other of fact.but ?? [])
    parts.push(`but ${format(other.value)} ${renderOrigin(other.from, other.sources, thread)}`)
  return parts.join(' ')
}
