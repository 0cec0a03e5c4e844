import type { FileDiff } from './diff.ts'
import type { Message, ThreadMessage, Trailer } from './message.ts'
import type { MessageKind } from './names.ts'
import type { Source } from './source.ts'

/** One posting of one version of a patch. `posting` counts from 1 within a version (a repost is 2). */
export type PatchVersion = {
  version: number
  versionIsInferred: boolean
  how: string | null // how the version was worked out, where inferred
  posting: number
  rfc: boolean
  resend: boolean
  index: number // 1 where there is no series
  total: number // 1 where there is no series
  messageId: string
  message: Message
  /**
   * What the message is: `patch` or `patch-in-reply` where the author's own posting is here; `tip-bot`,
   * `stable-backport` or `notification` where only that carries the patch; `reply` where it is only quoted.
   */
  carrier: MessageKind
  coverId: string | null
  /** The notes below `---` (or in the cover letter) that say what changed since the version before. */
  changelog: { messageId: string; part: number; startLine: number; endLine: number } | null
}

/** Why a message belongs to a patch, in words for the page ("reply", "Message-ID in a link", "joined by title"). */
export type Join = {
  messageId: string
  by: 'thread' | 'message-id' | 'patch-id' | 'commit' | 'title' | 'change-id'
  how: string
  inferred: boolean
}

export type PatchNotice = {
  /** `revert`: stated as applied; `revert-posted`: a patch that would revert it, of which no mail says so. */
  kind: 'applied' | 'tip-bot' | 'stable-backport' | 'revert' | 'revert-posted' | 'fixes' | 'pull' | 'notification'
  messageId: string
  commit: string | null // of the announced commit
  upstream: string | null // of the upstream commit a backport names
  tree: string | null
  /** Of the commit where the notice states it, else of the mail. */
  date: string | null
  /** `AuthorDate:` of a tip-bot announcement. */
  authorDate: string | null
  how: string
  inferred: boolean
  sources: Source[]
}

/** A review comment on a line of the diff it answers. `line` is null where the comment could not be placed. */
export type PlacedComment = {
  messageId: string
  author: string
  version: number
  patchMessageId: string | null
  file: string | null
  side: 'old' | 'new' | null
  line: number | null
  text: string
  severity: string | null
  parentMessageId: string | null
  how: string // "quoted hunk", "matched by text in a rebased hunk", ...
  source: { part: number; startLine: number; endLine: number }
}

/** One patch in all its versions and postings: what becomes a case where it matters. */
export type PatchHistory = {
  title: string // of the latest version
  author: string
  versions: PatchVersion[] // oldest first
  /**
   * Ids that the mail gives for earlier versions, as written (an address may be masked), the nearest version last.
   * `version` is null where the mail does not say which; `isHere` where that message has been given to us.
   */
  previousIds: { id: string; version: number | null; isHere: boolean; sources: Source[] }[]
  /** The commit the patch became, by the strongest notice; null where none says so. */
  commit: {
    sha: string
    tree: string | null
    date: string | null
    messageId: string
    joinedBy: string
    inferred: boolean
    sources: Source[]
  } | null
  cover: ThreadMessage | null // of the latest version
  messages: ThreadMessage[] // all that belong: patches, covers, replies, reports, notices; by date
  joins: Join[]
  /** Answers to what followed the patch (a revert): they belong to it, and state no facts or tags of it. */
  aside: string[]
  notices: PatchNotice[]
  reports: { messageId: string; join: Join }[] // lkp-report messages about this patch
  comments: PlacedComment[]
  trailers: (Trailer & { messageId: string })[]
  missing: { messageId: string; why: string }[]
  /** True where the patch itself is not here and only quoted (a reply stands for it). */
  patchIsQuoted: boolean
  /** True where the patch is known from elsewhere, and no message here holds or quotes it: it has no version. */
  isNamedOnly: boolean
}

/** What is known of a patch beside the mails that are read: by any of it a later mail may name it. */
export type KnownPatch = { title: string; author: string | null; commits: string[]; messageIds: string[] }

/** What changed between the diffs of two versions, file by file; both sides as patches of the same base. */
export type Interdiff = { fromVersion: number; toVersion: number; files: FileDiff[]; onlyMoved: boolean }
