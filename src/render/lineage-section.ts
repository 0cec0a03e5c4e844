import type { CaseRecord } from '../model/case.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { archiveLink } from './archive-link.ts'
import { type CaseContext, findMessage } from './case-context.ts'
import { commitMarkup } from './commit-link.ts'
import { formatShortDate, signed } from './format-number.ts'
import { code, el, esc, link, markup } from './markup.ts'
import { renderPairs, renderSection } from './section.ts'
import { renderOrigin, renderStated } from './source-link.ts'

type Event = { date: string | null; words: string }

const undated = 'not dated'

function messageLink(id: string, thread: ThreadFile | null, label: string): string {
  const message = findMessage(thread, id)
  return message ? link(`#${message.anchor}`, label) : label
}

/** A message as a reader knows it: `JonasZhou’s RFC patch`; its id where the source gives one, or none is here. */
function messageName(id: string, thread: ThreadFile | null): string {
  const message = findMessage(thread, id)
  if (!message?.idIsDerived) return code(id)
  const isRfc = /^\s*\[[^\]]*\bRFC\b/i.test(message.subject)
  const what = message.kind === 'reply' ? 'reply' : `${isRfc ? 'RFC ' : ''}${message.kind.replaceAll('-', ' ')}`
  return `${esc(message.from.name)}’s ${esc(what)}`
}

/** Why a message belongs here, with messages named where their ids are this site's own. */
const joinWords = (how: string, thread: ThreadFile | null): string =>
  how
    .split(/(<[^<>]+>)/)
    .map((part) =>
      /^<.*>$/.test(part) && findMessage(thread, part.slice(1, -1))?.idIsDerived
        ? messageName(part.slice(1, -1), thread)
        : esc(part),
    )
    .join('')

function postingEvents(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): Event[] {
  const gone = new Set(record.missing.map(({ messageId }) => messageId))
  return record.versions.flatMap(({ version, messageIds, versionIsInferred, rfc, posted }) =>
    messageIds.map((id, at): Event => {
      const message = findMessage(thread, id)
      const name = `${rfc ? 'RFC ' : ''}v${version}${at > 0 ? `, posted again` : ' posted'}`
      const lists = message?.listIds.length ? ` to ${esc(message.listIds.slice(0, 3).join(', '))}` : ''
      const guess = versionIsInferred ? ' <span class="quiet">version worked out</span>' : ''
      const absence = gone.has(id)
        ? ` <span class="quiet">its message is not here</span> ${archiveLink(id, context)}`
        : ''
      return {
        date: message?.date ?? (at === 0 ? posted : null),
        words: messageLink(id, thread, name) + lists + guess + absence,
      }
    }),
  )
}

function reportEvents(record: CaseRecord, thread: ThreadFile | null): Event[] {
  return record.reports.map(({ messageId, headline, commit, parent }) => {
    const change = headline ? ` ${esc(signed(headline.changePercent))}% ${headline.word}` : ''
    const on = commit ? ` on ${code(commit.slice(0, 12))}` : ''
    const against = parent ? ` against its parent ${code(parent.slice(0, 12))}` : ''
    return {
      date: findMessage(thread, messageId)?.date ?? null,
      words: messageLink(messageId, thread, 'robot reports') + change + on + against,
    }
  })
}

function mergeEvents(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): Event[] {
  const { commit } = record
  if (!commit) return []
  const tree = commit.tree ? ` in ${esc(commit.tree)}` : ''
  const release = commit.release ? `, in ${esc(commit.release)}` : ''
  const origin = renderOrigin(commit.from, commit.sources, thread, commit.joinedBy)
  const date = commit.date ?? (record.committed ? record.committed.value : null)
  return [{ date, words: `committed as ${commitMarkup(commit.sha, context)}${tree}${release} ${origin}` }]
}

