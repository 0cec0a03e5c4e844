import type { Region, RegionKind } from '../model/message.ts'
import type { DiffRange } from './diff-text.ts'
import {
  bodyHeader,
  footerLine,
  isScissors,
  isStatLine,
  isTrailerNote,
  parseTrailerLine,
  patchMarker,
  tipHeader,
} from './line-shapes.ts'
import { findBarQuotes, quoteDepth } from './quote-depth.ts'

/** What is known of the message around a part: it decides whether prose is a commit's message. */
export type RegionContext = { isReply: boolean; isPatch: boolean; diffs: DiffRange[] }
type Label = { kind: RegionKind; depth: number }
type Labels = (Label | undefined)[]

/** Regions of a part: see `RegionKind`. They cover its lines in order without gap or overlap. */
export function findRegions(lines: string[], context: RegionContext): Region[] {
  const labels: Labels = new Array(lines.length).fill(undefined)
  for (const diff of context.diffs) mark(labels, diff.startLine - 1, diff.endLine, 'diff')
  markQuotes(lines, labels, context)
  markForwards(lines, labels)
  markArmour(lines, labels)
  markListFooter(lines, labels)
  markSignatures(lines, labels)
  markPatch(lines, labels, context)
  markText(lines, labels)
  return joinLabels(lines, labels)
}

function mark(labels: Labels, from: number, to: number, kind: RegionKind, depth = 0): void {
  for (let index = Math.max(0, from); index < to && index < labels.length; index++) labels[index] ??= { kind, depth }
}

function markQuotes(lines: string[], labels: Labels, context: RegionContext): void {
  const bars = context.isReply ? findBarQuotes(lines) : new Set<number>()
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (labels[index] || patchMarker.test(line)) continue
    const depth = isScissors(line) ? 0 : quoteDepth(line) || (bars.has(index) ? 1 : 0)
    if (depth > 0) labels[index] = { kind: 'quote', depth }
  }
  for (let index = 1; index < lines.length; index++)
    if (labels[index]?.kind === 'quote' && labels[index - 1]?.kind !== 'quote') markAttribution(lines, labels, index)
}

const saidWord =
  /(?:\b(?:wrote|writes?|said|says|schrieb|skrev|escribi)|écrit|napisał|написал|пишет|写道|寫道|のメール)/i
const attributionStart =
  /^(?:On |Am |Le |El |On\s|\* |Quoting |At |In message |-{2,} ?Original|From: |\d{4}[-/]\d|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )/

/** "On Monday, X wrote:" above a quote, in up to four lines. */
function markAttribution(lines: string[], labels: Labels, quoteStart: number): void {
  let last = quoteStart - 1
  while (last >= 0 && quoteStart - last < 3 && (lines[last] ?? '').trim() === '') last--
  const line = (lines[last] ?? '').slice(-400).trimEnd()
  const isSaid = saidWord.test(line) && (/[:：]$/.test(line) || attributionStart.test(line))
  if (last < 0 || labels[last] || !(isSaid || /^Quoting .{3,200}[):]$/.test(line))) return
  let first = last
  for (let index = last; index >= 0 && index > last - 4; index--) {
    if (labels[index] || (lines[index] ?? '').trim() === '') break
    first = attributionStart.test(lines[index] ?? '') || index === last ? index : first
    if (attributionStart.test(lines[index] ?? '')) break
  }
  mark(labels, first, last + 1, 'attribution')
}

/** "-----Original Message-----" and the header lines below it, as some programs quote or forward. */
function markForwards(lines: string[], labels: Labels): void {
  for (let index = 0; index < lines.length; index++) {
    if (
      labels[index] ||
      !/^-{2,20} ?(?:Original Message|Forwarded [Mm]essage|Weitergeleitete Nachricht)[^-]{0,40}-{2,20}\s*$/.test(
        lines[index] ?? '',
      )
    )
      continue
    let end = index + 1
    while (end < lines.length && (bodyHeader.test(lines[end] ?? '') || /^(?:Sent|Importance): /.test(lines[end] ?? '')))
      end++
    mark(labels, index, end, 'attribution')
  }
}

/** PGP armour in the text: its first lines are no prose, its signature block is no trailer. */
function markArmour(lines: string[], labels: Labels): void {
  for (let index = 0; index < lines.length; index++) {
    if (labels[index] || !(lines[index] ?? '').startsWith('-----BEGIN PGP ')) continue
    const isSignature = /SIGNATURE|PUBLIC KEY/.test(lines[index] ?? '')
    let end = index + 1
    if (isSignature) while (end < lines.length && !/^-----END PGP /.test(lines[end - 1] ?? '')) end++
    else while (end < lines.length && /^Hash: /.test(lines[end] ?? '')) end++
    mark(labels, index, end, 'signature')
  }
}

