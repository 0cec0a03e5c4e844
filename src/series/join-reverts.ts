import type { Message, ThreadMessage } from '../model/message.ts'
import type { Join } from '../model/series.ts'
import type { Source } from '../model/source.ts'
import { type OwnLine, ownLines } from '../text/own-lines.ts'
import { sourceOfLine } from '../text/source-at.ts'
import { findArchiveLinks } from './archive-links.ts'
import { addMessage, type Draft } from './draft-history.ts'
import { type DraftTable, findByCommit } from './join-facts.ts'
import { sourcesOf } from './notices.ts'
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

/** A patch that says it reverts another: by its title, or by "This reverts commit". */
function joinRevert(table: DraftTable, from: Draft, threadMessage: ThreadMessage): void {
  const { message } = threadMessage
  const title = revertTitle.exec(message.tags.title)?.[1] ?? null
  const lines = ownLines(message, 400)
  const named = revertWords.exec(lines.map(({ text }) => text.trim()).join(' '))
  if (title === null && named === null) return
  const shas = [named?.[2], named?.[1]].flatMap((sha) => sha ?? [])
  const links = lines.flatMap(({ text }) =>
    /^(?:link|message-id|patchwork):/i.test(text) ? findArchiveLinks(text) : [],
  )
  const ids = [...links.map(({ id }) => id), threadMessage.parentId].flatMap((id) => id ?? [])
  const sha = shas.find((each) => findByCommit(table, each) !== undefined) ?? shas.at(-1) ?? null
  const sources = sourcesOfRevert(message, lines, sha)
  addNamed(table, from, threadMessage, 'revert', { shas, title, ids }, sha, sources)
}

/** Reverts (`Revert "title"`, `This reverts commit`) and later fixes (`Fixes: sha ("title")`) of patches given here. */
export function joinReverts(table: DraftTable): void {
  for (const draft of table.drafts)
    for (const { message, threadMessage } of draft.versionPostings) {
      joinRevert(table, draft, threadMessage)
      for (const trailer of message.trailers) {
        if (!/^fixes$/i.test(trailer.name) || trailer.prose) continue
        const match = /^(?:commit )?([0-9a-f]{7,64})\b\W{0,3}["“'(]{0,2}(.{0,400}?)["”')]{0,2}$/i.exec(
          trailer.value.trim(),
        )
        if (!match) continue
        const sha = match[1] ?? ''
        const hasLine = (message.parts[trailer.part]?.lines[trailer.line - 1]?.trim() ?? '') !== ''
        const sources = hasLine ? [sourceOfLine(message, trailer.part, trailer.line)] : []
        addNamed(table, draft, threadMessage, 'fixes', { shas: [sha], title: match[2] || null, ids: [] }, sha, sources)
      }
    }
  for (const draft of table.drafts) dropUndone(draft, table)
}

/** A revert that was itself reverted leaves the patch as it was: both mails stay with it and say so. */
function dropUndone(draft: Draft, table: DraftTable): void {
  for (const { kind, messageId } of [...draft.notices]) {
    if (kind !== 'revert') continue
    const undoing = (table.byPosting.get(messageId) ?? []).flatMap((revert) =>
      revert.notices.flatMap((notice) =>
        notice.kind === 'revert' ? (revert.messages.get(notice.messageId) ?? []) : [],
      ),
    )
    const [first] = undoing
    if (first === undefined) continue
    for (const threadMessage of undoing)
      addMessage(draft, threadMessage, { by: 'title', how: 'reverts the revert of it', inferred: false })
    draft.notices = draft.notices.filter((notice) => notice.kind !== 'revert' || notice.messageId !== messageId)
  }
}

function addNamed(
  table: DraftTable,
  from: Draft,
  threadMessage: ThreadMessage,
  kind: 'revert' | 'fixes',
  names: Named,
  sha: string | null,
  sources: Source[],
): void {
  const named = findNamed(table, names)
  const { message } = threadMessage
  if (named === undefined || named.draft === from) return
  if (named.draft.notices.some((notice) => notice.kind === kind && notice.messageId === message.id)) return
  const by = named.by === 'message-id' ? 'Message-ID' : named.by
  const isAsked = kind === 'revert' && message.tags.rfc
  const says = kind === 'fixes' ? 'says that it fixes it' : isAsked ? 'asks whether to revert it' : 'reverts it'
  const how = `${says}, by its ${by}`
  addMessage(named.draft, threadMessage, { by: named.by, how, inferred: named.by === 'title' })
  // A revert sent for comments takes nothing back.
  if (isAsked) return
  named.draft.notices.push({
    kind,
    messageId: message.id,
    commit: null,
    upstream: sha,
    tree: null,
    date: message.date,
    authorDate: null,
    how,
    inferred: named.by === 'title',
    sources,
  })
}