/** Reverts that the thread holds, each with the day that is stated of it: of its commit, else of its mail. */
function revertEvents(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): Event[] {
  const isCase = (id: string): boolean => (context.edges ?? []).some(({ name }) => name === id)
  return (record.reverts ?? [])
    .filter(({ messageId }) => !isCase(messageId))
    .map(({ messageId, applied, commit, tree, date, how }): Event => {
      const posted = how.startsWith('asks') ? 'a revert was posted for comments' : 'a revert was posted'
      const name = messageLink(messageId, thread, applied ? 'reverted' : posted)
      const sha = commit ? ` as ${commitMarkup(commit, context)}` : ''
      const where = applied && tree ? ` in ${esc(tree)}` : ''
      const state = applied ? how : `${how.replace(/^.*, (?=by its )/, '')}; not stated as applied`
      return {
        date: date ?? findMessage(thread, messageId)?.date ?? null,
        words: `${name}${sha}${where} <span class="quiet">${esc(state)}</span>`,
      }
    })
}

function laterEvents(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): Event[] {
  const edges = context.edges ?? []
  const commits = (words: string, list: readonly string[]): Event[] =>
    list
      .filter((name) => !edges.some((edge) => edge.words === words && edge.name === name))
      .map((sha) => ({
        date: null,
        words: `${words} ${/^[0-9a-f]{7,64}$/.test(sha) ? commitMarkup(sha, context) : code(sha)}`,
      }))
  const backports = record.backports.map(({ messageId, commit, tree, how }): Event => {
    const name = messageId ? messageLink(messageId, thread, 'backported') : 'backported'
    const where = tree ? ` to ${esc(tree)}` : ''
    const sha = commit ? ` as ${commitMarkup(commit, context)}` : ''
    return {
      date: findMessage(thread, messageId ?? undefined)?.date ?? null,
      words: `${name}${where}${sha} <span class="quiet">${esc(how)}</span>`,
    }
  })
  const inThread = new Set(record.reverts?.map(({ messageId }) => messageId))
  const elsewhere = record.revertedBy.filter((name) => !inThread.has(name))
  return [
    ...backports,
    ...commits('fixes', record.fixes),
    ...commits('superseded by', record.supersededBy),
    ...revertEvents(record, thread, context),
    ...commits('reverted by', elsewhere),
    ...edges.map(({ words, slug, title, date }) => ({
      date,
      words: `${words} ${link(context.href(`/cases/${slug}/`), esc(title))}`,
    })),
  ]
}

/** Dated events in order, then undated ones: postings, merge, reports, backports, reverts. */
export function renderLineageSection(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): string {
  const events = [
    ...postingEvents(record, thread, context),
    ...mergeEvents(record, thread, context),
    ...reportEvents(record, thread),
    ...laterEvents(record, thread, context),
  ]
  if (events.length === 0) return ''
  const dated = events
    .filter(({ date }) => date !== null)
    .sort((one, other) => Date.parse(one.date ?? '') - Date.parse(other.date ?? ''))
  const rest = events.filter(({ date }) => date === null)
  const previous = record.previousVersion
    ? el(
        'p',
        { class: 'caption' },
        `An earlier version is named: ${renderStated(record.previousVersion, thread, code)}`,
      )
    : ''
  const inferred = record.joins
    .filter((join) => join.inferred)
    .map(({ messageId, how }) =>
      el(
        'li',
        {},
        `${messageLink(messageId, thread, messageName(messageId, thread))} <span class="inferred" title="worked out: the source gives no reference">${joinWords(how, thread)}</span>`,
      ),
    )
  return renderSection('lineage', 'Lineage', {
    body: markup(
      renderPairs(
        'lineage',
        [...dated, ...rest].map(({ date, words }) => [
          date ? esc(formatShortDate(date)) : `<span class="quiet">${undated}</span>`,
          words,
        ]),
      ),
      previous,
      inferred.length > 0 &&
        el('p', { class: 'caption' }, 'Joined without a reference:') + el('ul', { class: 'plain small' }, inferred),
    ),
  })
}
