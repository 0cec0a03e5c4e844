import { type DiffLine, lineKey } from './diff-lines.ts'
import type { QuotedLine } from './quoted-lines.ts'

/** Where a quoted line stands in the diff. `position` is an index into the flat diff; `how` says how sure that is. */
export type QuoteMatch = { position: number; how: string }

/** What every line of an answer quotes: a match, `diff` (reads as diff but is not in this patch) or `prose`. */
export type QuoteResult = QuoteMatch | 'diff' | 'prose'

/** Look-up tables over one patch: by text, by the beginning of the text, by file and by hunk. */
export type DiffIndex = {
  flat: DiffLine[]
  byKey: Map<string, number[]>
  byStart: Map<string, number[]>
  byFile: Map<string, number>
  byHunk: Map<string, number[]>
}

const startLength = 20
const header = /^@@ {1,2}-(\d{1,9})(?:,\d{1,9})? \+(\d{1,9})(?:,\d{1,9})? {0,2}@@/
const filePath = /^(?:diff --git .{1,400}? ("?b\/.{1,400}?)|(?:---|\+\+\+) (\S.{0,400}?)|Index: (\S.{0,400}?))\s*$/

function push(map: Map<string, number[]>, key: string, item: number): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [item])
  else list.push(item)
}

/** Tables for one patch's flat diff. */
export function buildDiffIndex(flat: DiffLine[]): DiffIndex {
  const index: DiffIndex = { flat, byKey: new Map(), byStart: new Map(), byFile: new Map(), byHunk: new Map() }
  for (const [position, line] of flat.entries()) {
    if (line.kind === 'file') index.byFile.set(line.file, position)
    else if (line.kind === 'hunk') push(index.byHunk, `${line.oldStart},${line.line}`, position)
    else {
      push(index.byKey, line.key, position)
      if (line.key.length > startLength) push(index.byStart, line.key.slice(0, startLength), position)
    }
  }
  return index
}

/** The first of sorted positions behind `after`, else the first of all. */
function firstAfter(positions: number[], after: number): number | undefined {
  let low = 0
  let high = positions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((positions[middle] ?? 0) > after) high = middle
    else low = middle + 1
  }
  return positions[low] ?? positions[0]
}

/** Lines that tell where they stand: `}` and blank lines stand everywhere. */
function isTelling(key: string): boolean {
  return key.replace(/[^\p{L}\p{N}]/gu, '').length >= 4
}

type Reader = { index: DiffIndex; at: number; rest: string; isDiff: boolean; how: string; file: string | null }

/** The paths a header line may name: without `a/` or `b/` or a quilt tree's folder, without a date. */
function pathsIn(text: string): string[] {
  const match = filePath.exec(text)
  if (match === null) return []
  const named = (match[1] ?? match[2] ?? match[3] ?? '')
    .replace(/\s\d{4}-\d{2}-\d{2}.*$/, '')
    .trim()
    .replace(/^"|"$/g, '')
  return [named.slice(named.indexOf('/') + 1), named]
}

/** What a new file header says; undefined where the line is none. `--- ` and `+++ ` of one file set one place. */
function readFileHeader(reader: Reader, text: string): QuoteResult | undefined {
  const paths = pathsIn(text)
  if (paths.length === 0) return undefined
  const path = paths.find((each) => reader.index.byFile.has(each))
  reader.isDiff = true
  reader.rest = ''
  if (path === undefined) {
    if (!text.startsWith('---')) reader.file = null
    return 'diff'
  }
  const position = reader.index.byFile.get(path) ?? 0
  if (reader.index.flat[reader.at]?.file !== path) reader.at = position
  reader.file = path
  reader.how = 'quoted hunk'
  return { position, how: 'quoted file header' }
}

function readHunkHeader(reader: Reader, text: string): QuoteResult | undefined {
  const match = header.exec(text)
  if (match === null) return undefined
  reader.isDiff = true
  reader.rest = ''
  const candidates = reader.index.byHunk.get(`${match[1]},${match[2]}`) ?? []
  const inFile = candidates.filter(
    (position) => reader.file === null || reader.index.flat[position]?.file === reader.file,
  )
  const position = firstAfter(inFile, reader.at)
  reader.how = position === undefined ? 'matched by text in a rebased hunk' : 'quoted hunk'
  if (position === undefined) return 'diff'
  reader.at = position
  return { position, how: 'quoted hunk header' }
}

