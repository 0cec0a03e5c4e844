/** A place in the lines of a message's parts: part from 0, line and columns from 1, the end column exclusive. */
export type TextPlace = { part: number; line: number; startColumn: number; endColumn: number }

/** The first place where a one-line text stands verbatim in a message; null where it does not. */
export function findText(parts: readonly { lines: readonly string[] }[], wanted: string): TextPlace | null {
  if (wanted === '') return null
  for (const [part, { lines }] of parts.entries())
    for (const [index, line] of lines.entries()) {
      const at = line.indexOf(wanted)
      if (at >= 0) return { part, line: index + 1, startColumn: at + 1, endColumn: at + 1 + wanted.length }
    }
  return null
}
