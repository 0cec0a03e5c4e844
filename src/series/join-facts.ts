import type { ThreadMessage } from '../model/message.ts'
import type { Problem } from '../model/problem.ts'
import type { Join } from '../model/series.ts'
import { type Applied, findApplied } from './applied-notices.ts'
import { addMessage, type Draft } from './draft-history.ts'
import { personKeys, titleKey } from './posting.ts'
import { findPulledTitles } from './pull-requests.ts'
import { findReportedCommit } from './robot-joins.ts'

/** Drafts by what other mails may name them with. */
export type DraftTable = {
  drafts: Draft[]
  byTitle: Map<string, Draft[]>
  byMessage: Map<string, Draft[]>
  /** By the Message-ID of a posting. */
  byPosting: Map<string, Draft[]>
  byCommit: Map<string, Draft>
}

/** Digits by which commits are compared: with fewer, two may be one. */
export const shaLength = 10

/** Notes a draft under a key, once. */
export function add(map: Map<string, Draft[]>, key: string, draft: Draft): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [draft])
  else if (!list.includes(draft)) list.push(draft)
}

/** Tables over drafts by title and by message. */
export function buildDraftTable(drafts: Draft[]): DraftTable {
  const table: DraftTable = {
    drafts,
    byTitle: new Map(),
    byMessage: new Map(),
    byPosting: new Map(),
    byCommit: new Map(),
  }
  for (const draft of drafts) {
    for (const { titleKey: key } of draft.postings) add(table.byTitle, key, draft)
    for (const { message } of draft.versions) add(table.byTitle, titleKey(message.tags.title), draft)
    for (const id of draft.messages.keys()) add(table.byMessage, id, draft)
    for (const { messageId } of draft.versions) add(table.byPosting, messageId, draft)
    noteCommits(table, draft)
  }
  return table
}

/** Makes the commits of a draft's notices findable. */
function noteCommits(table: DraftTable, draft: Draft): void {
  for (const { commit, upstream, kind } of draft.notices)
    for (const sha of [commit, kind === 'stable-backport' ? upstream : null])
      if (sha !== null && sha.length >= shaLength) table.byCommit.set(sha.slice(0, shaLength), draft)
}

/** The patch that became a commit, of which ten digits or more are given. */
export function findByCommit(table: DraftTable, sha: string): Draft | undefined {
  return sha.length >= shaLength ? table.byCommit.get(sha.slice(0, shaLength)) : undefined
}

function ambiguous(message: ThreadMessage['message'], count: number): Problem {
  return {
    code: 'ambiguous-join',
    severity: 'warning',
    where: `${message.file}:${message.fileLine} <${message.id}>`,
    message: `its title fits ${count} patches; joined to the one posted last before it`,
    whatToDo: 'Check the join; name the right commit in the front matter of the case.',
  }
}

/** Of several patches under one title, the one posted last before the message. */
function lastBefore(drafts: Draft[], date: string | null): Draft | undefined {
  const posted = (draft: Draft): string => draft.versions[0]?.message.date ?? ''
  const before = date === null ? [] : drafts.filter((draft) => posted(draft) <= date)
  return (before.length > 0 ? before : drafts).toSorted((a, b) => (posted(a) < posted(b) ? -1 : 1)).at(-1)
}

