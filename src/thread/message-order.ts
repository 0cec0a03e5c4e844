import type { Message } from '../model/message.ts'

/** Text order by UTF-16 code units: the same on every machine, unlike `localeCompare`. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * The one order of messages: by date, undated ones by their place in their file, then by id. It depends on the mails
 * alone, never on the order in which they were handed in.
 */
export function compareMessages(a: Message, b: Message): number {
  if (a.date !== null && b.date !== null && a.date !== b.date) return compareText(a.date, b.date)
  if (a.date === null && b.date !== null) return 1
  if (a.date !== null && b.date === null) return -1
  if (a.date === null && a.file !== b.file) return compareText(a.file, b.file)
  if (a.date === null && a.fileLine !== b.fileLine) return a.fileLine - b.fileLine
  return compareText(a.id, b.id)
}
