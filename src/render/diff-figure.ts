import type { ReviewComment } from '../model/case.ts'
import type { FileDiff } from '../model/diff.ts'
import { diffPath } from '../model/diff-path.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import type { CodeToken } from './code-tokens.ts'
import { type DiffLine, type DiffRun, type HunkLines, readDiffLines, splitRuns } from './diff-lines.ts'
import { el, esc, markup } from './markup.ts'
import { renderComments } from './review-comments.ts'

/** What a diff is drawn with. `prefix` null: no anchors (an interdiff). */
export type DiffFrame = {
  prefix: string | null
  comments: readonly ReviewComment[]
  thread: ThreadFile | null
  /** Words that make a hunk worth standing open in a long diff: structs and moved members. */
  wanted: readonly string[]
}

/** Above so many lines files are folded, and line numbers are no links. */
const LONG_DIFF = 400
/** Columns of one half of the page; longer lines keep the diff unified. */
const HALF_COLUMNS = 60

/** A path in an id: what no path needs (blanks, quotes, brackets, controls) becomes `-`. */
const pathId = (path: string): string => path.replace(/[^\p{L}\p{N}_./+~@:,=#%-]+/gu, '-')

/** The id of a line: `v1p1-include/linux/jbd2.h-R798`. */
export const diffAnchor = (prefix: string, path: string, side: 'L' | 'R', line: number): string =>
  `${prefix}-${pathId(path)}-${side}${line}`

/** `counted`: the style sheet counts the line numbers of a hunk, from its start. */
type LineFrame = DiffFrame & { path: string; links: boolean; counted: boolean }

function renderNumber(line: number | null, side: 'L' | 'R', frame: LineFrame, quiet = false): string {
  const { prefix, path, links, counted } = frame
  if (line === null) return '<span class="ln"></span>'
  const id = prefix === null ? undefined : diffAnchor(prefix, path, side, line)
  if (counted) return el('span', { class: side === 'L' ? 'ln o' : 'ln n', id: quiet ? undefined : id }, '')
  if (prefix === null || quiet) return `<span class="ln">${line}</span>`
  return links
    ? el('a', { class: 'ln', id, href: `#${id}` }, String(line))
    : el('span', { class: 'ln', id }, String(line))
}

const lineClass = ({ sign, moved }: DiffLine): string =>
  moved ? 'dl mov' : sign === '+' ? 'dl add' : sign === '-' ? 'dl del' : 'dl'

/** The coloured runs of a stretch of a line. */
function renderCode(code: readonly CodeToken[], from: number, to: number): string {
  let at = 0
  let out = ''
  for (const token of code) {
    const text = token.text.slice(Math.max(0, from - at), Math.max(0, to - at))
    at += token.text.length
    if (text === '') continue
    out += token.kind === null || text.trim() === '' ? esc(text) : el('span', { class: `c-${token.kind}` }, esc(text))
  }
  return out
}

function renderText({ words, text, sign, code }: DiffLine): string {
  const draw = (from: number, to: number): string => (code ? renderCode(code, from, to) : esc(text.slice(from, to)))
  if (!words) return draw(0, text.length)
  const tag = sign === '+' ? 'ins' : 'del'
  let at = 0
  return words
    .map((word) => {
      const drawn = draw(at, at + word.text.length)
      at += word.text.length
      return word.changed ? el(tag, {}, drawn) : drawn
    })
    .join('')
}

function renderMove({ moved, sign }: DiffLine, { prefix, path }: LineFrame): string {
  if (!moved) return ''
  const label = `${moved.side}${moved.line}`
  const words = sign === '-' ? 'moved to' : 'moved from'
  const target =
    prefix === null
      ? label
      : el('a', { class: 'src', href: `#${diffAnchor(prefix, path, moved.side, moved.line)}` }, label)
  return `<span class="to"><span class="wordy">${words}</span> ${target}</span>`
}

/** Comments that answer this line, on the side they quote. */
function commentsAt(line: DiffLine, { comments, path }: LineFrame): ReviewComment[] {
  return comments.filter(
    (comment) =>
      comment.file === path &&
      comment.line !== null &&
      (comment.side === 'old'
        ? comment.line === line.oldLine && line.sign !== '+'
        : comment.line === line.newLine && line.sign !== '-'),
  )
}

function renderLine(line: DiffLine, frame: LineFrame): string {
  const isQuiet = !frame.links && line.sign === ' ' // in a long diff an unchanged line has one anchor, the new one
  const sign = line.sign === '-' ? '−' : line.sign === '\\' ? ' ' : line.sign
  return markup(
    `<div class="${lineClass(line)}">`,
    renderNumber(line.oldLine, 'L', frame, isQuiet),
    renderNumber(line.newLine, 'R', frame),
    `<span class="sign">${sign}</span><span class="t">${renderText(line)}</span>`,
    renderMove(line, frame),
    '</div>',
    renderComments(commentsAt(line, frame), frame.thread),
  )
}

/** Columns a text takes with tabs at every eighth. */
function columnsOf(text: string): number {
  let columns = 0
  for (const character of text.slice(0, 200)) columns += character === '\t' ? 8 - (columns % 8) : 1
  return columns
}

function renderRun(run: DiffRun, frame: LineFrame): string {
  const draw = (lines: readonly DiffLine[]): string => lines.map((line) => renderLine(line, frame)).join('')
  if (run.kind === 'context') return draw(run.lines)
  const { removed, added } = run
  const all = [...removed, ...added]
  const isPair = removed.length > 0 && added.length > 0
  const fits = isPair && all.every((line) => !line.moved && columnsOf(line.text) <= HALF_COLUMNS)
  if (!fits) return draw(all)
  return `<div class="pair"><div class="old">${draw(removed)}</div><div class="new">${draw(added)}</div></div>`
}

/** So many lines of a hunk and more have counted numbers in a long diff. */
const COUNTED_LINES = 40
const MOST_COUNTED = 2 ** 17

/**
 * What sets the counters of a hunk to the line before its first: one empty element a binary digit, whose class adds
 * its power of two. A number written out costs seven bytes a line when packed, and a long diff has thousands.
 */
function renderCounterStart(start: number, name: 'o' | 'n'): string {
  let out = ''
  for (let bit = 0, rest = Math.max(0, start - 1); rest > 0 && bit < 17; bit += 1, rest = Math.floor(rest / 2))
    if (rest % 2 === 1) out += `<i class="${name}${bit}"></i>`
  return out
}

function renderHunk({ hunk, lines }: HunkLines, given: LineFrame): string {
  const last = Math.max(hunk.oldStart + hunk.oldLines, hunk.newStart + hunk.newLines)
  const counted = !given.links && lines.length >= COUNTED_LINES && last < MOST_COUNTED
  const frame: LineFrame = { ...given, counted }
  const starts = counted ? renderCounterStart(hunk.oldStart, 'o') + renderCounterStart(hunk.newStart, 'n') : ''
  const range = `@@ −${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`
  return markup(
    `<div class="dl hunk"><span class="ln">…</span><span class="ln">…</span><span class="sign"></span><span class="t">${starts}${range} ${esc(hunk.section)}</span></div>`,
    splitRuns(lines).map((run) => renderRun(run, frame)),
  )
}

/** Lines added and removed in a file. */
export function countLines(file: FileDiff): { added: number; removed: number } {
  const lines = file.hunks.flatMap((hunk) => hunk.lines)
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  }
}

function fileNotes(file: FileDiff): string {
  const { added, removed } = countLines(file)
  const notes = [`+${added} −${removed}`]
  if (file.status === 'renamed' || file.status === 'copied') notes.push(`${file.status} from ${file.oldPath ?? ''}`)
  if (file.status === 'added' || file.status === 'deleted') notes.push(`${file.status}`)
  if (file.oldMode !== file.newMode && file.oldMode !== null && file.newMode !== null)
    notes.push(`mode ${file.oldMode} → ${file.newMode}`)
  if (file.isBinary) notes.push('binary')
  return notes.join(' · ')
}

/** True where a hunk names a struct or member the case is about. */
function isWanted(file: FileDiff, wanted: readonly string[]): boolean {
  return file.hunks.some((hunk) =>
    wanted.some(
      (word) => hunk.section.includes(word) || hunk.lines.some((line) => /^[+-]/.test(line) && line.includes(word)),
    ),
  )
}

function renderFile(file: FileDiff, frame: DiffFrame, long: boolean): string {
  const path = diffPath(file)
  const own: LineFrame = { ...frame, path, links: !long && frame.prefix !== null, counted: false }
  const hunks = readDiffLines(file).map((hunk) => renderHunk(hunk, own))
  const head = `${el('code', {}, esc(path))} <span class="quiet">${esc(fileNotes(file))}</span>`
  const id = frame.prefix === null ? undefined : `${frame.prefix}-${pathId(path)}`
  const body = el('div', { class: 'diff', tabindex: 0, role: 'group', 'aria-label': `Diff of ${path}` }, hunks)
  if (!long) return el('div', { class: 'file', id }, el('div', { class: 'filehead' }, head), body)
  const open = isWanted(file, frame.wanted)
  return el('details', { class: 'file', id, open }, el('summary', { class: 'filehead' }, head), body)
}

/** The files of a diff: unified, side by side where wide and both sides change; long ones folded file by file. */
export function renderDiff(files: readonly FileDiff[], frame: DiffFrame): string {
  const lines = files.reduce((sum, file) => sum + file.hunks.reduce((all, hunk) => all + hunk.lines.length, 0), 0)
  return files.map((file) => renderFile(file, frame, lines > LONG_DIFF)).join('')
}