/** A diff line that a mailer has wrapped: the quote holds its beginning, the next lines its rest. */
function takeStart(reader: Reader, position: number, key: string): boolean {
  const whole = reader.index.flat[position]
  if (whole?.kind !== 'line' || key.length < startLength || !whole.key.startsWith(key)) return false
  reader.rest = whole.key.slice(key.length).trim()
  return true
}

/** The diff line after the one read last, where the quote goes on with it. */
function readNext(reader: Reader, text: string): QuoteResult | undefined {
  const key = lineKey(text)
  const next = reader.index.flat[reader.at + 1]
  if (next?.kind !== 'line' || !reader.isDiff) return undefined
  if (next.key !== key && !takeStart(reader, reader.at + 1, key)) return undefined
  reader.at += 1
  return { position: reader.at, how: reader.how }
}

/** A line found again by its text: after a cut, in a rebased hunk, or without any header. */
function findLine(reader: Reader, text: string): QuoteResult {
  const { index } = reader
  const key = lineKey(text)
  if (!isTelling(key)) return reader.isDiff ? 'diff' : 'prose'
  const exact = index.byKey.get(key)
  const starts =
    exact === undefined && key.length >= startLength ? (index.byStart.get(key.slice(0, startLength)) ?? []) : []
  const all = exact ?? starts.filter((position) => index.flat[position]?.key.startsWith(key))
  const inFile = reader.file === null ? all : all.filter((position) => index.flat[position]?.file === reader.file)
  const position = firstAfter(inFile.length > 0 ? inFile : all, reader.at)
  if (position === undefined) return reader.isDiff || /^[+-]\s?\S/.test(text) ? 'diff' : 'prose'
  // Context that reads like prose is a quote of the diff only near quoted diff lines.
  if (!reader.isDiff && !/^[+-]/.test(text) && !/[;{}()=]/.test(text)) return 'prose'
  if (exact === undefined) takeStart(reader, position, key)
  reader.isDiff = true
  reader.at = position
  return { position, how: reader.how === '' ? 'matched by text' : reader.how }
}

/** True where a line is the rest of a wrapped diff line, with or without a marker before it. */
function takeRest(reader: Reader, text: string): boolean {
  const piece = lineKey(text).trim()
  if (reader.rest === '' || piece === '' || !reader.rest.startsWith(piece)) return false
  reader.rest = reader.rest.slice(piece.length).trim()
  return true
}

/**
 * What each line of an answer quotes of a patch. The quote is read in order, along the diff: headers set the place,
 * lines follow one another, cuts and rebased hunks are found again by text, wrapped lines are put together.
 */
export function matchQuotes(lines: QuotedLine[], index: DiffIndex): QuoteResult[] {
  const reader: Reader = { index, at: -1, rest: '', isDiff: false, how: '', file: null }
  const results: QuoteResult[] = lines.map((line) => {
    if (line.isCut && line.depth > 0) return 'prose'
    if (takeRest(reader, line.text)) return { position: reader.at, how: reader.how }
    reader.rest = ''
    if (line.depth === 0) return 'prose'
    // The patch's signature, its notes and its diffstat end the diff that came before them.
    if (/^-- ?$|^---\s*$/.test(line.text)) reader.isDiff = false
    if (/^(?:index [0-9a-f]{4,}|new file mode|deleted file mode|similarity index|rename )/.test(line.text))
      return 'diff'
    return (
      readNext(reader, line.text) ??
      readFileHeader(reader, line.text) ??
      readHunkHeader(reader, line.text) ??
      findLine(reader, line.text)
    )
  })
  return matchBackwards(lines, results, index)
}

/** Lines that stand directly above a matched one and read like the diff line before it: `{` above its first statement. */
function matchBackwards(lines: QuotedLine[], results: QuoteResult[], index: DiffIndex): QuoteResult[] {
  for (let at = lines.length - 2; at >= 0; at -= 1) {
    const below = results[at + 1]
    const line = lines[at]
    if (typeof results[at] !== 'string' || typeof below !== 'object' || line === undefined || line.depth === 0) continue
    const candidate = index.flat[below.position - 1]
    if (candidate?.kind === 'line' && candidate.key === lineKey(line.text))
      results[at] = { position: below.position - 1, how: below.how }
  }
  return results
}