/** Robot reports: in the patch's thread, else by the commit, else by the commit's title. */
export function joinReports(table: DraftTable, messages: ThreadMessage[]): Problem[] {
  const problems: Problem[] = []
  for (const threadMessage of messages) {
    const { message, kind } = threadMessage
    if (kind !== 'lkp-report') continue
    const commit = findReportedCommit(message)
    const answered =
      message.tags.isReply || threadMessage.parentId !== null ? (table.byMessage.get(message.id) ?? []) : []
    const inThread = answered.filter((draft) => draft.joins.get(message.id)?.how.startsWith('answers <'))
    const byCommit = commit === null ? undefined : findByCommit(table, commit.sha)
    const byTitle = commit?.titleKey ? (table.byTitle.get(commit.titleKey) ?? []) : []
    const draft = inThread[0] ?? byCommit ?? lastBefore(byTitle, message.date)
    if (draft === undefined) continue
    if (inThread.length === 0 && byCommit === undefined && byTitle.length > 1)
      problems.push(ambiguous(message, byTitle.length))
    const join: Join =
      inThread.length > 0
        ? { messageId: message.id, by: 'thread', how: 'the robot answers the patch', inferred: false }
        : byCommit !== undefined
          ? { messageId: message.id, by: 'commit', how: `reports on commit ${commit?.sha ?? ''}`, inferred: false }
          : { messageId: message.id, by: 'title', how: 'reports on a commit with the same title', inferred: true }
    draft.joins.set(message.id, join)
    addMessage(draft, threadMessage, join)
    draft.reports.set(message.id, { messageId: message.id, join })
    if (commit === null) continue
    draft.reportedBy.push({ messageId: message.id, date: message.date, commit, inferred: join.inferred })
    if (!commit.isRobotTree && commit.sha.length >= shaLength) table.byCommit.set(commit.sha.slice(0, shaLength), draft)
  }
  return problems
}

/** The drafts that one applied notice means: by listed title, first in the notice's own thread; else the patch answered. */
function targetsOf(table: DraftTable, threadMessage: ThreadMessage, applied: Applied): Draft[] {
  const near = table.byMessage.get(threadMessage.message.id) ?? []
  if (applied.titleKey === null) {
    if (threadMessage.kind === 'notification' && near.length > 1) return []
    return near
  }
  const named = table.byTitle.get(applied.titleKey) ?? []
  const both = named.filter((draft) => near.includes(draft))
  if (both.length > 0) return both
  // A title reworded on the way in: the list's number names the patch of the same thread.
  const sameIndex = near.filter(
    (draft) => applied.index !== null && draft.postings.some(({ index }) => index === applied.index),
  )
  const [only] = sameIndex
  if (named.length === 0 && only !== undefined && sameIndex.length === 1) return [only]
  const last = lastBefore(named, threadMessage.message.date)
  return last === undefined ? [] : [last]
}

/** Whether a message is of the patch's own author. */
function isAuthor({ postings, known }: Draft, { message }: ThreadMessage): boolean {
  const keys = new Set(personKeys(message.from))
  if (personKeys({ name: known?.author ?? '', address: null }).some((key) => keys.has(key))) return true
  return postings.some(({ authorKeys }) => authorKeys.some((key) => keys.has(key)))
}

/** Applied notices of bots and maintainers, each listed patch with its own commit. */
export function joinApplied(table: DraftTable, messages: ThreadMessage[]): void {
  for (const threadMessage of messages) {
    const { message, kind } = threadMessage
    if (kind !== 'reply' && kind !== 'notification' && kind !== 'other') continue
    if (message.patch !== null) continue
    for (const applied of findApplied(message))
      for (const draft of targetsOf(table, threadMessage, applied)) {
        if (applied.isSentence && isAuthor(draft, threadMessage)) continue
        const how =
          applied.titleKey === null ? 'says that the patch was applied' : 'lists the patch by its title as applied'
        addMessage(draft, threadMessage, { by: 'title', how, inferred: false })
        if (!draft.notices.some((notice) => notice.messageId === message.id && notice.kind === 'applied'))
          draft.notices.push(applied.notice)
        noteCommits(table, draft)
      }
  }
}

/** Pull requests, also those whose patches follow as a series: patches by the titles in the request's short log. */
export function joinPulls(table: DraftTable, messages: ThreadMessage[]): void {
  for (const threadMessage of messages) {
    const { message, kind } = threadMessage
    if (kind !== 'other' && kind !== 'cover') continue
    for (const key of findPulledTitles(message))
      for (const draft of table.byTitle.get(key) ?? []) {
        if (draft.notices.some((notice) => notice.messageId === message.id)) continue
        const how = 'listed in a pull request'
        if (!draft.messages.has(message.id)) addMessage(draft, threadMessage, { by: 'title', how, inferred: false })
        draft.notices.push({
          kind: 'pull',
          messageId: message.id,
          commit: null,
          upstream: null,
          tree: null,
          date: message.date,
          authorDate: null,
          how,
          inferred: false,
          sources: [],
        })
      }
  }
}
