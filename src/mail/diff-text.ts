import type { FileDiff } from '../model/diff.ts'
import type { Problem, Result } from '../model/problem.ts'
import { isDiffStart, readFileHeader } from './diff-header.ts'
import { findNextHunk, readHunk } from './hunk-text.ts'

/**
 * A diff found in lines: its files, where and what it covers (from 1, end inclusive), and the lines of the hunks that do
 * not hold what their headers count.
 */
export type DiffRange = { files: FileDiff[]; startLine: number; endLine: number; badHunks: number[]; lines: string[] }

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

/** The files of a diff that stands alone as text. A hunk with wrong counts is kept as it stands, with a problem. */
export function parseDiff(text: string): Result<FileDiff[]> {
  const ranges = findDiffs(text.split('\n'))
  const problems: Problem[] = ranges
    .filter((range) => range.badHunks.length > 0)
    .map((range) => ({
      code: 'bad-patch',
      severity: 'warning',
      where: `line ${range.badHunks[0] ?? range.endLine}`,
      message: 'expected the lines that the header of a hunk counts, found more or fewer',
      whatToDo: 'Compare with the original message: the patch was cut or wrapped on its way.',
    }))
  return { value: ranges.flatMap((range) => range.files), problems }
}

function readDiff(lines: string[], start: number): DiffRange {
  const files: FileDiff[] = []
  const badHunks: number[] = []
  let index = start
  let end = start
  while (index < lines.length && isDiffStart(lines, index)) {
    const header = readFileHeader(lines, index)
    const file = header.file
    index = header.next
    while (index < lines.length) {
      const read = readHunk(lines, index)
      if (!read) break
      file.hunks.push(read.hunk)
      if (read.isWrong) badHunks.push(index + 1)
      const next = read.isWrong ? findNextHunk(lines, read.next) : -1
      index = next < 0 ? read.next : next
    }
    files.push(file)
    end = index
    while (index < lines.length && index - end < 3 && (lines[index] ?? '').trim() === '') index++
  }
  return { files, startLine: start + 1, endLine: end, badHunks, lines: lines.slice(start, end) }
}
