import type { CaseRecord } from '../model/case.ts'
import type { StoredMessage, ThreadFile } from '../model/thread-file.ts'
import { type CaseContext, findMessage } from './case-context.ts'
import { commitMarkup } from './commit-link.ts'
import { counted, listed } from './format-number.ts'
import { code, esc, link } from './markup.ts'
import { editorMark, renderLineLink, renderOrigin, renderStatedOrigin } from './source-link.ts'

const MOST_COMMENTS = 3

/** The first sentence of a comment, cut at a word. */
function firstWords(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const sentence = /^.{20,160}?[.?!](?=\s|$)/.exec(line)?.[0] ?? line
  return sentence.length <= 160 ? sentence : `${sentence.slice(0, sentence.lastIndexOf(' ', 157))} …`
}

/** The answers to the patch; those to a revert of it object to something else. */
export function findReplies(record: CaseRecord, thread: ThreadFile): StoredMessage[] {
  const aside = record.joins.filter(({ how }) => /^answers (?:the|a) revert of it/.test(how))
  const ids = new Set(aside.map(({ messageId }) => messageId))
  return thread.messages.filter(({ id, kind }) => kind === 'reply' && !ids.has(id))
}

/** What reviewers objected to: the first words of each reviewer's first comment, with its line. */
export function renderObjections(record: CaseRecord, thread: ThreadFile | null): string {
  const comments = record.reviewComments.filter(({ author }) => author !== record.author?.name)
  const byAuthor = Map.groupBy(comments, ({ author }) => author)
  const words = [...byAuthor].slice(0, MOST_COMMENTS).flatMap(([author, [first, ...rest]]) => {
    if (!first) return []
    const message = findMessage(thread, first.messageId)
    const source =
      thread && message ? ` ${renderLineLink(thread, message, { part: first.part, line: first.startLine })}` : ''
    const more = rest.length > 0 ? ` <span class="quiet">and ${counted(rest.length, 'more comment')}</span>` : ''
    return [`<span dir="auto">${esc(author)}</span>: “${esc(firstWords(first.text))}”${source}${more}`]
  })
  const others = byAuthor.size - words.length
  if (words.length > 0) return words.join('; ') + (others > 0 ? `; ${counted(others, 'more reviewer')}` : '')
  if (!thread) return '<span class="quiet">Not stated: no thread is archived here.</span>'
  const replies = findReplies(record, thread)
  if (replies.length === 0) return '<span class="quiet">None in the thread: no reply is archived here.</span>'
  const people = [...new Set(replies.map(({ from }) => from.name))]
    .slice(0, 4)
    .map((name) => `<span dir="auto">${esc(name)}</span>`)
  return `<span class="quiet">No comment on a line of the diff;</span> ${counted(replies.length, 'reply', 'replies')} by ${listed(people)}, <a href="#discussion">below</a>`
}

/** A commit by its first 12 digits; another name as it is. */
const shortName = (name: string): string => (/^[0-9a-f]{12,}$/.test(name) ? name.slice(0, 12) : name)

const words = {
  merged: 'Merged',
  pending: 'Pending',
  superseded: 'Superseded',
  rejected: 'Rejected',
  reverted: 'Reverted',
  unknown: '<span class="quiet">Not known.</span>',
} as const

/** A commit that came after: its case where it is one, else its page at the project's host. */
function caseOrCommit(name: string, context: CaseContext): string {
  const edge = context.edges?.find((one) => one.name === name)
  if (edge) return link(context.href(`/cases/${edge.slug}/`), esc(edge.title))
  return /^[0-9a-f]{7,64}$/.test(name) ? commitMarkup(name, context) : code(shortName(name))
}

/** The same, or the mail that says so, where it stands in the thread. */
function messageOrCommit(name: string, thread: ThreadFile | null, context: CaseContext): string {
  const message = thread?.messages.find(({ id }) => id === name)
  return message ? link(`#${message.anchor}`, code(name)) : caseOrCommit(name, context)
}

/** What became of it: state, commit, release, what came after. */
export function renderOutcome(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): string {
  const { outcome, commit } = record
  const posted = (record.reverts ?? []).filter(({ applied }) => !applied)
  const parts: string[] = []
  if (commit) {
    const release = commit.release ? ` in ${esc(commit.release)}` : ''
    const how = commit.inferred
      ? `<span class="inferred" title="${esc(commit.joinedBy)}">joined by ${esc(commit.joinedBy.replace(/^joined by /, ''))}</span>`
      : renderOrigin(commit.from, commit.sources, thread, commit.joinedBy)
    // the commit is the patch's own: what took it back is another
    const state = outcome.value === 'reverted' ? 'Merged' : words[outcome.value]
    parts.push(`${state} as ${commitMarkup(commit.sha, context)}${release} ${how}`)
    if (outcome.value === 'reverted' && record.revertedBy.length === 0)
      parts.push(`reverted ${renderStatedOrigin(outcome, thread)}`)
  } else {
    const origin = outcome.value === 'unknown' && 'inferred' in outcome ? '' : ` ${renderStatedOrigin(outcome, thread)}`
    const lists = [record.revertedBy, posted, record.supersededBy, record.backports]
    const known = lists.some((list) => list.length > 0) || record.outcomeNote
    parts.push((known ? words[outcome.value].replace('.<', '<') : words[outcome.value]) + origin)
  }
  for (const other of outcome.but ?? [])
    parts.push(`but ${other.value} ${renderOrigin(other.from, other.sources, thread)}`)
  if (record.revertedBy.length > 0)
    parts.push(`reverted by ${listed(record.revertedBy.map((name) => messageOrCommit(name, thread, context)))}`)
  if (posted.length > 0)
    parts.push(
      `${posted.length > 1 ? 'reverts were' : 'a revert was'} posted, not stated as applied: ${listed(posted.map(({ messageId }) => messageOrCommit(messageId, thread, context)))}`,
    )
  if (record.supersededBy.length > 0)
    parts.push(`superseded by ${listed(record.supersededBy.map((name) => caseOrCommit(name, context)))}`)
  if (record.backports.length > 0)
    parts.push(`${counted(record.backports.length, 'backport')}, <a href="#lineage">below</a>`)
  if (record.outcomeNote) parts.push(esc(record.outcomeNote) + editorMark(record, 'outcomeNote'))
  return parts.join('; ')
}
