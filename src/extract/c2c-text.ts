import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { sourceAt } from '../text/source-at.ts'

/** A paragraph of a mail on one line; `lines` says where each of its lines begins in `text`. */
export type Paragraph = { part: number; text: string; lines: { line: number; column: number; at: number }[] }

/** Regions whose words are not the writer's prose. */
const notProse = new Set(['diff', 'diffstat', 'quote', 'signature', 'footer', 'attribution', 'trailers', 'list-footer'])

/** Lines of a part that hold the writer's own prose, from 1. Without regions: every line that is no quote. */
function isProseLine(message: Message, part: number): (line: number) => boolean {
  const regions = message.parts[part]?.regions ?? []
  const lines = message.parts[part]?.lines ?? []
  const skipped = new Set<number>()
  for (const region of regions)
    if (notProse.has(region.kind)) for (let line = region.startLine; line <= region.endLine; line++) skipped.add(line)
  return (line) => !skipped.has(line) && !/^\s*>/.test(lines[line - 1] ?? '')
}

/** The paragraphs of a message's prose, their lines joined by one blank. */
export function findParagraphs(message: Message): Paragraph[] {
  const found: Paragraph[] = []
  message.parts.forEach((part, index) => {
    const isProse = isProseLine(message, index)
    let open: Paragraph | null = null
    part.lines.forEach((text, at) => {
      const trimmed = text.trim()
      if (trimmed === '' || !isProse(at + 1)) {
        open = null
        return
      }
      if (!open) {
        open = { part: index, text: '', lines: [] }
        found.push(open)
      }
      if (open.text !== '') open.text += ' '
      open.lines.push({ line: at + 1, column: text.length - text.trimStart().length + 1, at: open.text.length })
      open.text += trimmed
    })
  })
  return found
}

/** The place of `text.slice(from, to)` of a paragraph in its part. */
export function placeIn(message: Message, paragraph: Paragraph, from: number, to: number): Source {
  const lineOf = (at: number) => {
    let found = paragraph.lines[0]
    for (const line of paragraph.lines) if (line.at <= at) found = line
    return found ?? { line: 1, column: 1, at: 0 }
  }
  const first = lineOf(from)
  const last = lineOf(Math.max(to - 1, from))
  const startColumn = first.column + from - first.at
  return sourceAt(message, paragraph.part, first.line, startColumn, last.line, last.column + to - last.at)
}

/** Start and end of each sentence of a text: a stop, a blank, a capital or a mark. Abbreviations may split too early. */
export function findSentences(text: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  let from = 0
  for (const match of text.matchAll(/[.;!?](?= +[A-Z("*-])/g)) {
    const before = text.slice(Math.max(0, match.index - 4), match.index)
    if (/(?:\be\.g|\bi\.e|\bvs|\betc|\bcf|\bapprox|\bresp)$/i.test(before)) continue
    found.push({ from, to: match.index + 1 })
    from = match.index + 1
    while (text[from] === ' ') from++
  }
  if (from < text.length) found.push({ from, to: text.length })
  return found
}
