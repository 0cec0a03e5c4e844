import type { Message } from '../model/message.ts'
import type { Problem } from '../model/problem.ts'
import type { KnownIds } from './known-ids.ts'

/** References kept of one message: the oldest and the newest are those that place it. */
const maxReferences = 200

/** Where a message stands, for problems. */
export function placeOf(message: Message): string {
  return `${message.file}:${message.fileLine} <${message.id}>`
}

/** An id as References and In-Reply-To may hold it: one `@`, no blanks or brackets (RFC 5322, 3.6.4, read mildly). */
function isPlausible(id: string): boolean {
  return id.length >= 3 && id.length <= 998 && id.includes('@') && !/[\s<>,;]/.test(id)
}

/** Ids in a header value that is more than one id: `Your message of ... <id>`, `<id> <id>`. */
function idsIn(value: string, known: KnownIds): string[] {
  const bracketed = [...value.slice(0, 8000).matchAll(/<([^<>\s]{1,998})>/g)].map((match) => match[1] ?? '')
  const ids = bracketed.length > 0 ? bracketed : value.slice(0, 8000).split(/\s+/)
  return ids.filter((id) => known.has(id) || isPlausible(id))
}

/**
 * The chain above a message, oldest first, its parent last. In-Reply-To names the parent where the archive holds it
 * or References lack it; References alone where In-Reply-To is junk. Problem: `bad-reference`.
 */
export function referenceChain(message: Message, known: KnownIds): { chain: string[]; problems: Problem[] } {
  const problems: Problem[] = []
  const all = message.references
  const cut = all.length > maxReferences ? [...all.slice(0, 1), ...all.slice(1 - maxReferences)] : all
  const references = cut.filter((id) => (known.has(id) || isPlausible(id)) && id !== message.id)
  const answered = message.inReplyTo === null ? [] : idsIn(message.inReplyTo, known).filter((id) => id !== message.id)
  const dropped = all.length - references.length
  const isJunk = message.inReplyTo !== null && answered.length === 0 && message.inReplyTo.trim() !== ''
  if (dropped > 0 || isJunk)
    problems.push({
      code: 'bad-reference',
      severity: 'note',
      where: placeOf(message),
      message: isJunk
        ? 'In-Reply-To holds no Message-ID'
        : `${dropped} of ${all.length} references left out: not Message-IDs, the message itself, or too many`,
      whatToDo: 'Nothing: the message is placed by its other headers.',
    })
  const parent = answered.find((id) => known.has(id)) ?? answered.find((id) => !references.includes(id)) ?? answered[0]
  const chain = [...new Set(references)]
  const last = chain[chain.length - 1]
  if (parent === undefined || parent === last) return { chain, problems }
  if (chain.includes(parent)) return { chain: [...chain.filter((id) => id !== parent), parent], problems }
  if (chain.length === 0 || known.has(parent) || (last !== undefined && !known.has(last))) chain.push(parent)
  return { chain, problems }
}
