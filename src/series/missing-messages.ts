import type { Thread, ThreadMessage } from '../model/message.ts'
import type { PatchHistory } from '../model/series.ts'

/** Ids that are referenced and not here, by the message that refers to them. */
export type GhostTable = Map<string, { id: string; isParent: boolean }[]>

/** The ghosts of all threads by the messages that name them, oldest first. */
export function buildGhostTable(threads: Thread[]): GhostTable {
  const table: GhostTable = new Map()
  for (const thread of threads) {
    const parents = new Map(thread.messages.map(({ message, parentId }) => [message.id, parentId]))
    for (const { id, referencedBy } of thread.ghosts)
      for (const messageId of referencedBy) {
        const ghosts = table.get(messageId) ?? []
        ghosts.push({ id, isParent: parents.get(messageId) === id })
        table.set(messageId, ghosts)
      }
  }
  return table
}

/**
 * Messages that those of a history refer to and that are not here: what is answered, the posting that tip-bot
 * announces, a cover letter. The letter of a stable review is no part of the patch's history.
 */
export function findMissing(messages: ThreadMessage[], ghosts: GhostTable): PatchHistory['missing'] {
  const missing = new Map<string, string>()
  for (const { message, kind } of messages) {
    if (kind === 'stable-backport' || kind === 'notification') continue
    for (const { id, isParent } of ghosts.get(message.id) ?? []) {
      if (missing.has(id)) continue
      const what =
        kind === 'tip-bot'
          ? 'the posting that is announced'
          : isParent
            ? 'the message that is answered'
            : 'a message of the thread'
      missing.set(id, `${what} by <${message.id}> is not in what was read`)
    }
  }
  return [...missing].map(([messageId, why]) => ({ messageId, why }))
}