/** What mailing lists append: a rule of underscores or `--`, then how to unsubscribe. */
function markListFooter(lines: string[], labels: Labels): void {
  for (let index = Math.max(0, lines.length - 25); index < lines.length; index++) {
    if (labels[index] || !/^(?:_{20,}|-{1,2}|-{20,}|={20,})\s*$/.test(lines[index] ?? '')) continue
    // `-- ` is a signature unless the list's words follow at once.
    const isRule = (lines[index] ?? '').length > 3
    const next = lines.slice(index + 1, index + (isRule ? 6 : 2)).join('\n')
    if (!/unsubscribe|mailing list\b|listinfo|mailman|list archives/i.test(next)) continue
    mark(labels, index, lines.length, 'list-footer')
    return
  }
}

/** `-- ` and what follows (RFC 3676 section 4.3), up to a quote, a diff or the end; `--` only close to the end. */
function markSignatures(lines: string[], labels: Labels): void {
  for (let index = 0; index < lines.length; index++) {
    if (labels[index] || !/^-- {0,2}\r?$/.test(lines[index] ?? '')) continue
    let end = index + 1
    while (end < lines.length && !labels[end]) end++
    const filled = lines.slice(index + 1, end).filter((line) => line.trim() !== '').length
    const isAtEnd = lines.slice(end).every((_line, offset) => labels[end + offset]?.kind !== 'diff')
    const limit = /^--\s/.test(lines[index] ?? '') ? 20 : 4
    if (filled > limit || !isAtEnd || lines.slice(index + 1, end).some((line) => patchMarker.test(line))) continue
    mark(labels, index, end, 'signature')
    index = end - 1
  }
}

/** The message of a patch above its diff: in-body headers, description, trailers, `---`, notes, diffstat. */
function markPatch(lines: string[], labels: Labels, context: RegionContext): void {
  const diff = context.diffs[0]
  const limit = diff ? diff.startLine - 1 : lines.length
  const marker = findMarker(lines, labels, limit)
  if (marker >= 0) mark(labels, marker, marker + 1, 'separator')
  const start = markBodyHeader(lines, labels, marker + 1, limit, context.isReply && marker < 0)
  if (marker < 0 && (context.isReply || !(context.isPatch || diff))) return
  const separator = findSeparator(lines, labels, start, limit)
  if (separator >= 0) mark(labels, separator, separator + 1, 'separator')
  const stat = diff ? markDiffstat(lines, labels, separator >= 0 ? separator + 1 : start, limit) : limit
  const end = separator >= 0 ? separator : stat
  markTrailers(lines, labels, start, end)
  for (let index = start; index < end; index++)
    if ((lines[index] ?? '').trim() !== '') mark(labels, index, index + 1, 'description')
  if (separator >= 0 && diff) for (let index = separator + 1; index < stat; index++) markNote(lines, labels, index)
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

/** Marks the paragraphs of trailers that end a commit message. */
function markTrailers(lines: string[], labels: Labels, from: number, to: number): void {
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

/** The rest: footers, diffstats of cover letters, paragraphs of trailers, prose. */
function markText(lines: string[], labels: Labels): void {
  const inStat = findStatLines(lines)
  for (let index = 0; index < lines.length; index++) {
    if (labels[index]) continue
    const line = lines[index] ?? ''
    if (line.trim() === '') continue
    if (footerLine.test(line)) mark(labels, index, index + 1, 'footer')
    else if (/^---\s*$/.test(line)) mark(labels, index, index + 1, 'separator')
    else if (inStat[index]) mark(labels, index, index + 1, 'diffstat')
    else if (parseTrailerLine(line) && !/^cc$/i.test(parseTrailerLine(line)?.name ?? ''))
      mark(labels, index, index + 1, 'trailers')
    else if (isContinuation(lines, index) && labels[index - 1]?.kind === 'trailers' && /^[ \t]/.test(line))
      mark(labels, index, index + 1, 'trailers')
    else mark(labels, index, index + 1, 'text')
  }
}

/** Per line, whether it stands in a diffstat: a table row can look like one, so the sum must follow. */
function findStatLines(lines: string[]): boolean[] {
  const inStat: boolean[] = new Array(lines.length + 1).fill(false)
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] ?? ''
    if (!isStatLine(line)) continue
    inStat[index] =
      inStat[index + 1] === true || /files? changed|^ (?:create|delete|rename|copy|mode change) /.test(line)
  }
  return inStat
}

/** Runs of equal labels as regions; blank lines belong to what stands above them, at the top to what follows. */
function joinLabels(lines: string[], labels: Labels): Region[] {
  const regions: Region[] = []
  for (let index = 0; index < lines.length; index++) {
    const last = regions.at(-1)
    const label = labels[index]
    const isSame = last && (!label || (label.kind === last.kind && label.depth === last.quoteDepth))
    if (isSame) last.endLine = index + 1
    else if (label)
      regions.push({
        kind: label.kind,
        startLine: regions.length === 0 ? 1 : index + 1,
        endLine: index + 1,
        quoteDepth: label.depth,
      })
  }
  if (regions.length === 0 && lines.length > 0)
    regions.push({ kind: 'text', startLine: 1, endLine: lines.length, quoteDepth: 0 })
  return regions
}
