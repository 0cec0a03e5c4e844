import type { Review } from '../src/review/build-review.ts'
import { precedentTitle } from '../src/review/review-text.ts'

/** A line that the 72 columns do not count: an address, a Message-ID or a title, alone. */
export function isFreeLine(line: string, { facts, precedents }: Review): boolean {
  if (/^https?:\/\/\S+$/.test(line) || line === facts.messageId) return true
  return line.startsWith('"') || precedents.some(({ precedent }) => precedentTitle(precedent) === line)
}
