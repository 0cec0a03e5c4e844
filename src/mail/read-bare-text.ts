import type { Message } from '../model/message.ts'
import { type Person, parsePerson } from './header-values.ts'
import { buildMessage } from './read-message.ts'

type Piece = { title: string; author: Person; commit: string | null; date: string | null; body: string[]; line: number }

const commitLine = /^commit ([0-9a-f]{7,64})(?: \(.{0,300}\))?$/
/** Commits of one `git log -p` that are read. */
const MOST_COMMITS = 1000

/**
 * Text that is no mail as messages: `git show` and `git log -p` (git-log(1), medium format) give one a commit; else
 * the whole text is one message: a bare diff, with or without words above it, or a listing of a tool.
 */
export function readBareText(text: string, file: string): Message[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  return splitCommits(lines).map(({ title, author, commit, date, body, line }) => ({
    ...buildMessage(
      {
        id: null,
        inReplyTo: null,
        references: [],
        date,
        from: author,
        subject: title === '' ? '' : `[PATCH] ${title}`,
        listIds: [],
        headers: {},
        file,
        fileLine: line,
        patchCommit: commit,
      },
      [
        {
          contentType: 'text/plain',
          fileName: null,
          charset: 'utf-8',
          flowed: false,
          delSp: false,
          text: `${body.join('\n')}\n`,
        },
      ],
    ).value,
  }))
}

const nobody: Person = { name: '', address: null }

function splitCommits(lines: string[]): Piece[] {
  const starts: number[] = []
  for (const [at, line] of lines.entries())
    if (line.startsWith('commit ') && commitLine.test(line) && starts.length < MOST_COMMITS) starts.push(at)
  const first = lines.findIndex((line) => line.trim() !== '')
  if (starts.length === 0 || starts[0] !== first)
    return [{ title: '', author: nobody, commit: null, date: null, body: lines, line: 1 }]
  return starts.map((start, index) => readCommit(lines, start, starts[index + 1] ?? lines.length))
}

/** `commit`, `Author:`, `Date:`, an empty line, the message indented by four blanks, then the diff. */
function readCommit(lines: string[], start: number, end: number): Piece {
  const commit = commitLine.exec(lines[start] ?? '')?.[1] ?? null
  let author = nobody
  let date: string | null = null
  let at = start + 1
  for (; at < end && at < start + 12 && lines[at] !== ''; at++) {
    const match = /^(Author|Date|AuthorDate):\s+(.*)$/.exec(lines[at] ?? '')
    if (match?.[1] === 'Author') author = parsePerson(match[2] ?? '')
    else if (match) {
      const time = Date.parse(match[2] ?? '')
      date = Number.isNaN(time) ? null : new Date(time).toISOString()
    }
  }
  const said: string[] = []
  for (at++; at < end && /^(?: {4}|\s*$)/.test(lines[at] ?? ''); at++) said.push((lines[at] ?? '').slice(4))
  const title = said.find((line) => line.trim() !== '')?.trim() ?? ''
  const body = said.slice(said.findIndex((line) => line.trim() !== '') + 1)
  return { title, author, commit, date, body: [...body, '---', ...lines.slice(at, end)], line: start + 1 }
}
