import type { Thread, ThreadMessage } from '../model/message.ts'
import type { PatchHistory } from '../model/series.ts'

/**
 * Messages that those of a history answer and that are not here: the parent of one of them, or, for an announcement,
 * the posting it names. Ids further up a chain of references are left to the thread.
 */
export function findMissing(
  messages: ThreadMessage[],
  threads: ReadonlyMap<string, Thread>,
  here: ReadonlySet<string>,
): PatchHistory['missing'] {
  const missing = new Map<string, string>()
  for (const { message, kind, parentId } of messages) {
    if (parentId === null || here.has(parentId) || missing.has(parentId)) continue
    const isGhost = threads.get(message.id)?.ghosts.some((ghost) => ghost.id === parentId) ?? false
    if (!isGhost || kind === 'stable-backport') continue
    const what = kind === 'tip-bot' ? 'the posting that tip-bot announces' : 'the message that is answered'
    missing.set(parentId, `${what} by <${message.id}> is not in what was read`)
  }
  return [...missing].map(([messageId, why]) => ({ messageId, why }))
}
