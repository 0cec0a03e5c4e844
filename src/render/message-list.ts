import type { CaseRecord } from '../model/case.ts'
import type { MessageKind } from '../model/names.ts'
import type { StoredMessage, ThreadFile } from '../model/thread-file.ts'
import { permalinkPath } from '../text/permalink-path.ts'
import { archiveLink } from './archive-link.ts'
import { type CaseContext, hasThreadPage, latestPatch } from './case-context.ts'
import { counted, formatMoment } from './format-number.ts'
import { code, el, esc, link, markup } from './markup.ts'
import { renderMessageText, type TextFrame } from './message-text.ts'
import { lineKey } from './result-place.ts'
import { renderSection } from './section.ts'
import { lineAnchor, messageNumber, renderLineLink } from './source-link.ts'

const kindWords: Partial<Record<MessageKind, string>> = {
  cover: 'cover letter',
  'patch-in-reply': 'patch in a reply',
  'lkp-report': 'robot report',
  'robot-build': 'robot build warning',
  'tip-bot': 'tip bot',
  'stable-backport': 'stable backport',
  notification: 'notification',
}
/** Kinds with a page of their own; a patch has one where it is a posting of the case. */
const permanent: readonly MessageKind[] = ['cover', 'lkp-report']
const isPosting = (id: string, { postings, versions }: CaseRecord): boolean =>
  postings.includes(id) || versions.some(({ messageIds }) => messageIds.includes(id))

/** Links under a message: its own address, the list archive, and how to answer it. */
function renderMessageLinks(message: StoredMessage, record: CaseRecord, context: CaseContext): string {
  if (message.idIsDerived)
    return el('p', { class: 'small quiet' }, 'The source holds no Message-ID: no link to an archive, no way to reply.')
  const archive = archiveLink(message.id, context)
  const own =
    permanent.includes(message.kind) || isPosting(message.id, record)
      ? link(context.href(`/${permalinkPath(message.id)}`), 'permanent link')
      : ''
  const reply = `reply: ${code(`git send-email --in-reply-to='${message.id}'`)}`
  return el('p', { class: 'small quiet msglinks' }, [own, archive, reply].filter((part) => part !== '').join(' · '))
}

/** Who, when, about what; in front the number that its lines are cited by, where there are several messages. */
function renderSummary(message: StoredMessage, thread: ThreadFile): string {
  const kind = kindWords[message.kind]
  const date = message.date ? formatMoment(message.date) : 'date not in the source'
  return markup(
    thread.messages.length > 1 && `<span class="msgnumber">${messageNumber(thread, message)}</span> `,
    `<b class="b" dir="auto">${esc(message.from.name || 'sender not stated')}</b> `,
    el(
      'span',
      { class: 'quiet' },
      `${esc(date)} · <span dir="auto">${esc(message.subject)}</span>${kind ? ` · ${kind}` : ''}`,
    ),
  )
}

const depthClass = (depth: number): string => (depth > 0 ? `depth-${Math.min(depth, 6)}` : '')

/** One message with its full text. */
function renderMessage(
  message: StoredMessage,
  open: boolean,
  thread: ThreadFile,
  record: CaseRecord,
  frame: TextFrame,
  context: CaseContext,
): string {
  return el(
    'details',
    {
      class: `msg ${depthClass(message.depth)}`.trim(),
      open,
      id: message.anchor,
      'data-kind': message.kind === 'lkp-report' && message.kind,
    },
    el('summary', {}, renderSummary(message, thread)),
    renderMessageText(message, frame),
    renderMessageLinks(message, record, context),
  )
}

/** One line for a message of a long thread, and each line of it that a fact cites, with links to the full text. */
function renderEntry(message: StoredMessage, thread: ThreadFile, frame: TextFrame, threadHref: string): string {
  const lines = message.parts.flatMap((part, index) =>
    part.lines.flatMap((text, at) => {
      const line = at + 1
      const anchor = lineAnchor(message.anchor, index, line)
      return frame.cited.has(lineKey(message.id, index, line))
        ? [
            `<div class="l cited" id="${anchor}" data-n="${line}"><a href="${esc(threadHref)}#${anchor}">${esc(text.trim() === '' ? '(blank)' : text.slice(0, 500))}</a></div>`,
          ]
        : []
    }),
  )
  return el(
    'div',
    { class: `msg entry ${depthClass(message.depth)}`.trim(), id: message.anchor },
    el('a', { class: 'entrylink', href: `${threadHref}#${message.anchor}` }, renderSummary(message, thread)),
    lines.length > 0 && el('div', { class: 'mail' }, lines),
  )
}

