import type { Message, MessagePart, Region } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { type AskedText, askText } from '../text/letter-triples.ts'
import { sourceAt } from '../text/source-at.ts'

/** Where a run of the author's own words stands. `quoted`: a patch's text that only a reply still holds. */
export type TextWhere = 'title' | 'description' | 'notes' | 'quoted' | 'comment'

/**
 * A run of text as one string, lines joined by LF, with the place of each line in its part. Titles of other commits,
 * addresses of pages and quoted report lines are blanked with as many spaces, so that offsets keep their places.
 */
export type TextBlock = {
  where: TextWhere
  text: string
  lines: { part: number; line: number; column: number; start: number }[]
}

const maxLines = 4000
const maxLineLength = 2000

/** A block from lines of one part; `cut` gives the columns a line's text starts at (0 first). */
export function buildBlock(
  where: TextWhere,
  part: number,
  lines: { line: number; column: number; text: string }[],
): TextBlock {
  const places: TextBlock['lines'] = []
  const texts: string[] = []
  let start = 0
  for (const { line, column, text } of lines.slice(0, maxLines)) {
    const cut = text.slice(0, maxLineLength)
    places.push({ part, line, column, start })
    texts.push(cut)
    start += cut.length + 1
  }
  return { where, text: blankReferences(texts.join('\n')), lines: places }
}

const blank = (found: string) => found.replace(/[^\n]/g, ' ')

/** An entry of `git log` that a text cites, from its commit line to the last indented line: the words of another patch. */
function blankLogEntries(text: string): string {
  const lines = text.split('\n')
  let inEntry = false
  for (const [at, line] of lines.entries()) {
    if (/^commit [0-9a-f]{7,40}\s*$/.test(line)) inEntry = /^(?:Author|Merge):/.test(lines[at + 1] ?? '')
    else if (!/^(?:$|\s|(?:Author|AuthorDate|Commit|CommitDate|Date|Merge):)/.test(line)) inEntry = false
    if (inEntry) lines[at] = blank(line)
  }
  return lines.join('\n')
}

