import type { Region } from '../model/message.ts'
import { joinLabels, type Label, type Labels, mark } from './line-labels.ts'
import { footerLine, isStatLine, parseTrailerLine } from './line-shapes.ts'
import { markPatch, type RegionContext } from './patch-regions.ts'
import { markForwards, markQuotes } from './quote-regions.ts'
import { markArmour, markListFooter, markSignatures } from './signature-regions.ts'
import { isContinuation } from './trailer-regions.ts'

/** Regions of a part: see `RegionKind`. They cover its lines in order without gap or overlap. */
export function findRegions(lines: string[], context: RegionContext): Region[] {
  const labels: Labels = new Array(lines.length).fill(undefined)
  for (const diff of context.diffs) mark(labels, diff.startLine - 1, diff.endLine, 'diff')
  markQuotes(lines, labels, context.isReply)
  markForwards(lines, labels)
  markArmour(lines, labels)
  markListFooter(lines, labels)
  markSignatures(lines, labels)
  markPatch(lines, labels, context)
  markText(lines, labels)
  return joinLabels(lines, labels)
}

/** The rest: footers, diffstats of cover letters, paragraphs of trailers, prose. */
function markText(lines: string[], labels: Labels): void {
  const inStat = findStatLines(lines, labels)
  for (let index = 0; index < lines.length; index++) {
    if (labels[index]) continue
    const line = lines[index] ?? ''
    if (isBlank(line)) continue
    if (footerLine.test(line)) mark(labels, index, index + 1, 'footer')
    else if (line.startsWith('---') && /^---\s*$/.test(line)) mark(labels, index, index + 1, 'separator')
    else if (inStat[index]) mark(labels, index, index + 1, 'diffstat')
    else if (isTrailer(line)) mark(labels, index, index + 1, 'trailers')
    else if (labels[index - 1]?.kind === 'trailers' && /^[ \t]/.test(line) && isContinuation(lines, index))
      mark(labels, index, index + 1, 'trailers')
    else labels[index] = prose
  }
}

const prose: Label = { kind: 'text', depth: 0 }

/** Nothing but blanks; read sign by sign, as every line is asked and most begin with a letter. */
function isBlank(line: string): boolean {
  const first = line.charCodeAt(0)
  return first > 32 && first < 127 ? false : line.trim() === ''
}

/** A trailer; a list of recipients is none. */
function isTrailer(line: string): boolean {
  const name = parseTrailerLine(line)?.name
  return name !== undefined && name.toLowerCase() !== 'cc'
}

/** Per line, whether it stands in a diffstat: a table row can look like one, so the sum must follow. */
function findStatLines(lines: string[], labels: Labels): boolean[] {
  const inStat: boolean[] = new Array(lines.length + 1).fill(false)
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] ?? ''
    if (labels[index]?.kind === 'diff' || !isStatLine(line)) continue
    inStat[index] =
      inStat[index + 1] === true || /files? changed|^ (?:create|delete|rename|copy|mode change) /.test(line)
  }
  return inStat
}
