import type { Message } from '../model/message.ts'
import { ownLines } from '../text/own-lines.ts'
import { titleKey } from './posting.ts'

const request = /^(?:are available in the (?:git )?repository at|for you to fetch changes up to)\b/i
const heading = /^\S.{0,120} \(\d{1,4}\):$/
const entry = /^ {6}(\S.{2,300})$/

/** Titles in the short log of a pull request (git-request-pull(1)); none where the mail requests nothing. */
export function findPulledTitles(message: Message): string[] {
  const lines = ownLines(message, 4000)
  if (!lines.some((line) => request.test(line.text))) return []
  const titles = new Set<string>()
  let isList = false
  let last = ''
  for (const { text } of lines) {
    if (heading.test(text)) isList = true
    else if (text.trim() === '') isList = false
    const match = isList ? entry.exec(text) : null
    if (match === null) continue
    // A wrapped title goes on, two blanks deeper, on the next line.
    const isRest = (match[1] ?? '').startsWith('  ')
    last = isRest ? `${last} ${(match[1] ?? '').trim()}` : (match[1] ?? '')
    titles.add(titleKey(last))
  }
  return [...titles]
}
