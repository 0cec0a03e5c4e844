import { type OwnLine, ownLines } from './own-lines.ts'

/** A commit as `git log` prints it inside a mail: its id with its line, who wrote it, its title. */
export type CommitBlock = {
  sha: string
  line: OwnLine
  author: { name: string; address: string | null }
  title: string
}

const maxLines = 60
/** Lines above the commit: a mail that comes to it later is about something else. */
const mostAbove = 15

/**
 * The commit that a repository's own mail prints (`commit <id>`, `Author:`, a date, the message indented by four
 * blanks: the mails of FreeBSD, GCC, freedesktop); null where none stands near the top, and where a bisection ended there.
 */
export function findCommitBlock(message: Parameters<typeof ownLines>[0]): CommitBlock | null {
  const lines = ownLines(message, maxLines)
  const at = lines.findIndex((line) => /^commit [0-9a-f]{40}\s*$/.test(line.text))
  const line = lines[at]
  if (line === undefined || at > mostAbove) return null
  if (lines.slice(0, at).some(({ text }) => /\bbisect|\bbad commit\b/i.test(text))) return null
  const head = lines.slice(at + 1, at + 6).map(({ text }) => text)
  const author = head
    .map((text) => /^Author:\s+([^<]{0,200}?)\s*(?:<([^<>\s]{1,200})>)?\s*$/.exec(text))
    .find((match) => match)
  const title = lines
    .slice(at + 1)
    .find(({ text }) => /^ {4}\S/.test(text))
    ?.text.trim()
  if (author === undefined || author === null || title === undefined) return null
  const sha = line.text.slice('commit '.length).trim()
  return { sha, line, author: { name: author[1] ?? '', address: author[2] ?? null }, title }
}
