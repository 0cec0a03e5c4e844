import type { Message } from '../model/message.ts'

/** A title as two mails must share it to belong together: blanks and case folded. */
function titleKey(message: Message): string {
  return message.tags.title.replace(/\s+/g, ' ').trim().toLowerCase()
}

/**
 * Parents of replies that name none, found by subject: the last message before it (in the one order of messages) that
 * opens a discussion under the same title and version. For archive pages, which print no ids.
 */
export function subjectParents(messages: Message[]): { child: string; parent: string }[] {
  const openers = new Map<string, Message>()
  const links: { child: string; parent: string }[] = []
  for (const message of messages) {
    const key = titleKey(message)
    if (key === '') continue
    const isLoose = message.inReplyTo === null && message.references.length === 0
    if (!message.tags.isReply) {
      if (isLoose || message.tags.isPatch) {
        openers.set(key, message)
        openers.set(`${key}\n${message.tags.version ?? 1}`, message)
      }
      continue
    }
    if (!isLoose) continue
    const opener = openers.get(`${key}\n${message.tags.version ?? 1}`) ?? openers.get(key)
    if (opener !== undefined) links.push({ child: message.id, parent: opener.id })
  }
  return links
}
