import type { Labels } from './line-labels.ts'
import { mark } from './line-labels.ts'
import { isTrailerNote, parseTrailerLine } from './line-shapes.ts'

/** Marks the paragraphs of trailers that end a commit message. */
export function markTrailers(lines: string[], labels: Labels, from: number, to: number): void {
  let end = to
  for (let paragraph = 0; paragraph < 20; paragraph++) {
    while (end > from && (lines[end - 1] ?? '').trim() === '') end--
    let start = end
    while (start > from && !labels[start - 1] && isTrailerRun(lines, start - 1, end)) start--
    while (start < end && !parseTrailerLine(lines[start] ?? '') && !isTrailerNote(lines[start] ?? '')) start++
    const hasTrailer = lines.slice(start, end).some((line) => parseTrailerLine(line))
    if (start >= end || !hasTrailer) return
    mark(labels, start, end, 'trailers')
    if (start > from && (lines[start - 1] ?? '').trim() !== '') return
    end = start
  }
}

/** A trailer, a note among trailers, or the continuation of a wrapped value. */
function isTrailerRun(lines: string[], index: number, end: number): boolean {
  const line = lines[index] ?? ''
  if (parseTrailerLine(line) || isTrailerNote(line)) return true
  return index < end && isContinuation(lines, index)
}

/** A blank-led line below a trailer, or the end of a bracket note or of a `Fixes:` title that was wrapped. */
export function isContinuation(lines: string[], index: number): boolean {
  const line = lines[index] ?? ''
  const above = lines[index - 1] ?? ''
  if (line.trim() === '') return false
  if (/^[ \t]/.test(line)) return above.trim() !== ''
  const opened = /^\[[^\]]*$/.test(above) || /^Fixes:[^")]*\("[^"]*$/i.test(above)
  return opened && /[\])]\s*$/.test(line)
}
