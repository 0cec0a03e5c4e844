import type { Labels } from './line-labels.ts'
import { mark } from './line-labels.ts'
import { bodyHeader, isScissors, patchMarker } from './line-shapes.ts'
import { findBarQuotes, quoteDepth } from './quote-depth.ts'

/** Quoted lines with their depth, and who is quoted above them. Bars (`|`) quote in replies only. */
export function markQuotes(lines: string[], labels: Labels, isReply: boolean): void {
  const bars = isReply ? findBarQuotes(lines) : new Set<number>()
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
export function markForwards(lines: string[], labels: Labels): void {
  for (let index = 0; index < lines.length; index++) {
    if (
      labels[index] ||
      !lines[index]?.startsWith('--') ||
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
