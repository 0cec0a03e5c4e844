import type { FileDiff } from './diff.ts'
import type { MessageKind } from './names.ts'

/**
 * One text part. `lines` is what every Source refers to: decoded, mboxrd unescaped, CRLF -> LF, before flowed
 * unwrapping, addresses masked in place. `rawLines` is the same without masking, for patches and ids only;
 * it never reaches a page. Both have the same length, line for line and column for column.
 */
export type MessagePart = {
  index: number // among text parts, 0 first
  contentType: string // text/plain, text/x-patch, text/html (already turned to text)
  fileName: string | null
  charset: string
  flowed: boolean
  delSp: boolean
  lines: string[]
  rawLines: string[]
  regions: Region[]
}

/**
 * What a run of lines of a part is. Regions cover the part without gaps or overlap, in order.
 * `description` is the patch's message above `---`; `text` is prose of a mail that is no patch;
 * `quote` has a depth (number of `>`/`|` markers); `notes` stand between `---` and the diffstat.
 */
export type RegionKind =
  | 'in-body-header'
  | 'description'
  | 'trailers'
  | 'separator'
  | 'notes'
  | 'diffstat'
  | 'diff'
  | 'footer' // base-commit:, prerequisite-patch-id:, change-id:
  | 'signature'
  | 'text'
  | 'attribution' // "On Monday, X wrote:"
  | 'quote'
  | 'list-footer'
export type Region = { kind: RegionKind; startLine: number; endLine: number; quoteDepth: number } // lines from 1, end inclusive

/** A subject taken apart. `title` is without prefixes, tags and `Re:`; what a subject does not state is null. */
export type SubjectTags = {
  title: string
  isReply: boolean
  isForward: boolean
  isPatch: boolean
  version: number | null
  rfc: boolean
  resend: boolean
  index: number | null
  total: number | null
  /** Words of the brackets that are none of the above: tree names, list names (`net-next`, `iwl-next`, `tip: x86/mm`). */
  tags: string[]
}

/** The tags of a subject that states nothing. */
export const emptyTags = (): SubjectTags => ({
  title: '',
  isReply: false,
  isForward: false,
  isPatch: false,
  version: null,
  rfc: false,
  resend: false,
  index: null,
  total: null,
  tags: [],
})

export type Trailer = {
  name: string // as spelt: Reviewed-by
  value: string // masked, unwrapped
  person: string | null // the name alone
  part: number
  line: number
  /** True where prose grants it ("you can add my reviewed-by"). */
  prose: boolean
}

/** A mail as the `mail` stage gives it. Ids are without angle brackets. */
export type Message = {
  id: string // Message-ID, or `x` + first 11 hex digits of sha1(from name + LF + subject + LF + body text) where there is none
  idIsDerived: boolean
  inReplyTo: string | null
  /** Further words of In-Reply-To that name a message only where one has them for its id. */
  mayAnswer?: string[]
  references: string[] // oldest first, In-Reply-To not added
  date: string | null // ISO 8601 UTC; null where missing or unreadable
  from: { name: string; address: string | null } // of the header
  author: { name: string; address: string | null } // in-body From: where there is one, else `from`
  subject: string // decoded, unfolded
  tags: SubjectTags
  listIds: string[]
  headers: Record<string, string> // lower-case name -> decoded, unfolded value; first 60 distinct, each at most 2000 characters
  parts: MessagePart[]
  /** The patch it carries, if any: parsed files, the part it stands in, the byte-true text from `diff --git`/`---` on. */
  patch: {
    files: FileDiff[]
    part: number
    startLine: number
    endLine: number
    text: string
    /** Holds an address: the text is then not published. */
    holdsAddress: boolean
    /** Set where the patch stands inside a reply, below `>From <sha>` or a scissors line: its own title and author. */
    embedded: { title: string; author: { name: string; address: string | null }; commit: string | null } | null
  } | null
  trailers: Trailer[]
  baseCommit: { sha: string; part: number; line: number } | null
  changeId: string | null
  prerequisites: string[]
  /** `From <sha> Mon Sep 17` of format-patch. */
  patchCommit: string | null
  gitVersion: string | null
  file: string
  fileLine: number // line of the file where the message starts, from 1
}

/** A message in its place. `kind` is decided by the `thread` stage. */
export type ThreadMessage = {
  message: Message
  kind: MessageKind
  parentId: string | null
  depth: number
  parentIsInferred: boolean
}

/** Messages in reading order (parents before children, siblings by date); ghosts are ids referenced and not present. */
export type Thread = { rootId: string; messages: ThreadMessage[]; ghosts: { id: string; referencedBy: string[] }[] }
