import type { Hunk } from '../model/diff.ts'
import { isDiffStart, isPlainStart } from './diff-header.ts'

const hunkHeader = /^@@ -(\d{1,10})(?:,(\d{1,10}))? \+(\d{1,10})(?:,(\d{1,10}))? @@(.*)$/s
/** Lines that are looked through for what goes on below a hunk whose counts are wrong. */
const maxLost = 2000

/** A hunk, the index after it, and whether its lines are those that its header counts. */
type ReadHunk = { hunk: Hunk; next: number; isWrong: boolean }

/**
 * The hunk whose header stands at an index. Its counts say where it ends; where they cannot be right (lines that go on
 * as a diff below it, another header above its end) its lines are taken as they stand, and it is wrong.
 */
export function readHunk(lines: string[], at: number): ReadHunk | undefined {
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
    if (endsEarly(lines, index, old, fresh)) break
    if (sign === '-' && old > 0) old--
    else if (sign === '+' && fresh > 0) fresh--
    else if (isContext(line) && old > 0 && fresh > 0) {
      old--
      fresh--
    } else break
    hunk.lines.push(sign === '\t' || line === '' ? ` ${line}` : line)
  }
  const isCut = old > 0 || fresh > 0
  if (!isCut && (lines[index] ?? '').startsWith('\\ ')) hunk.lines.push(lines[index++] ?? '')
  const end = findRunEnd(lines, index)
  for (const line of lines.slice(index, end)) hunk.lines.push(line.startsWith('\t') || line === '' ? ` ${line}` : line)
  return { hunk, next: end, isWrong: isCut || end > index }
}

const isContext = (line: string): boolean => /^[ \t]/.test(line) || line === '' || line === '\r'
const isSignature = (line: string): boolean => /^--\s?\r?$/.test(line)

/** The header of the next file, or the signature, above the end that the counts give: they are too high. */
function endsEarly(lines: string[], index: number, old: number, fresh: number): boolean {
  if (isPlainStart(lines, index)) return old !== 1 || fresh !== 1
  return lines[index] === '-- ' && /^\d+\.\d+/.test(lines[index + 1] ?? '') && old + fresh > 1
}

/** The end of lines that go on as a diff below a hunk, up to a header, the signature or the end; else where it began. */
function findRunEnd(lines: string[], from: number): number {
  let index = from
  let isChanged = false
  let isText = false
  for (; index < lines.length && index - from < maxLost; index++) {
    const line = lines[index] ?? ''
    if (isSignature(line) || isDiffStart(lines, index) || !/^[ \t+\\-]/.test(line)) break
    isText ||= line.trim() !== ''
    isChanged ||= /^(?:\+|-(?!-{2}))/.test(line)
  }
  const line = lines[index] ?? ''
  const isEnd = hunkHeader.test(line.slice(0, 2000)) || isDiffStart(lines, index) || isSignature(line)
  if (isEnd) return isText ? index : from
  return isChanged && lines.slice(index).every((rest) => rest === '') ? index : from
}

/** The next hunk of the same file below one that broke off: lines between the two are lost. -1: there is none. */
export function findNextHunk(lines: string[], from: number): number {
  for (let index = from; index < lines.length && index - from < maxLost; index++) {
    if (isDiffStart(lines, index) || isSignature(lines[index] ?? '')) return -1
    if (hunkHeader.test((lines[index] ?? '').slice(0, 2000))) return index
  }
  return -1
}
