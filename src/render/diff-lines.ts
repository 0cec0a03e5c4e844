import { diffWordsWithSpace } from 'diff'
import type { FileDiff, Hunk } from '../model/diff.ts'
import { diffPath } from '../model/diff-path.ts'
import { type CodeToken, splitCode } from './code-tokens.ts'

/** A line of a hunk with its numbers; `moved` is where its twin stands; `words` marks what changed inside it. */
export type DiffLine = {
  sign: ' ' | '+' | '-' | '\\'
  text: string
  oldLine: number | null
  newLine: number | null
  moved: { side: 'L' | 'R'; line: number } | null
  words: { text: string; changed: boolean }[] | null
  /** Coloured runs of the text; null where it is not coloured. */
  code: CodeToken[] | null
}
export type HunkLines = { hunk: Hunk; lines: DiffLine[] }

const MOST_WORD_COLUMNS = 400
const MOST_MARKED_LINES = 400

function readHunk(hunk: Hunk): DiffLine[] {
  let oldLine = hunk.oldStart
  let newLine = hunk.newStart
  return hunk.lines.map((raw): DiffLine => {
    const first = raw[0] ?? ' '
    const sign = first === '+' || first === '-' || first === '\\' ? first : ' '
    const line: DiffLine = {
      sign,
      text: sign === '\\' ? raw : raw.slice(1),
      oldLine: sign === '+' || sign === '\\' ? null : oldLine,
      newLine: sign === '-' || sign === '\\' ? null : newLine,
      moved: null,
      words: null,
      code: null,
    }
    if (sign === ' ' || sign === '-') oldLine += 1
    if (sign === ' ' || sign === '+') newLine += 1
    return line
  })
}

/** Text by which a moved line is known again: without blanks; lines of punctuation alone are never moved. */
const moveKey = (text: string): string | undefined => {
  const key = text.replace(/\s+/g, ' ').trim()
  return /[A-Za-z0-9_]{3}/.test(key) ? key : undefined
}

/** Lines removed in one place of a file and added in another are moved: each learns where its twin stands. */
function findMoves(hunks: readonly HunkLines[]): void {
  const removed = new Map<string, DiffLine[]>()
  const all = hunks.flatMap(({ lines }) => lines)
  for (const line of all) {
    const key = line.sign === '-' ? moveKey(line.text) : undefined
    if (key !== undefined) removed.set(key, [...(removed.get(key) ?? []), line])
  }
  for (const line of all) {
    const key = line.sign === '+' ? moveKey(line.text) : undefined
    const twin = key === undefined ? undefined : removed.get(key)?.shift()
    if (!twin || twin.oldLine === null || line.newLine === null) continue
    line.moved = { side: 'L', line: twin.oldLine }
    twin.moved = { side: 'R', line: line.newLine }
  }
}

/** The share of characters two lines have in common, from the parts of their word diff. */
function markPair(before: DiffLine, after: DiffLine): void {
  if (before.text.length > MOST_WORD_COLUMNS || after.text.length > MOST_WORD_COLUMNS) return
  const parts = diffWordsWithSpace(before.text, after.text)
  const kept = parts
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.trim().length, 0)
  const whole = Math.max(before.text.trim().length, after.text.trim().length)
  if (whole === 0 || kept / whole < 0.4) return
  before.words = parts.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, changed: removed }))
  after.words = parts.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, changed: added }))
}

/** Marks changed words between lines removed and the lines added in their place. */
function markWords(lines: readonly DiffLine[], budget: number): number {
  let left = budget
  for (let at = 0; at < lines.length && left > 0; at += 1) {
    if (lines[at]?.sign !== '-') continue
    let middle = at
    while (lines[middle]?.sign === '-') middle += 1
    let end = middle
    while (lines[end]?.sign === '+') end += 1
    const pairs = Math.min(middle - at, end - middle)
    for (let pair = 0; pair < pairs && left > 0; pair += 1) {
      const [before, after] = [lines[at + pair], lines[middle + pair]]
      if (before && after && !before.moved && !after.moved) markPair(before, after)
      left -= 1
    }
    at = end - 1
  }
  return left
}

/** A hunk may begin inside a comment: its text is then read with the comment's opening above it. */
function beginsInComment(lines: readonly string[]): boolean {
  const text = lines.join('\n')
  const close = text.indexOf('*/')
  const open = text.indexOf('/*')
  return close >= 0 && (open < 0 || close < open)
}

/** Colours one side of a hunk: context with what was removed, or with what was added. */
function colourSide(lines: readonly DiffLine[], sign: '-' | '+', path: string): void {
  const side = lines.filter((line) => line.sign === ' ' || line.sign === sign)
  const texts = side.map((line) => line.text)
  const isOpen = beginsInComment(texts)
  const rows = splitCode(isOpen ? ['/*', ...texts] : texts, path)
  if (!rows) return
  for (const [at, line] of side.entries()) line.code = rows[isOpen ? at + 1 : at] ?? null
}

/** A diff is read for its note, its comments and its figure: once is enough, for as long as the thread is held. */
const known = new WeakMap<FileDiff, readonly HunkLines[]>()

/** The hunks of a file with numbers, moves, changed words and colours. */
export function readDiffLines(file: FileDiff): readonly HunkLines[] {
  const read = known.get(file) ?? buildDiffLines(file)
  known.set(file, read)
  return read
}

function buildDiffLines(file: FileDiff): readonly HunkLines[] {
  const hunks = file.hunks.map((hunk) => ({ hunk, lines: readHunk(hunk) }))
  findMoves(hunks)
  let budget = MOST_MARKED_LINES
  for (const { lines } of hunks) budget = markWords(lines, budget)
  const path = diffPath(file)
  for (const { lines } of hunks) {
    colourSide(lines, '-', path)
    colourSide(lines, '+', path)
  }
  return hunks
}

/** Runs of lines of a hunk: context, or a change with what it removes and what it adds. */
export type DiffRun =
  | { kind: 'context'; lines: DiffLine[] }
  | { kind: 'change'; removed: DiffLine[]; added: DiffLine[] }

/** A hunk's lines as runs, so that a change can stand side by side. */
export function splitRuns(lines: readonly DiffLine[]): DiffRun[] {
  const runs: DiffRun[] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (line.sign === ' ' || (line.sign === '\\' && last?.kind !== 'change')) {
      if (last?.kind === 'context') last.lines.push(line)
      else runs.push({ kind: 'context', lines: [line] })
      continue
    }
    const change = last?.kind === 'change' ? last : { kind: 'change' as const, removed: [], added: [] }
    if (change !== last) runs.push(change)
    const isOld = line.sign === '-' || (line.sign === '\\' && change.added.length === 0)
    if (isOld && change.added.length > 0) runs.push({ kind: 'change', removed: [line], added: [] })
    else if (isOld) change.removed.push(line)
    else change.added.push(line)
  }
  return runs
}
