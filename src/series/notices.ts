import type { Message, ThreadMessage } from '../model/message.ts'
import type { PatchNotice } from '../model/series.ts'
import type { Source } from '../model/source.ts'
import { type CommitBlock, findCommitBlock } from '../text/commit-block.ts'
import { type OwnLine, ownLines } from '../text/own-lines.ts'
import { sourceAt } from '../text/source-at.ts'

const months = 'JanFebMarAprMayJunJulAugSepOctNovDec'

/** The place of a text on a line of a message; none where the line does not hold it as printed. */
export function sourcesOf(message: Message, line: OwnLine, text: string): Source[] {
  const at = message.parts[line.part]?.lines[line.line - 1]?.indexOf(text) ?? -1
  return at < 0 || text === '' ? [] : [sourceAt(message, line.part, line.line, at + 1, line.line, at + 1 + text.length)]
}

/** `Sat, 20 Feb 2021 15:17:08 -08:00` as ISO 8601; the date alone where no offset is printed. */
function parseGitDate(text: string): string | null {
  const match = /(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2})\s*([+-]\d{2}):?(\d{2})?/.exec(`${text} `)
  const bare = match ?? /(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})/.exec(text)
  if (bare === null) return null
  const month = months.indexOf(bare[2] ?? '?') / 3 + 1
  if (!Number.isInteger(month) || month < 1) return null
  const day = `${bare[3]}-${String(month).padStart(2, '0')}-${(bare[1] ?? '').padStart(2, '0')}`
  const iso = match === null ? day : `${day}T${match[4]}${match[5]}:${match[6] ?? '00'}`
  return Number.isNaN(Date.parse(iso)) ? null : iso
}

function fieldOf(lines: readonly OwnLine[], name: RegExp): { line: OwnLine; value: string } | undefined {
  for (const line of lines) {
    const match = name.exec(line.text)
    if (match) return { line, value: (match[1] ?? '').trim() }
  }
  return undefined
}

/** The announcement of a commit in a branch of tip: `Commit-ID:`, `AuthorDate:`, `CommitterDate:`. */
export function readTipBot({ message }: ThreadMessage): PatchNotice {
  const lines = ownLines(message, 30)
  const commit = fieldOf(lines, /^Commit-ID:\s+([0-9a-f]{7,64})\s*$/i)
  const merged = fieldOf(lines, /^The following commit has been merged into the (.{1,200}?) of tip/i)
  const committed = fieldOf(lines, /^CommitterDate:\s*(.{1,60})$/i)
  const authored = fieldOf(lines, /^AuthorDate:\s*(.{1,60})$/i)
  const tree = merged?.value.replace(/ branch$/, '') ?? /\[tip:\s*([^\]]{1,100})\]/.exec(message.subject)?.[1] ?? null
  return {
    kind: 'tip-bot',
    messageId: message.id,
    commit: commit?.value ?? null,
    upstream: null,
    tree: tree === null ? 'tip' : `tip ${tree}`,
    date: (committed && parseGitDate(committed.value)) ?? message.date,
    authorDate: (authored && parseGitDate(authored.value)) ?? null,
    how: 'announced by tip-bot',
    inferred: false,
    sources: commit ? sourcesOf(message, commit.line, commit.value) : [],
  }
}

const upstream =
  /^(?:\[ ?upstream commit ([0-9a-f]{10,40}) ?\]|\[ ?commit ([0-9a-f]{10,40}) upstream\.? ?\]|commit ([0-9a-f]{10,40}) upstream\.?|upstream commit:? ([0-9a-f]{10,40})\.?|\(?cherry[- ]picked from (?:upstream )?commit ([0-9a-f]{10,40})\)?)\s*$/i

/** The stable tree that a subject names: `[PATCH 6.1 3/9]`. */
export function findStableTree({ tags }: Message): string | null {
  const words = tags.tags.flatMap((tag) => tag.split(/[\s,]+/))
  return words.find((word) => /^v?\d{1,2}\.\d{1,3}/.test(word)) ?? null
}

/** A backport to a stable tree, with the upstream commit it names. */
export function readBackport({ message, kind }: ThreadMessage): PatchNotice {
  let found: { line: OwnLine; sha: string } | null = null
  let above = ''
  for (const line of ownLines(message, 400)) {
    // "This reverts commit X which is / commit Y upstream." names another commit.
    const match = /\bwhich is\s*$/i.test(above) ? null : upstream.exec(line.text.trim())
    above = line.text
    const sha = match?.slice(1).find((group) => group !== undefined)
    if (sha === undefined) continue
    found = { line, sha }
    break
  }
  const inSubject = findStableTree(message)
  const added = /\b(?:to|for) the ([\w.-]{1,60}) tree\b/i.exec(message.subject)?.[1] ?? null
  return {
    kind: 'stable-backport',
    messageId: message.id,
    commit: null,
    upstream: found?.sha ?? null,
    tree: inSubject ?? added,
    date: message.date,
    authorDate: null,
    how: kind === 'notification' ? 'added to a stable tree' : 'backport',
    inferred: false,
    sources: found ? sourcesOf(message, found.line, found.sha) : [],
  }
}

/** A repository's own mail about a commit of it. */
function readCommitMail(message: Message, lines: readonly OwnLine[], { sha, line }: CommitBlock): PatchNotice {
  const branch = fieldOf(lines, /^The branch (\S{1,100}) has been updated/i)
  return {
    kind: 'applied',
    messageId: message.id,
    commit: sha,
    upstream: null,
    tree: branch?.value ?? null,
    date: message.date,
    authorDate: null,
    how: 'mailed by the repository that holds it',
    inferred: false,
    sources: sourcesOf(message, line, sha),
  }
}

/** A note that a patch was added to, or left, a maintainer's tree (`-mm`), where a commit is not stated. */
export function readTreeNotice(threadMessage: ThreadMessage): PatchNotice {
  const { message } = threadMessage
  const lines = ownLines(message, 40)
  const isFailed = /^failed:/i.test(message.subject)
  const commit = findCommitBlock(message)
  if (commit !== null) return readCommitMail(message, lines, commit)
  if (/-stable tree\b/i.test(message.subject) && !isFailed) return readBackport(threadMessage)
  const added = fieldOf(lines, /^has been (?:added to|removed from) the (.{1,80}?)(?: (?:branch|tree).{0,40})?$/i)
  const merged = fieldOf(lines, /^This patch was dropped because it was merged into (?:the )?(.{1,80}?)(?: branch)?$/i)
  const place = merged ?? added
  return {
    kind: merged ? 'applied' : 'notification',
    messageId: message.id,
    commit: null,
    upstream: null,
    tree: place?.value ?? null,
    date: message.date,
    authorDate: null,
    how: isFailed
      ? 'did not apply to a stable tree'
      : merged
        ? 'merged, as the note of its leaving the queue says'
        : 'named in a note about a tree',
    inferred: false,
    sources: place ? sourcesOf(message, place.line, place.value) : [],
  }
}
