/** A line of a message that is the sender's own words: no quote marker before it. Part from 0, line from 1. */
export type OwnLine = { part: number; line: number; text: string }

/** A quote marker after two blanks at most; read sign by sign, as every reader of answers asks it of every line. */
function isQuoted(text: string): boolean {
  for (let at = 0; at < 3; at++) {
    const sign = text[at]
    if (sign === '>' || sign === '|') return true
    if (sign !== ' ' && sign !== '\t') return false
  }
  return false
}

/**
 * The lines the sender wrote, quotes left out, at most `limit` of them, in order. Unmasked text: for recognising and
 * for ids only, never for a page. A `>From ` line is an escaped patch header, no quote.
 */
export function ownLines(message: Lined, limit = 4000): readonly OwnLine[] {
  let known = linesOf.get(message)
  if (known === undefined || (known.limit < limit && known.lines.length === known.limit)) {
    known = { lines: readOwnLines(message, limit), limit }
    linesOf.set(message, known)
  }
  return known.lines.length <= limit ? known.lines : known.lines.slice(0, limit)
}

type Lined = { parts: { index: number; rawLines: string[] }[] }

/** The first lines of each message: every reader of answers asks for them. A message never changes. */
const linesOf = new WeakMap<Lined, { lines: OwnLine[]; limit: number }>()

function readOwnLines(message: Lined, limit: number): OwnLine[] {
  const lines: OwnLine[] = []
  for (const part of message.parts)
    for (const [index, text] of part.rawLines.entries()) {
      if (lines.length >= limit) return lines
      if (isQuoted(text) && !text.startsWith('>From ')) continue
      lines.push({ part: part.index, line: index + 1, text: text.length > 2000 ? text.slice(0, 2000) : text })
    }
  return lines
}