/** Trailers by person, each with the line that gives it; `page` is where the messages stand in full, '' for this one. */
function renderTrailers(record: CaseRecord, thread: ThreadFile, page: string): string {
  const wanted = record.trailers.filter(
    ({ name }) => /-by$|^(?:fixes|closes|link|cc: stable)$/i.test(name) && !/^signed-off-by$/i.test(name),
  )
  if (wanted.length === 0) return ''
  const items = wanted.slice(0, 60).map(({ name, person, value, messageId, part, line, prose }) => {
    const message = thread.messages.find(({ id }) => id === messageId)
    const source = message ? ` ${renderLineLink(thread, message, { part, line }, { page })}` : ''
    return el(
      'li',
      {},
      `${esc(name)}: <span dir="auto">${esc(person ?? value)}</span>${prose ? ' <span class="quiet">in prose</span>' : ''}${source}`,
    )
  })
  return el('h3', {}, 'Trailers') + el('ul', { class: 'plain small trailers' }, items)
}

function renderMissing(record: CaseRecord, context: CaseContext): string {
  if (record.missing.length === 0) return ''
  const items = record.missing
    .slice(0, 40)
    .map(({ messageId, why }) =>
      el('li', {}, `${code(messageId)} <span class="quiet">${esc(why)}</span> ${archiveLink(messageId, context)}`),
    )
  const more = record.missing.length - items.length
  if (more > 0) items.push(el('li', { class: 'quiet' }, `and ${more} more, in the .json of the case`))
  return el('h3', {}, 'Referenced and not here') + el('ul', { class: 'plain small' }, items)
}

/** Messages that stand open: the latest posting, and all of a short thread's replies. */
function opensFirst(thread: ThreadFile): (message: StoredMessage) => boolean {
  const latest = latestPatch(thread)?.messageId ?? thread.messages[0]?.id
  const few = thread.messages.length <= 6
  return ({ id, kind }) => id === latest || (few && kind === 'reply')
}

/** The discussion: thread tree, quotes folded; of a long thread one line a message. */
export function renderDiscussionSection(
  record: CaseRecord,
  thread: ThreadFile | null,
  frame: TextFrame,
  context: CaseContext,
): string {
  if (!thread || thread.messages.length === 0) return ''
  const isLong = hasThreadPage(thread)
  const threadHref = context.href(`/cases/${record.slug}/thread/`)
  const opens = opensFirst(thread)
  const messages = thread.messages.map((message) =>
    isLong
      ? renderEntry(message, thread, frame, threadHref)
      : renderMessage(message, opens(message), thread, record, frame, context),
  )
  return renderSection('discussion', 'Discussion', {
    note: counted(thread.messages.length, 'message'),
    tools: isLong ? [link(threadHref, 'full text')] : [],
    body: markup(renderTrailers(record, thread, isLong ? threadHref : ''), messages, renderMissing(record, context)),
  })
}

/** The body of `/cases/<slug>/thread/`: every message in full under the same anchors. */
export function renderThread(record: CaseRecord, thread: ThreadFile, frame: TextFrame, context: CaseContext): string {
  const caseHref = context.href(`/cases/${record.slug}/`)
  const own: TextFrame = { ...frame, diffHref: (id) => (frame.diffHref(id) === null ? null : `${caseHref}#diff`) }
  return markup(
    el('p', { class: 'crumbs' }, link(caseHref, esc(record.title))),
    el('h1', {}, `Thread: ${esc(record.title)}`),
    el('p', { class: 'byline' }, counted(thread.messages.length, 'message')),
    thread.messages.map((message) => renderMessage(message, true, thread, record, own, context)),
  )
}
