import type { Message, ThreadMessage } from '../model/message.ts'
import type { Join, PatchNotice } from '../model/series.ts'
import type { Source } from '../model/source.ts'
import { type OwnLine, ownLines } from '../text/own-lines.ts'
import { findPrintedCommit } from '../text/printed-commit.ts'
import { sourceOfLine } from '../text/source-at.ts'
import { findArchiveLinks } from './archive-links.ts'
import { addMessage, type Draft } from './draft-history.ts'
import { type DraftTable, findByCommit } from './join-facts.ts'
import { findStableTree, sourcesOf } from './notices.ts'
import { titleKey } from './posting.ts'

/** What a revert or a `Fixes:` line gives to name the patch it is about, the surest first. */
type Named = { shas: string[]; title: string | null; ids: string[] }
type Found = { draft: Draft; by: Join['by'] }

/** The patch that is named: by commit, else by title, else by the Message-ID of a posting. */
function findNamed(table: DraftTable, { shas, title, ids }: Named): Found | undefined {
  const byCommit = shas.map((sha) => findByCommit(table, sha)).find((draft) => draft !== undefined)
  if (byCommit !== undefined) return { draft: byCommit, by: 'commit' }
  const byTitle = title === null ? [] : (table.byTitle.get(titleKey(title)) ?? [])
  const [only] = byTitle
  if (only !== undefined && byTitle.length === 1) return { draft: only, by: 'title' }
  const byId = [...new Set(ids.flatMap((id) => table.byPosting.get(id) ?? []))]
  const [posted] = byId
  return posted !== undefined && byId.length === 1 ? { draft: posted, by: 'message-id' } : undefined
}

