/** A line of a message that is the sender's own words: no quote marker before it. Part from 0, line from 1. */
export type OwnLine = { part: number; line: number; text: string }

const quoteMarker = /^[ \t]{0,2}[>|]/

/**
 * The lines the sender wrote, quotes left out, at most `limit` of them, in order. Unmasked text: for recognising and
 * for ids only, never for a page. A `>From ` line is an escaped patch header, no quote.
 */
export function ownLines(message: { parts: { index: number; rawLines: string[] }[] }, limit = 4000): OwnLine[] {
  const lines: OwnLine[] = []
  for (const part of message.parts)
    for (const [index, text] of part.rawLines.entries()) {
      if (lines.length >= limit) return lines
      if (quoteMarker.test(text) && !text.startsWith('>From ')) continue
      lines.push({ part: part.index, line: index + 1, text: text.length > 2000 ? text.slice(0, 2000) : text })
    }
  return lines
}
