import type { CaseRecordInput } from '../../src/model/case.ts'
import type { FileDiff } from '../../src/model/diff.ts'
import type { MessageKind } from '../../src/model/names.ts'
import type { Source } from '../../src/model/source.ts'
import type { StoredMessage, StoredPatch, ThreadFile } from '../../src/model/thread-file.ts'
import { messageAnchor } from '../../src/text/message-anchor.ts'
import { sha1 } from '../../src/text/sha1.ts'

/** A case of the tests: its folder's files as values. `story` is the text below the front matter. */
export type FixtureCase = {
  slug: string
  title: string
  story: string
  record: CaseRecordInput | null
  thread: ThreadFile | null
  facts: unknown
}

type MessageInput = {
  id: string | null
  from: string
  subject: string
  text: string
  date?: string | null
  kind?: MessageKind
  parent?: StoredMessage
  listIds?: string[]
}

/** Regions of a text: quotes by their mark, the diff from `diff --git` on, the rest as text. */
function findRegions(lines: readonly string[]): StoredMessage['parts'][number]['regions'] {
  const regions: StoredMessage['parts'][number]['regions'] = []
  let inDiff = false
  for (const [at, line] of lines.entries()) {
    inDiff ||= line.startsWith('diff --git ')
    if (line === '-- ') inDiff = false
    const kind = inDiff ? 'diff' : line.startsWith('>') ? 'quote' : 'text'
    const last = regions.at(-1)
    if (last?.kind === kind) last.endLine = at + 1
    else regions.push({ kind, startLine: at + 1, endLine: at + 1, quoteDepth: kind === 'quote' ? 1 : 0 })
  }
  return regions
}

/** A stored message; without an id it gets a derived one. */
export function message({ id, from, subject, text, date, kind, parent, listIds }: MessageInput): StoredMessage {
  const lines = text.split('\n')
  const ownId = id ?? `x${sha1(`${from}\n${subject}\n${text}`).slice(0, 11)}`
  return {
    id: ownId,
    idIsDerived: id === null,
    anchor: messageAnchor(ownId, id === null),
    date: date ?? null,
    from: { name: from },
    subject,
    inReplyTo: parent?.id ?? null,
    references: parent ? [...parent.references, parent.id] : [],
    parentId: parent?.id ?? null,
    depth: parent ? parent.depth + 1 : 0,
    kind: kind ?? (parent ? 'reply' : 'patch'),
    listIds: listIds ?? [],
    parts: [{ contentType: 'text/plain', fileName: null, flowed: false, lines, regions: findRegions(lines) }],
  }
}

/** The source of a text that stands in a message: its first place. Throws where it stands nowhere. */
export function quote(from: StoredMessage, text: string, says: Source['says'] = 'value'): Source {
  const lines = from.parts[0]?.lines ?? []
  const at = lines.findIndex((line) => line.includes(text))
  const column = lines[at]?.indexOf(text) ?? -1
  if (column < 0) throw new Error(`${from.id} does not hold ${JSON.stringify(text)}`)
  return {
    messageId: from.id,
    part: 0,
    startLine: at + 1,
    startColumn: column + 1,
    endLine: at + 1,
    endColumn: column + 1 + text.length,
    quote: text,
    says,
  }
}

/** One file's diff from lines with their marks; a hunk begins at each `@@ old new section`. */
export function fileDiff(path: string, text: string): FileDiff {
  const hunks: FileDiff['hunks'] = []
  for (const line of text.split('\n')) {
    const [, oldStart, newStart, section] = /^@@ (\d+) (\d+) ?(.*)$/.exec(line) ?? []
    if (oldStart !== undefined) {
      hunks.push({
        oldStart: Number(oldStart),
        oldLines: 0,
        newStart: Number(newStart),
        newLines: 0,
        section: section ?? '',
        lines: [],
        mailLine: 0,
      })
      continue
    }
    const hunk = hunks.at(-1)
    if (!hunk) continue
    hunk.lines.push(line === '' ? ' ' : line)
    if (!line.startsWith('+')) hunk.oldLines += 1
    if (!line.startsWith('-')) hunk.newLines += 1
  }
  return { oldPath: path, newPath: path, status: 'modified', isBinary: false, oldMode: null, newMode: null, hunks }
}

/** The diff of one posting. */
export function patchOf(from: StoredMessage, version: number, files: FileDiff[]): StoredPatch {
  return {
    messageId: from.id,
    version,
    posting: 1,
    index: 1,
    prefix: `v${version}p1`,
    part: 0,
    holdsAddress: false,
    files,
  }
}

export const threadOf = (slug: string, messages: StoredMessage[], patches: StoredPatch[] = []): ThreadFile => ({
  schema: 1,
  slug,
  messages,
  ghosts: [],
  patches,
  interdiffs: [],
})

/** What every record of the tests begins with. */
export const baseRecord = (slug: string, title: string): CaseRecordInput => ({
  schema: 1,
  slug,
  project: 'ring',
  subsystem: 'ring',
  language: 'C',
  title,
  author: { name: 'Ann Writer' },
  kind: { value: 'false-sharing', inferred: true, how: 'different members on one line' },
  technique: { value: 'align-member', inferred: true, how: 'an alignment attribute is added to a member' },
  outcome: { value: 'unknown', inferred: true, how: 'no mail says what became of it' },
})