const revertTitle = /^(?:[\w/.,:+ -]{1,80}: )?revert:? ["“'](.{1,400})["”']/i
const revertWords = /\bthis reverts commit ([0-9a-f]{7,64})\b(?:,? which is\s{1,3}commit ([0-9a-f]{7,64}) upstream)?/i

/** The line that says what is reverted, as a source: the one that holds the commit, else the words. */
function sourcesOfRevert(message: Message, lines: readonly OwnLine[], sha: string | null): Source[] {
  const line = lines.find(({ text }) => (sha === null ? /\brevert/i.test(text) : text.includes(sha)))
  if (line === undefined) return []
  return sha === null ? [sourceOfLine(message, line.part, line.line)] : sourcesOf(message, line, sha)
}

/** What the mails say of a patch: that it went into a tree, by a notice, a robot's report, a clone; null: nothing. */
function findApplication(draft: Draft): Pick<PatchNotice, 'commit' | 'tree' | 'date' | 'sources'> | null {
  const isStated = ({ kind, upstream }: PatchNotice): boolean =>
    kind === 'tip-bot' || kind === 'applied' || (kind === 'stable-backport' && upstream !== null)
  const stated = draft.notices.filter(isStated)
  const notice = stated.findLast(({ commit }) => commit !== null) ?? stated.at(-1)
  if (notice) {
    const { commit, upstream, tree, date, sources } = notice
    return notice.kind === 'stable-backport'
      ? { commit: upstream, tree: null, date: null, sources }
      : { commit, tree, date, sources }
  }
  const report = draft.reportedBy.find(({ commit }) => !commit.isRobotTree)?.commit
  if (report) return { commit: report.sha, tree: report.tree, date: null, sources: report.sources }
  const posting = draft.versionPostings.findLast(({ message }) => findPrintedCommit(message) !== null)?.message
  return posting ? { commit: findPrintedCommit(posting), tree: null, date: posting.date, sources: [] } : null
}

/** A patch that says it reverts another: by its title, or by "This reverts commit". */
function joinRevert(table: DraftTable, from: Draft, threadMessage: ThreadMessage): void {
  const { message } = threadMessage
  const title = revertTitle.exec(message.tags.title)?.[1] ?? null
  const lines = ownLines(message, 400)
  const words = revertWords.exec(lines.map(({ text }) => text.trim()).join(' '))
  if (title === null && words === null) return
  const shas = [words?.[2], words?.[1]].flatMap((sha) => sha ?? [])
  const links = lines.flatMap(({ text }) =>
    /^(?:link|message-id|patchwork):/i.test(text) ? findArchiveLinks(text) : [],
  )
  const ids = [...links.map(({ id }) => id), threadMessage.parentId].flatMap((id) => id ?? [])
  const named = findNamed(table, { shas, title, ids })
  if (named === undefined || named.draft === from) return
  const sha = shas.find((each) => findByCommit(table, each) !== undefined) ?? shas.at(-1) ?? null
  const sources = sourcesOfRevert(message, lines, sha)
  const stated = findApplication(from)
  const tree = findStableTree(message)
  const place = tree === null ? '' : ` in ${tree}`
  const says = stated ? 'reverts it' : message.tags.rfc ? 'asks whether to revert it' : `would revert it${place}`
  const facts = stated ? { ...stated, sources: [...stated.sources, ...sources] } : { tree, sources }
  addNotice(named, threadMessage, stated ? 'revert' : 'revert-posted', says, { upstream: sha, ...facts })
  addAnswers(named.draft, from, message.id)
}

/** The answers to a revert are about the patch too: a refusal of the revert says why it stays. */
function addAnswers(draft: Draft, from: Draft, revertId: string): void {
  for (const [id, threadMessage] of from.messages) {
    if (draft.messages.has(id) || from.joins.get(id)?.how !== `answers <${revertId}> in its thread`) continue
    addMessage(draft, threadMessage, { by: 'thread', how: 'answers the revert of it', inferred: false })
    draft.aside.add(id)
  }
}

/** Answers to a revert that is not here itself. */
function joinQuotedRevert(table: DraftTable, from: Draft): void {
  const title = revertTitle.exec(from.versions[0]?.message.tags.title ?? '')?.[1]
  const named = title === undefined ? undefined : findNamed(table, { shas: [], title, ids: [] })
  if (named === undefined || named.draft === from) return
  for (const [id, threadMessage] of from.messages) {
    if (named.draft.messages.has(id)) continue
    const how = 'answers a revert of it that is not here, by its title'
    addMessage(named.draft, threadMessage, { by: 'title', how, inferred: true })
    named.draft.aside.add(id)
  }
}

/** A patch that says it fixes another: `Fixes: sha ("title")`. */
function joinFix(table: DraftTable, from: Draft, threadMessage: ThreadMessage): void {
  const { message } = threadMessage
  for (const trailer of message.trailers) {
    if (!/^fixes$/i.test(trailer.name) || trailer.prose) continue
    const match = /^(?:commit )?([0-9a-f]{7,64})\b\W{0,3}["“'(]{0,2}(.{0,400}?)["”')]{0,2}$/i.exec(trailer.value.trim())
    if (!match) continue
    const sha = match[1] ?? ''
    const named = findNamed(table, { shas: [sha], title: match[2] || null, ids: [] })
    if (named === undefined || named.draft === from) continue
    const hasLine = (message.parts[trailer.part]?.lines[trailer.line - 1]?.trim() ?? '') !== ''
    const sources = hasLine ? [sourceOfLine(message, trailer.part, trailer.line)] : []
    addNotice(named, threadMessage, 'fixes', 'says that it fixes it', { upstream: sha, sources })
  }
}

/**
 * Reverts (`Revert "title"`, `This reverts commit`) and later fixes (`Fixes: sha ("title")`) of patches given here. A
 * revert that was posted takes nothing back; one of which a mail or a clone says that it was applied does.
 */
export function joinReverts(table: DraftTable): void {
  for (const draft of table.drafts) {
    if (draft.patchIsQuoted) joinQuotedRevert(table, draft)
    for (const { threadMessage } of draft.versionPostings) {
      joinRevert(table, draft, threadMessage)
      joinFix(table, draft, threadMessage)
    }
  }
  for (const draft of table.drafts) dropUndone(draft, table)
}

const isRevert = ({ kind }: PatchNotice): boolean => kind === 'revert' || kind === 'revert-posted'

/** A revert that was itself reverted leaves the patch as it was: both mails stay with it and say so. */
function dropUndone(draft: Draft, table: DraftTable): void {
  for (const reverting of draft.notices.filter(isRevert)) {
    const reverts = table.byPosting.get(reverting.messageId) ?? []
    for (const revert of reverts)
      for (const { kind, messageId } of revert.notices.filter(isRevert)) {
        const threadMessage = revert.messages.get(messageId)
        if (threadMessage === undefined) continue
        const says = kind === 'revert' ? 'reverts' : 'would revert'
        addMessage(draft, threadMessage, { by: 'title', how: `${says} the revert of it`, inferred: false })
        for (const from of table.byPosting.get(messageId) ?? []) addAnswers(draft, from, messageId)
        if (kind === 'revert') draft.notices = draft.notices.filter((notice) => notice !== reverting)
      }
  }
}

function addNotice(
  { draft, by }: Found,
  threadMessage: ThreadMessage,
  kind: PatchNotice['kind'],
  says: string,
  facts: Pick<PatchNotice, 'upstream' | 'sources'> & Partial<PatchNotice>,
): void {
  const { message } = threadMessage
  if (draft.notices.some((notice) => notice.kind === kind && notice.messageId === message.id)) return
  const how = `${says}, by its ${by === 'message-id' ? 'Message-ID' : by}`
  const inferred = by === 'title'
  addMessage(draft, threadMessage, { by, how, inferred })
  const notice = { kind, messageId: message.id, commit: null, tree: null, authorDate: null, how, inferred }
  draft.notices.push({ ...notice, ...facts, date: facts.date ?? message.date })
}
