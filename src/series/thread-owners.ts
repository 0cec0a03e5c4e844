import type { Thread, ThreadMessage } from '../model/message.ts'
import { carriers } from './posting.ts'

/** Messages by the patch or letter they answer: the carrier or cover letter nearest above them, itself included. */
export type Owners = {
  below: Map<string, ThreadMessage[]>
  byId: Map<string, { threadMessage: ThreadMessage; thread: Thread }>
}

/** One pass over every thread in reading order: a message's owner is itself, or that of its parent. */
export function findOwners(threads: Thread[]): Owners {
  const owners: Owners = { below: new Map(), byId: new Map() }
  const ownerOf = new Map<string, string>()
  const add = (owner: string, threadMessage: ThreadMessage) => {
    const list = owners.below.get(owner)
    if (list === undefined) owners.below.set(owner, [threadMessage])
    else list.push(threadMessage)
  }
  for (const thread of threads)
    for (const threadMessage of thread.messages) {
      const { message, kind, parentId } = threadMessage
      owners.byId.set(message.id, { threadMessage, thread })
      const above = parentId === null ? undefined : (ownerOf.get(parentId) ?? parentId)
      const isOwner = kind === 'cover' || (carriers.has(kind) && (message.patch !== null || kind === 'patch'))
      const owner = isOwner ? message.id : (above ?? message.id)
      ownerOf.set(message.id, owner)
      add(owner, threadMessage)
      // A patch inside a reply is an answer too.
      if (kind === 'patch-in-reply' && above !== undefined) add(above, threadMessage)
    }
  return owners
}

/** Messages above one in its thread, nearest first, as far as they are here. */
export function findAncestors(owners: Owners, id: string, limit = 200): ThreadMessage[] {
  const above: ThreadMessage[] = []
  let current = owners.byId.get(id)?.threadMessage.parentId ?? null
  for (let steps = 0; current !== null && steps < limit; steps += 1) {
    const found = owners.byId.get(current)?.threadMessage
    if (found === undefined) break
    above.push(found)
    current = found.parentId
  }
  return above
}
