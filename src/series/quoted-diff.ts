import type { FileDiff, Hunk } from '../model/diff.ts'
import type { QuotedLine } from './quoted-lines.ts'

type Reader = { files: FileDiff[]; hunk: Hunk | null; oldLeft: number; newLeft: number }

const filePath = /^\+\+\+ "?b\/(\S.{0,400}?)"?\s*$|^diff --git .{1,400}? "?b\/(\S.{0,400}?)"?\s*$/
const header = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?(.{0,200})$/

function openFile(reader: Reader, path: string): void {
  reader.hunk = null
  if (reader.files[reader.files.length - 1]?.newPath === path) return
  const base = { isBinary: false, oldMode: null, newMode: null, hunks: [] }
  reader.files.push({ ...base, oldPath: path, newPath: path, status: 'modified' })
}

function openHunk(reader: Reader, match: RegExpExecArray): void {
  const [oldStart, oldLines, newStart, newLines] = [match[1], match[2] ?? '1', match[3], match[4] ?? '1'].map(Number)
  const file = reader.files[reader.files.length - 1]
  if (file === undefined || file.hunks.length >= 500) return
  reader.oldLeft = oldLines ?? 0
  reader.newLeft = newLines ?? 0
  const places = { oldStart: oldStart ?? 0, oldLines: 0, newStart: newStart ?? 0, newLines: 0 }
  reader.hunk = { ...places, section: match[5] ?? '', lines: [], mailLine: 0 }
  file.hunks.push(reader.hunk)
}

/** One line of a hunk; a line without a sign is the rest of one that a mailer wrapped. */
function addLine(reader: Reader, text: string): void {
  const { hunk } = reader
  if (hunk === null) return
  const last = hunk.lines.length - 1
  if (text !== '' && !/^[ \t+-]/.test(text)) {
    if (last >= 0) hunk.lines[last] = `${hunk.lines[last]} ${text}`
    return
  }
  const sign = text[0] === '+' || text[0] === '-' ? text[0] : ' '
  if ((sign !== '+' && reader.oldLeft === 0) || (sign !== '-' && reader.newLeft === 0)) {
    reader.hunk = null
    return
  }
  hunk.lines.push(text === '' || text[0] === '\t' ? ` ${text}` : text)
  if (sign !== '+') {
    hunk.oldLines += 1
    reader.oldLeft -= 1
  }
  if (sign !== '-') {
    hunk.newLines += 1
    reader.newLeft -= 1
  }
}

/**
 * The diff that an answer quotes of a patch that is not here, as far as its lines can be counted: from a hunk's header
 * to the first cut. What stands behind a cut has no known place and is left out.
 */
export function readQuotedDiff(lines: QuotedLine[]): FileDiff[] {
  const reader: Reader = { files: [], hunk: null, oldLeft: 0, newLeft: 0 }
  for (const { depth, text, isCut } of lines) {
    if (isCut) reader.hunk = null
    if (depth === 0 || isCut) continue
    const path = filePath.exec(text)
    const hunk = path === null ? header.exec(text) : null
    if (path !== null && (reader.hunk === null || reader.oldLeft + reader.newLeft === 0 || text.startsWith('diff ')))
      openFile(reader, path[1] ?? path[2] ?? '')
    else if (hunk !== null) openHunk(reader, hunk)
    else addLine(reader, text)
  }
  return reader.files.filter((file) => file.hunks.length > 0)
}
