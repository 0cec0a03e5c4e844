import type { FileDiff, Hunk } from '../model/diff.ts'
import type { Problem, Result } from '../model/problem.ts'
import { isDiffStart, readFileHeader } from './diff-header.ts'

/** A diff found in lines: its files, where and what it covers (from 1, end inclusive), and whether a hunk was cut. */
export type DiffRange = { files: FileDiff[]; startLine: number; endLine: number; isCut: boolean; lines: string[] }

const hunkHeader = /^@@ -(\d{1,10})(?:,(\d{1,10}))? \+(\d{1,10})(?:,(\d{1,10}))? @@(.*)$/s

/**
 * Every unified diff in the lines (git-diff(1), "Generating patch text"; plain `diff -u` too). Lines are taken as they
 * are; only a hunk's own counts say where it ends, so a signature line `-- ` is never read as a removal.
 */
export function findDiffs(lines: string[]): DiffRange[] {
  const ranges: DiffRange[] = []
  for (let index = 0; index < lines.length; index++) {
    if (!isDiffStart(lines, index)) continue
    const range = readDiff(lines, index)
    if (range.files.length === 0) continue
    ranges.push(range)
    index = range.endLine - 1
  }
  return ranges
}

/** The files of a diff that stands alone as text. A hunk that ends early is kept as far as it goes, with a problem. */
export function parseDiff(text: string): Result<FileDiff[]> {
  const ranges = findDiffs(text.split('\n'))
  const problems: Problem[] = ranges
    .filter((range) => range.isCut)
    .map((range) => ({
      code: 'bad-patch',
      severity: 'warning',
      where: `line ${range.endLine}`,
      message: 'expected more lines of the last hunk, found the end of the diff',
      whatToDo: 'Compare with the original message: the patch was cut or wrapped on its way.',
    }))
  return { value: ranges.flatMap((range) => range.files), problems }
}

function readDiff(lines: string[], start: number): DiffRange {
  const files: FileDiff[] = []
  let index = start
  let end = start
  let isCut = false
  while (index < lines.length && isDiffStart(lines, index)) {
    const header = readFileHeader(lines, index)
    const file = header.file
    index = header.next
    while (index < lines.length && !isCut) {
      const read = readHunk(lines, index)
      if (!read) break
      file.hunks.push(read.hunk)
      index = read.next
      isCut = read.isCut
    }
    files.push(file)
    end = index
    if (isCut) break
    while (index < lines.length && index - end < 3 && (lines[index] ?? '').trim() === '') index++
  }
  return { files, startLine: start + 1, endLine: end, isCut, lines: lines.slice(start, end) }
}

function readHunk(lines: string[], at: number): { hunk: Hunk; next: number; isCut: boolean } | undefined {
  const match = hunkHeader.exec((lines[at] ?? '').slice(0, 2000))
  if (!match) return undefined
  const hunk: Hunk = {
    oldStart: Number(match[1]),
    oldLines: Number(match[2] ?? 1),
    newStart: Number(match[3]),
    newLines: Number(match[4] ?? 1),
    section: (match[5] ?? '').replace(/^ /, '').replace(/\r$/, ''),
    lines: [],
    mailLine: at + 1,
  }
  let old = hunk.oldLines
  let fresh = hunk.newLines
  let index = at + 1
  // The counts are the sender's: the lines that are there bound the loop.
  for (; index < lines.length && (old > 0 || fresh > 0); index++) {
    const line = lines[index] ?? ''
    const sign = line.charAt(0)
    // A last empty element is the end of the text, no line.
    if (line === '' && index === lines.length - 1) break
    if (sign === '\\') {
      hunk.lines.push(line)
      continue
    }
    if (sign === '-' && old > 0) old--
    else if (sign === '+' && fresh > 0) fresh--
    else if ((sign === ' ' || sign === '\t' || line === '' || line === '\r') && old > 0 && fresh > 0) {
      old--
      fresh--
    } else break
    hunk.lines.push(sign === '\t' || line === '' ? ` ${line}` : line)
  }
  const isCut = old > 0 || fresh > 0
  if (!isCut && (lines[index] ?? '').startsWith('\\ ')) hunk.lines.push(lines[index++] ?? '')
  return { hunk, next: index, isCut }
}
