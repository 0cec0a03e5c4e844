import type { DiffRange } from './diff-text.ts'
import type { Labels } from './line-labels.ts'
import { mark } from './line-labels.ts'
import { bodyHeader, footerLine, isScissors, isStatLine, patchMarker, tipHeader } from './line-shapes.ts'
import { markTrailers } from './trailer-regions.ts'

/** What is known of the message around a part: it decides whether prose is a commit's message. */
export type RegionContext = { isReply: boolean; isPatch: boolean; diffs: DiffRange[] }

/** The message of a patch above its diff: in-body headers, description, trailers, `---`, notes, diffstat. */
export function markPatch(lines: string[], labels: Labels, context: RegionContext): void {
  const diff = context.diffs[0]
  const limit = diff ? diff.startLine - 1 : lines.length
  const marker = findMarker(lines, labels, limit)
  if (marker >= 0) mark(labels, marker, marker + 1, 'separator')
  const start = markBodyHeader(lines, labels, marker + 1, limit, context.isReply && marker < 0)
  // A reply whose body begins with a patch's own From and Subject carries that patch.
  const isInner = context.isReply && diff !== undefined && hasSubject(lines, labels, start)
  if (marker < 0 && !isInner && (context.isReply || !(context.isPatch || diff))) return
  const separator = findSeparator(lines, labels, start, limit)
  if (separator >= 0) mark(labels, separator, separator + 1, 'separator')
  const stat = diff ? markDiffstat(lines, labels, separator >= 0 ? separator + 1 : start, limit) : limit
  const end = separator >= 0 ? separator : stat
  markTrailers(lines, labels, start, end)
  for (let index = start; index < end; index++)
    if ((lines[index] ?? '').trim() !== '') mark(labels, index, index + 1, 'description')
  if (separator >= 0 && diff) for (let index = separator + 1; index < stat; index++) markNote(lines, labels, index)
}

function hasSubject(lines: string[], labels: Labels, end: number): boolean {
  for (let index = end - 1; index >= 0 && labels[index]?.kind === 'in-body-header'; index--)
    if (/^Subject:/.test(lines[index] ?? '')) return true
  return false
}

function markNote(lines: string[], labels: Labels, index: number): void {
  if ((lines[index] ?? '').trim() === '') return
  mark(labels, index, index + 1, footerLine.test(lines[index] ?? '') ? 'footer' : 'notes')
}

/** Index of the last `From <sha>`, scissors or rule above a patch's own headers, above the diff; -1: none. */
function findMarker(lines: string[], labels: Labels, limit: number): number {
  for (let index = limit - 1; index >= 0; index--) {
    const line = lines[index] ?? ''
    if (labels[index]) continue
    if (patchMarker.test(line) || isScissors(line)) return index
    // "The patch titled … has been added": a rule, then the patch as it was mailed.
    if (/^-{20,}\s*$/.test(line) && /^(?:From|Subject):[ \t]/.test(lines[index + 1] ?? '')) return index
  }
  return -1
}

function findSeparator(lines: string[], labels: Labels, start: number, limit: number): number {
  for (let index = start; index < limit; index++)
    if (!labels[index] && /^---\s*$/.test(lines[index] ?? '')) return index
  return -1
}

/** Marks headers at the top of a body, and gives the index after them (and their blank line). */
function markBodyHeader(lines: string[], labels: Labels, from: number, limit: number, isReply: boolean): number {
  let start = from
  while (start < limit && (lines[start] ?? '').trim() === '') start++
  const announced = /^The following commit has been merged into /.test(lines[start] ?? '')
  if (announced) {
    let index = start
    while (index < limit && (lines[index] ?? '').trim() !== '') index++
    mark(labels, start, index, 'text')
    while (index < limit && (lines[index] ?? '').trim() === '') index++
    start = index
  }
  const isTip = tipHeader.test(lines[start] ?? '') && /^Commit-ID:/.test(lines[start] ?? '')
  if (!isTip && !/^(?:From|Subject|Date|Author):[ \t]/.test(lines[start] ?? '')) return announced ? start : from
  const shape = isTip ? tipHeader : bodyHeader
  let end = start
  while (end < limit && (shape.test(lines[end] ?? '') || (end > start && /^[ \t]+\S/.test(lines[end] ?? '')))) end++
  // Prose that begins with "From: " and goes on is no header: an empty line must follow.
  if ((lines[end] ?? '').trim() !== '') return from
  // "From: X / Date: …" above a quote names who is quoted.
  let below = end
  while (below < limit && (lines[below] ?? '').trim() === '') below++
  const isAttribution = isReply && !isTip && labels[below]?.kind === 'quote'
  mark(labels, start, end, isAttribution ? 'attribution' : 'in-body-header')
  return end
}

/** Marks the diffstat that ends above the diff; gives the index where it starts, `limit` where there is none. */
function markDiffstat(lines: string[], labels: Labels, from: number, limit: number): number {
  let start = limit
  for (let index = limit - 1; index >= from; index--) {
    const line = lines[index] ?? ''
    if (isStatLine(line)) start = index
    else if (line.trim() !== '') break
  }
  mark(labels, start, limit, 'diffstat')
  return start
}
