import type { Message } from '../model/message.ts'
import { foldId } from '../text/fold-id.ts'

/** The ids of the messages that are here, found again in any spelling. */
export type KnownIds = { has: (id: string) => boolean; resolve: (id: string) => string }

/** A table of the messages' ids; of ids that fold to one the first counts for other spellings. */
export function buildKnownIds(messages: Message[]): KnownIds {
  const exact = new Set(messages.map((message) => message.id))
  const folded = new Map<string, string>()
  for (const { id } of messages) if (!folded.has(foldId(id))) folded.set(foldId(id), id)
  const resolve = (id: string): string => (exact.has(id) ? id : (folded.get(foldId(id)) ?? id))
  return { has: (id) => exact.has(id), resolve }
}

/**
 * A message whose In-Reply-To and References spell ids as the messages they mean do. Where In-Reply-To names none that
 * is here, a further word of it that does is taken.
 */
export function resolveIds(message: Message, known: KnownIds): Message {
  const references = message.references.map(known.resolve)
  const answers = [...(message.inReplyTo === null ? [] : [message.inReplyTo]), ...(message.mayAnswer ?? [])]
    .map(known.resolve)
    .filter((id) => id !== message.id)
  const inReplyTo = answers.find(known.has) ?? message.inReplyTo
  const isSame = inReplyTo === message.inReplyTo && references.every((id, at) => id === message.references[at])
  return isSame ? message : { ...message, inReplyTo, references }
}
