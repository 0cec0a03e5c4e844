import type { Message, RegionKind } from '../model/message.ts'

/** A line of prose or of a table: `text` starts at column `column` of line `line` of its part (quote marks removed). */
export type TextLine = { line: number; column: number; text: string }
/** Lines that stand together: no blank line between them, one region, one quote depth. */
export type TextBlock = { part: number; kind: RegionKind; depth: number; lines: TextLine[]; index: number }

const readable: RegionKind[] = ['description', 'notes', 'text', 'quote']
/** Lines looked at in one message: a report with more is cut, and says so through `isCut`. */
const maxLines = 200_000

/** Characters of quote markers (`> `, `>>`, `| `) before the text of a quoted line. */
function markerLength(text: string, depth: number): number {
  let at = 0
  for (let seen = 0; seen < depth && at < text.length; seen++) {
    let next = at
    while (text[next] === ' ' && next - at < 3) next++
    if (text[next] !== '>' && text[next] !== '|') break
    at = next + 1
  }
  return text[at] === ' ' ? at + 1 : at
}

/** Marks before the text where a region says nothing of its depth: `>`s only, with the blanks between. */
function quoteDepth(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length && at < 40; at++) {
    if (text[at] === '>') depth++
    else if (text[at] !== ' ') break
  }
  return depth
}

/**
 * The blocks of a message in which results can stand: descriptions, notes, plain text and quotes, in order.
 * Blank lines part blocks; diffs, trailers, signatures and lists' footers are left out. `isCut` is true where the
 * message has more lines than are read.
 */
export function splitBlocks(message: Message): MessageBlocks {
  const known = blocksOf.get(message)
  if (known) return known
  const split = readBlocks(message)
  blocksOf.set(message, split)
  return split
}

type MessageBlocks = { blocks: TextBlock[]; isCut: boolean }

/** A message never changes: the memory is no state. */
const blocksOf = new WeakMap<Message, MessageBlocks>()

function readBlocks(message: Message): MessageBlocks {
  const blocks: TextBlock[] = []
  let budget = maxLines
  for (const part of message.parts)
    for (const region of part.regions) {
      if (!readable.includes(region.kind)) continue
      let block: TextBlock | null = null
      const end = Math.min(region.endLine, part.lines.length)
      for (let line = region.startLine; line <= end && budget > 0; line++, budget--) {
        const raw = (part.lines[line - 1] ?? '').slice(0, 4000)
        const depth = region.kind === 'quote' ? Math.max(region.quoteDepth, quoteDepth(raw)) : 0
        const column = depth === 0 ? 0 : markerLength(raw, depth)
        const text = raw.slice(column).trimEnd()
        if (text.trim() === '') block = null
        else {
          if (block === null || block.depth !== depth) {
            block = { part: part.index, kind: region.kind, depth, lines: [], index: blocks.length }
            blocks.push(block)
          }
          block.lines.push({ line, column: column + 1, text })
        }
      }
    }
  return { blocks, isCut: budget <= 0 }
}
