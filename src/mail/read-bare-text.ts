import type { Message } from '../model/message.ts'
import { findDiffs } from './diff-text.ts'
import { type Person, parseDate, parsePerson } from './header-values.ts'
import { buildMessage } from './read-message.ts'

type Piece = { title: string; author: Person; commit: string | null; date: string | null; body: string[]; line: number }

const commitLine = /^commit ([0-9a-f]{7,64})(?: \(.{0,300}\))?$/
/** Commits of one `git log -p` that are read. */
const MOST_COMMITS = 1000
const nobody: Person = { name: '', address: null }

/**
 * Text that is no mail as messages: `git show`, `git log -p`, a patch of a distribution (see `readNamedText`); else
 * the whole text is one message: a bare diff, with or without words above it, or a listing of a tool.
 */
export function readBareText(text: string, file: string): Message[] {
  const named = readNamedText(text, file)
  if (named.length > 0) return named
  return [toMessage({ title: '', author: nobody, commit: null, date: null, body: splitText(text), line: 1 }, file)]
}

/**
 * Patches that name themselves without being mail: `git show` and `git log -p` (git-log(1), medium and fuller format),
 * one a commit; a patch below DEP-3 fields (dep-team.pages.debian.net/deps/dep3). Empty: it is neither.
 */
export function readNamedText(text: string, file: string): Message[] {
  const lines = splitText(text)
  const described = readDescribed(lines)
  const pieces = described === undefined ? splitCommits(lines) : [described]
  return pieces.map((piece) => toMessage(piece, file))
}

function splitText(text: string): string[] {
  return text.replaceAll('\r\n', '\n').split('\n')
}

function toMessage({ title, author, commit, date, body, line }: Piece, file: string): Message {
  const text = body.join('\n')
  const part = { contentType: 'text/plain', fileName: null, charset: 'utf-8', flowed: false, delSp: false }
  return buildMessage(
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
    [{ ...part, text: text.endsWith('\n') ? text : `${text}\n` }],
  ).value
}

const describedField =
  /^(description|subject|author|from|origin|bug(?:-[a-z]{1,20})?|forwarded|applied-upstream|last-update|reviewed-by|acked-by)[ \t]*:[ \t]*(.*)$/is

/** A patch below DEP-3 fields: title and author are theirs, the text stays whole, so that its lines keep their places. */
function readDescribed(lines: string[]): Piece | undefined {
  const first = lines.findIndex((line) => line.trim() !== '')
  if (first < 0 || !describedField.test((lines[first] ?? '').slice(0, 2000))) return undefined
  const fields = new Map<string, string>()
  let last = ''
  for (const line of lines.slice(first, first + 200)) {
    const field = describedField.exec(line.slice(0, 2000))
    if (/^(?:---|diff |Index: )/.test(line)) break
    if (field) {
      last = (field[1] ?? '').toLowerCase()
      if (!fields.has(last)) fields.set(last, (field[2] ?? '').trim())
    } else if (/^[ \t]/.test(line) && last !== '' && fields.get(last) === '') fields.set(last, line.trim())
  }
  const title = fields.get('description') ?? fields.get('subject') ?? ''
  if (title === '' || findDiffs(lines).length === 0) return undefined
  const author = parsePerson(fields.get('author') ?? fields.get('from') ?? '')
  return { title, author, commit: null, date: null, body: lines, line: 1 }
}

function splitCommits(lines: string[]): Piece[] {
  const starts: number[] = []
  for (const [at, line] of lines.entries())
    if (line.startsWith('commit ') && commitLine.test(line) && starts.length < MOST_COMMITS) starts.push(at)
  const first = lines.findIndex((line) => line.trim() !== '')
  if (starts.length === 0 || starts[0] !== first) return []
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
    else if (match) date = parseDate(match[2] ?? '')
  }
  const said: string[] = []
  for (at++; at < end && /^(?: {4}|\s*$)/.test(lines[at] ?? ''); at++) said.push((lines[at] ?? '').slice(4))
  const title = said.find((line) => line.trim() !== '')?.trim() ?? ''
  const body = said.slice(said.findIndex((line) => line.trim() !== '') + 1)
  const rest = lines.slice(at, end)
  const rule = rest.find((line) => line.trim() !== '') === '---' ? [] : ['---']
  return { title, author, commit, date, body: [...body, ...rule, ...rest], line: start + 1 }
}
