/** What a place in a mail is there for. */
type Says = 'value' | 'label' | 'unit' | 'machine' | 'runs' | 'context'
/** As much of a message as a source needs: `model/message.ts`'s Message fits. */
type QuotedMessage = { id: string; parts: { lines: string[] }[] }
type SourcePlace = {
  messageId: string
  part: number
  startLine: number
  startColumn: number
  endLine: number
  endColumn: number
  quote: string
  says: Says
}

/** Longest quote that the record takes. */
const maxQuote = 4000

/**
 * The source for the text between two places of a message part: lines and columns from 1, the end column exclusive,
 * columns in UTF-16 code units of `part.lines`. `quote` is that text verbatim, lines joined by LF. Columns outside
 * their line are pulled to its ends; a text over 4,000 characters is cut at its end, and the place with it.
 * Throws where the place holds no text at all: such a call is broken, whatever the mail is.
 */
export function sourceAt(
  message: QuotedMessage,
  part: number,
  startLine: number,
  startColumn: number,
  endLine: number,
  endColumn: number,
  says: Says = 'value',
): SourcePlace {
  const lines = message.parts[part]?.lines.slice(startLine - 1, endLine) ?? []
  const first = lines[0]
  if (first === undefined) throw new Error(`sourceAt: no line ${startLine} in part ${part} of <${message.id}>`)
  const start = Math.min(Math.max(startColumn, 1), first.length + 1)
  const last = lines.length - 1
  const pieces = lines.map((line, index) =>
    line.slice(index === 0 ? start - 1 : 0, index === last ? Math.max(endColumn - 1, 0) : undefined),
  )
  const quote = pieces.join('\n').slice(0, maxQuote)
  if (quote === '') throw new Error(`sourceAt: empty place at line ${startLine} of part ${part} of <${message.id}>`)
  const quoted = quote.split('\n')
  const lastPiece = quoted[quoted.length - 1] ?? ''
  return {
    messageId: message.id,
    part,
    startLine,
    startColumn: start,
    endLine: startLine + quoted.length - 1,
    endColumn: (quoted.length === 1 ? start : 1) + lastPiece.length,
    quote,
    says,
  }
}

/** The source for one whole line, without the blanks around its text. The line must hold some. */
export function sourceOfLine(message: QuotedMessage, part: number, line: number, says: Says = 'value'): SourcePlace {
  const text = message.parts[part]?.lines[line - 1] ?? ''
  const startColumn = text.length - text.trimStart().length + 1
  return sourceAt(message, part, line, startColumn, line, text.trimEnd().length + 1, says)
}
