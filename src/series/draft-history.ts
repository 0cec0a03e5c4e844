import type { Thread, ThreadMessage } from '../model/message.ts'
import type { Join, KnownPatch, PatchNotice, PatchVersion } from '../model/series.ts'
import type { PostingGroup } from './join-postings.ts'
import type { ReportedBy } from './merged-commit.ts'
import { readBackport, readTipBot, readTreeNotice } from './notices.ts'
import { numberVersions } from './number-versions.ts'
import { type Posting, titleKey } from './posting.ts'
import type { PreviousLink } from './previous-versions.ts'
import { findAncestors, type Owners } from './thread-owners.ts'

/** A patch's history while messages are still being joined to it. */
export type Draft = {
  postings: Posting[]
  /** The postings that stand for the versions: the author's, else what carries the patch in their place. */
  versionPostings: Posting[]
  versions: PatchVersion[]
  messages: Map<string, ThreadMessage>
  joins: Map<string, Join>
  /** Answers to a revert of it, by id. */
  aside: Set<string>
  notices: PatchNotice[]
  reports: Map<string, { messageId: string; join: Join }>
  reportedBy: ReportedBy[]
  previous: PreviousLink[]
  patchIsQuoted: boolean
  /** A patch that is known from elsewhere and has no posting here. */
  known: KnownPatch | null
}

/** Which postings give the versions: the author's own; without one what announces it, the best first. */
function chooseVersions(postings: Posting[]): Posting[] {
  for (const kinds of [['patch', 'patch-in-reply'], ['tip-bot'], ['notification'], ['stable-backport']]) {
    const chosen = postings.filter(({ threadMessage }) => kinds.includes(threadMessage.kind))
    if (chosen.length > 0) return chosen
  }
  return []
}

/** Adds a message with the reason it belongs; the first reason stays. */
export function addMessage(draft: Draft, threadMessage: ThreadMessage, join: Omit<Join, 'messageId'>): void {
  const { id } = threadMessage.message
  draft.messages.set(id, threadMessage)
  if (!draft.joins.has(id)) draft.joins.set(id, { messageId: id, ...join })
}

function readNotice(threadMessage: ThreadMessage): PatchNotice | null {
  if (threadMessage.kind === 'tip-bot') return readTipBot(threadMessage)
  if (threadMessage.kind === 'stable-backport') return readBackport(threadMessage)
  if (threadMessage.kind === 'notification') return readTreeNotice(threadMessage)
  return null
}

/** The cover letter with its own answers, and the answers to each posting. */
function addThreads(draft: Draft, owners: Owners): void {
  for (const { message, threadMessage, cover } of draft.postings) {
    for (const below of owners.below.get(message.id) ?? [])
      if (below.message.id !== message.id)
        addMessage(draft, below, {
          by: 'thread',
          how: `answers <${message.id}> in its thread`,
          inferred: below.parentIsInferred,
        })
    for (const below of cover === null ? [] : (owners.below.get(cover.message.id) ?? [])) {
      const how = below === cover ? 'cover letter of the series' : 'answers the cover letter'
      addMessage(draft, below, { by: 'thread', how, inferred: false })
    }
    if (threadMessage.kind !== 'patch-in-reply') continue
    for (const above of findAncestors(owners, message.id))
      addMessage(draft, above, { by: 'thread', how: 'the patch was sent in answer to it', inferred: false })
  }
}

/** A draft of one group of postings: versions, notices of those that announce it, answers. */
export function draftHistory(group: PostingGroup, owners: Owners): Draft {
  const versionPostings = chooseVersions(group.postings)
  const draft: Draft = {
    ...emptyDraft(numberVersions(versionPostings), null),
    postings: group.postings,
    versionPostings,
    patchIsQuoted: false,
  }
  for (const posting of group.postings) {
    const join = group.joins.get(posting.message.id)
    const first = { by: 'message-id' as const, how: 'the patch itself', inferred: false }
    addMessage(draft, posting.threadMessage, join ?? first)
    const notice = readNotice(posting.threadMessage)
    if (notice !== null) draft.notices.push(notice)
    for (const link of group.previous.get(posting.message.id) ?? []) addPrevious(draft, link)
  }
  addThreads(draft, owners)
  return draft
}

function addPrevious(draft: Draft, link: PreviousLink): void {
  const known = draft.previous.find(({ id }) => id === link.id)
  if (known === undefined) draft.previous.push({ ...link, sources: [...link.sources] })
  else {
    known.version ??= link.version
    known.sources.push(...link.sources)
  }
}

/** A draft without postings: for a patch that is only quoted, or only known. */
export function emptyDraft(versions: PatchVersion[], known: KnownPatch | null): Draft {
  return {
    postings: [],
    versionPostings: [],
    versions,
    messages: new Map(),
    joins: new Map(),
    aside: new Set(),
    notices: [],
    reports: new Map(),
    reportedBy: [],
    previous: [],
    patchIsQuoted: known === null,
    known,
  }
}

/** The version that an answer stands for, as its subject states it. */
function quotedVersion({ message, kind }: ThreadMessage): PatchVersion {
  const { version, rfc, resend, index, total } = message.tags
  return {
    version: version ?? 1,
    versionIsInferred: false,
    how: null,
    posting: 1,
    rfc,
    resend,
    index: index ?? 1,
    total: total ?? 1,
    messageId: message.id,
    message,
    carrier: kind,
    coverId: null,
    changelog: null,
  }
}

/**
 * Answers to patches whose posting is not here. Where another version of the patch is here they belong to its history;
 * else the first answer stands for the patch, in a history of its own.
 */
export function joinQuotedPatches(threads: Thread[], drafts: Draft[]): Draft[] {
  const owned = new Set(drafts.flatMap((draft) => [...draft.messages.keys()]))
  const byTitle = new Map<string, Draft>()
  for (const draft of drafts) for (const posting of draft.postings) byTitle.set(posting.titleKey, draft)
  const quoted = new Map<string, Draft>()
  for (const thread of threads)
    for (const threadMessage of thread.messages) {
      const { tags } = threadMessage.message
      if (threadMessage.kind !== 'reply' || !tags.isPatch || tags.index === 0) continue
      if (owned.has(threadMessage.message.id)) continue
      const key = titleKey(tags.title)
      const other = byTitle.get(key)
      if (other !== undefined) {
        const how = 'answers a posting of the same title that is not here'
        addMessage(other, threadMessage, { by: 'title', how, inferred: true })
        continue
      }
      const place = `${thread.rootId}\n${tags.version ?? 1}\n${key}`
      const known = quoted.get(place)
      const draft = known ?? emptyDraft([quotedVersion(threadMessage)], null)
      quoted.set(place, draft)
      const how = known === undefined ? 'quotes the patch, which is not here' : 'answers the same patch'
      addMessage(draft, threadMessage, { by: 'thread', how, inferred: known === undefined })
    }
  return [...quoted.values()]
}
