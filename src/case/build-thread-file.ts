import type { Message, Thread, ThreadMessage } from '../model/message.ts'
import type { Interdiff, PatchHistory } from '../model/series.ts'
import { type ThreadFile, threadFileSchema } from '../model/thread-file.ts'
import { messageAnchor } from '../text/message-anchor.ts'

/** The prefix of a posting's diff anchors: `v2p1`; the second posting of a version: `v2r2p1`. */
export function diffPrefix(version: number, posting: number, index: number): string {
  return `v${version}${posting > 1 ? `r${posting}` : ''}p${index}`
}

/**
 * `thread.json`: the messages of a case in reading order, as masked lines, with the diffs of its postings and what
 * changed between versions. A message whose parent is elsewhere stands at its own depth, 0 where that is unknown.
 */
export function buildThreadFile(
  history: PatchHistory,
  threads: readonly Thread[],
  interdiffs: readonly Interdiff[],
  slug: string,
): ThreadFile {
  const wanted = new Set(history.messages.map((entry) => entry.message.id))
  const ordered = threads.flatMap((thread) => thread.messages.filter((entry) => wanted.has(entry.message.id)))
  const placed = new Set(ordered.map((entry) => entry.message.id))
  const rest = history.messages.filter((entry) => !placed.has(entry.message.id))
  const entries = [...ordered, ...rest]
  const ids = new Set(entries.map((entry) => entry.message.id))
  const ghosts = threads
    .flatMap((thread) => thread.ghosts)
    .map((ghost) => ({ id: ghost.id, referencedBy: ghost.referencedBy.filter((id) => ids.has(id)) }))
    .filter((ghost) => ghost.referencedBy.length > 0)
  return threadFileSchema.parse({
    schema: 1,
    slug,
    messages: entries.map(buildMessage),
    ghosts,
    patches: buildPatches(history, entries),
    interdiffs,
  })
}

function buildMessage(entry: ThreadMessage) {
  const { message } = entry
  return {
    id: message.id,
    idIsDerived: message.idIsDerived,
    anchor: messageAnchor(message.id, message.idIsDerived),
    date: message.date,
    from: { name: message.from.name },
    subject: message.subject,
    inReplyTo: message.inReplyTo,
    references: message.references.slice(-50),
    parentId: entry.parentId,
    depth: entry.depth,
    kind: entry.kind,
    listIds: message.listIds,
    parts: message.parts.map((part) => ({
      contentType: part.contentType,
      fileName: part.fileName,
      flowed: part.flowed,
      lines: part.lines,
      regions: part.regions,
    })),
  }
}

/** Diffs of the postings; where no posting is here, of the message that stands for the patch (a bot's, a reply's). */
function buildPatches(history: PatchHistory, entries: readonly ThreadMessage[]) {
  const postings = history.versions.filter((version) => version.message.patch)
  if (postings.length > 0)
    return postings.map((version) =>
      buildPatch(version.message, version.version, version.posting, Math.max(version.index, 1)),
    )
  const standIn = entries.findLast((entry) => entry.message.patch && entry.kind !== 'patch')
  return standIn ? [buildPatch(standIn.message, 1, 1, 1)] : []
}

function buildPatch(message: Message, version: number, posting: number, index: number) {
  return {
    messageId: message.id,
    version,
    posting,
    index,
    prefix: diffPrefix(version, posting, index),
    part: message.patch?.part ?? 0,
    holdsAddress: message.patch?.holdsAddress ?? false,
    files: message.patch?.files ?? [],
  }
}