/** Other commits' titles and log entries, URLs and lines of a sanitizer or call trace say nothing about this patch. */
function blankReferences(text: string): string {
  return blankLogEntries(text)
    .replace(/\("[^"]{4,240}"\)/g, blank)
    .replace(/\bcommit\s+[0-9a-f]{7,40}\s*,?\s*"[^"]{4,240}"/g, blank)
    .replace(/\bhttps?:\/\/[^\s<>"]{1,500}/g, blank)
}

const asked = new WeakMap<TextBlock, AskedText>()

/** A block's text for asking which words it may hold, read once: a block never changes. */
export function askedOf(block: TextBlock): AskedText {
  const known = asked.get(block)
  if (known) return known
  const read = askText(block.text)
  asked.set(block, read)
  return read
}

/** The source of characters `start` to `end` (exclusive) of a block; null for a title or where no text is left. */
export function sourceIn(
  message: Message,
  block: TextBlock,
  start: number,
  end: number,
  says: Source['says'] = 'context',
): Source | null {
  const from = findPlace(block, start)
  const to = findPlace(block, Math.max(start, end - 1))
  if (!from || !to) return null
  const text = message.parts[from.part]?.lines[from.line - 1] ?? ''
  if (text.slice(from.column) === '' && from.line === to.line) return null
  return sourceAt(message, from.part, from.line, from.column + 1, to.line, to.column + 2, says)
}

function findPlace(block: TextBlock, offset: number): { part: number; line: number; column: number } | null {
  let low = 0
  let high = block.lines.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((block.lines[middle]?.start ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  const place = block.lines[low]
  return place ? { part: place.part, line: place.line, column: place.column + offset - place.start } : null
}

/** The author's words of a message in reading order: title, description, notes, or the patch text a reply quotes. */
export function findPatchText(message: Message): readonly TextBlock[] {
  const known = texts.get(message)
  if (known) return known
  const blocks = readPatchText(message)
  texts.set(message, blocks)
  return blocks
}

/** A message never changes: the memory is no state. */
const texts = new WeakMap<Message, TextBlock[]>()

function readPatchText(message: Message): TextBlock[] {
  const title = message.patch?.embedded?.title ?? message.tags.title
  const blocks: TextBlock[] = [{ where: 'title', text: blankReferences(title), lines: [] }]
  if (message.patch?.embedded) blocks.push(...findEmbeddedText(message, message.patch.part, message.patch.startLine))
  else if (message.patch || !message.tags.isReply) blocks.push(...findOwnText(message))
  if (!message.patch && (message.tags.isReply || quotesPatch(message))) blocks.push(...findQuotedText(message))
  return blocks.filter((block) => block.text.trim() !== '')
}

function findOwnText(message: Message): TextBlock[] {
  const blocks: TextBlock[] = []
  for (const part of message.parts.slice(0, 4)) {
    const hasDescription = part.regions.some((region) => region.kind === 'description')
    for (const region of part.regions) {
      const isText = region.kind === 'description' || (!hasDescription && region.kind === 'text')
      if (isText) blocks.push(regionBlock('description', part, region))
      else if (region.kind === 'notes') blocks.push(regionBlock('notes', part, region))
    }
  }
  return blocks
}

function regionBlock(where: TextWhere, part: MessagePart, region: Region): TextBlock {
  const lines = part.lines
    .slice(region.startLine - 1, region.endLine)
    .map((text, index) => ({ line: region.startLine + index, column: 0, text: /^\s*>/.test(text) ? '' : text }))
  return buildBlock(where, part.index, lines)
}

/** The text of a patch that stands inside a mail: from its opening line to its diff. */
function findEmbeddedText(message: Message, partIndex: number, diffLine: number): TextBlock[] {
  const part = message.parts[partIndex]
  if (!part) return []
  let start = 0
  for (let line = diffLine - 1; line > 0 && start === 0; line--)
    if (/^>?From [0-9a-f]{7,40}\b|^[-\s]*(?:8<|>8|✂)/.test(part.lines[line - 1] ?? '')) start = line
  const description: { line: number; column: number; text: string }[] = []
  const notes: { line: number; column: number; text: string }[] = []
  let into = description
  for (let line = start + 1; line < diffLine; line++) {
    const text = part.lines[line - 1] ?? ''
    if (/^---\s*$/.test(text)) into = notes
    else if (/^(?:From|Date|Subject|To|Cc|Signed-off-by|[A-Z][a-z]+-by|Link|Fixes):\s/.test(text)) continue
    else if (!/^\s*>/.test(text)) into.push({ line, column: 0, text })
  }
  return [buildBlock('description', partIndex, description), buildBlock('notes', partIndex, notes)]
}

/** What a reply quotes, up to the quoted diff: the description of a patch that is not here. A reply to a reply holds none. */
function findQuotedText(message: Message): TextBlock[] {
  const part = message.parts[0]
  if (!part) return []
  if (part.regions.some((region) => region.kind === 'quote' && region.quoteDepth > 1)) return []
  const lines: { line: number; column: number; text: string }[] = []
  let paragraphs = 0
  for (const region of part.regions) {
    if (region.kind !== 'quote' || region.quoteDepth !== 1) continue
    paragraphs = Math.max(paragraphs, countParagraphs(part.lines.slice(region.startLine - 1, region.endLine)))
    for (let line = region.startLine; line <= region.endLine; line++) {
      const text = part.lines[line - 1] ?? ''
      const marker = /^\s{0,3}[>|]\s?/.exec(text)?.[0] ?? ''
      const bare = text.slice(marker.length)
      if (/^(?:---\s*$|diff --git |[A-Z][a-z]+-[a-z]+-by: )/.test(bare))
        return [buildBlock('quoted', part.index, lines)]
      lines.push({ line, column: marker.length, text: bare })
    }
  }
  const isSentence = lines.filter((line) => line.text.trim() !== '').length < fewestQuoted && paragraphs < 2
  return isSentence ? [] : [buildBlock('quoted', part.index, lines)]
}

/** A patch stands in the quotes: an answer, though its subject may lack its "Re:". */
const quotesPatch = (message: Message): boolean =>
  message.parts[0]?.regions.some(
    (region) =>
      region.kind === 'quote' &&
      message.parts[0]?.lines
        .slice(region.startLine - 1, region.endLine)
        .some((line) => /^\s{0,3}>\s?diff --git /.test(line)),
  ) ?? false

/** Paragraphs of a quote in one piece. */
function countParagraphs(quote: readonly string[]): number {
  const isWords = (line: string | undefined): boolean => line !== undefined && /[^\s>|]/.test(line)
  return quote.filter((line, at) => isWords(line) && !isWords(quote[at - 1])).length
}

/**
 * Fewer quoted lines than these in one paragraph, and no trailer or diff behind them, are a sentence answered, not the
 * text of a patch.
 */
const fewestQuoted = 6
