import type { Thread, ThreadMessage } from '../model/message.ts'
import type { Problem, Result } from '../model/problem.ts'
import type { KnownPatch, PatchHistory } from '../model/series.ts'
import { idStem } from './archive-links.ts'
import { collectComments } from './collect-comments.ts'
import { type Draft, draftHistory, joinQuotedPatches } from './draft-history.ts'
import { buildDraftTable, joinApplied, joinPulls, joinReports } from './join-facts.ts'
import { groupPostings } from './join-postings.ts'
import { joinReverts } from './join-reverts.ts'
import { addKnownPatches } from './known-patches.ts'
import { findMergedCommit } from './merged-commit.ts'
import { buildGhostTable, findMissing, type GhostTable } from './missing-messages.ts'
import { findPostings, type Posting } from './posting.ts'
import { findGivenTrailers } from './reply-trailers.ts'
import { findOwners, type Owners } from './thread-owners.ts'

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** By date, undated ones by their place in their file: the order of the mails, never of the input. */
function compareMessages(a: ThreadMessage, b: ThreadMessage): number {
  const first = a.message
  const second = b.message
  if (first.date !== null && second.date !== null && first.date !== second.date)
    return compareText(first.date, second.date)
  if ((first.date === null) !== (second.date === null)) return first.date === null ? 1 : -1
  if (first.date === null && first.file !== second.file) return compareText(first.file, second.file)
  if (first.date === null && first.fileLine !== second.fileLine) return first.fileLine - second.fileLine
  return compareText(first.id, second.id)
}

/** Tags of the versions themselves and those that answers give, each giver of a tag once. */
function collectTrailers(draft: Draft, messages: ThreadMessage[]): PatchHistory['trailers'] {
  const trailers: PatchHistory['trailers'] = []
  const seen = new Set<string>()
  const add = (trailer: PatchHistory['trailers'][number]) => {
    const key = `${trailer.name.toLowerCase()}\n${(trailer.person ?? trailer.value).toLowerCase()}`
    if (seen.has(key)) return
    seen.add(key)
    trailers.push(trailer)
  }
  const last = draft.versions[draft.versions.length - 1]
  for (const trailer of draft.patchIsQuoted ? [] : (last?.message.trailers ?? []))
    if (!trailer.prose) add({ ...trailer, messageId: last?.messageId ?? '' })
  for (const threadMessage of messages)
    if (threadMessage.kind === 'reply' && !draft.aside.has(threadMessage.message.id))
      for (const trailer of findGivenTrailers(threadMessage)) add(trailer)
  return trailers
}

function finishHistory(
  draft: Draft,
  owners: Owners,
  ghosts: GhostTable,
): { history: PatchHistory; problems: Problem[] } {
  const messages = [...draft.messages.values()].sort(compareMessages)
  const dates = new Map(messages.map(({ message }) => [message.id, message.date ?? '']))
  const notices = draft.notices.toSorted((a, b) =>
    compareText(dates.get(a.messageId) ?? '', dates.get(b.messageId) ?? ''),
  )
  const { comments, problems } = collectComments(draft, owners)
  const last = draft.versions[draft.versions.length - 1]
  const posting = draft.versionPostings[draft.versionPostings.length - 1]
  const here = new Set(owners.byId.keys())
  const stems = new Set([...draft.versions.map(({ messageId }) => messageId)].map(idStem))
  const own = draft.postings.map(({ threadMessage }) => threadMessage)
  const answers = messages.filter(({ kind }) => kind === 'reply' || kind === 'patch-in-reply')
  const history: PatchHistory = {
    title: posting?.title ?? last?.message.tags.title ?? draft.known?.title ?? '',
    author: posting?.authorName ?? draft.known?.author ?? '',
    versions: draft.versions,
    previousIds: draft.previous
      .map((link) => ({ ...link, isHere: here.has(link.id) || stems.has(idStem(link.id)) }))
      .toSorted((a, b) => (a.version ?? 0) - (b.version ?? 0)),
    commit: findMergedCommit(notices, draft.reportedBy),
    cover: posting?.cover ?? null,
    messages,
    joins: messages.flatMap(({ message }) => draft.joins.get(message.id) ?? []),
    aside: [...draft.aside].toSorted(compareText),
    notices,
    reports: [...draft.reports.values()],
    comments,
    trailers: collectTrailers(draft, messages),
    missing: findMissing(draft.patchIsQuoted ? messages : [...own, ...answers], ghosts),
    patchIsQuoted: draft.patchIsQuoted,
    isNamedOnly: draft.known !== null,
  }
  return { history, problems }
}

/** Notes for every version and join that is a guess. */
function findGuesses({ versions, joins }: PatchHistory): Problem[] {
  const guesses: Problem[] = []
  for (const { version, versionIsInferred, how, message, carrier } of versions)
    if (versionIsInferred && carrier === 'patch')
      guesses.push({
        code: 'inferred-version',
        severity: 'note',
        where: `${message.file}:${message.fileLine} <${message.id}>`,
        message: `taken as version ${version}: ${how}`,
        whatToDo: 'Nothing, if that is right.',
      })
  for (const { messageId, how, inferred } of joins)
    if (inferred)
      guesses.push({
        code: 'inferred-join',
        severity: 'note',
        where: `<${messageId}>`,
        message: `joined to "${versions[versions.length - 1]?.message.tags.title ?? ''}": ${how}`,
        whatToDo: 'Nothing, if that is right.',
      })
  return guesses
}

/**
 * Every patch of every thread in all its versions and postings, with what belongs to it: answers, robot reports,
 * applied notices, backports, reverts, fixes, and the comments on its lines; each join says how. The outcome depends
 * on the mails alone, not on their order. `known` are patches that mails may name though none here holds them. Problems:
 * `inferred-version`, `inferred-join`, `ambiguous-join`, `unplaced-comment`.
 */
export function buildHistories(threads: Thread[], known: readonly KnownPatch[] = []): Result<PatchHistory[]> {
  const owners = findOwners(threads)
  const postings: Posting[] = threads.flatMap(findPostings)
  postings.sort((a, b) => compareMessages(a.threadMessage, b.threadMessage))
  const drafts = groupPostings(postings).map((group) => draftHistory(group, owners))
  drafts.push(...joinQuotedPatches(threads, drafts))
  const table = buildDraftTable(drafts)
  addKnownPatches(table, known)
  const messages = threads.flatMap((thread) => thread.messages).sort(compareMessages)
  joinApplied(table, messages)
  const problems = joinReports(table, messages)
  joinReverts(table)
  joinPulls(table, messages)
  const ghosts = buildGhostTable(threads)
  const histories: PatchHistory[] = []
  for (const draft of table.drafts) {
    if (draft.messages.size === 0) continue
    const { history, problems: found } = finishHistory(draft, owners, ghosts)
    histories.push(history)
    problems.push(...found, ...findGuesses(history))
  }
  return { value: histories, problems }
}
