import type { MessagePart } from '../model/message.ts'

/**
 * A line of an answer: its quote depth (0: the sender's own), the text below the markers, and the text as it may be
 * shown. `isCut` marks `[...]` and `[snip]`.
 */
export type QuotedLine = { line: number; depth: number; text: string; shown: string; isCut: boolean }

const cutDots = /^\s*(?:[[(<{]\s{0,3})?(?:\.{2,60}|…)(?:\s{0,3}[\])>}])?\s*$/
const cutInBrackets =
  /^\s*[[(<{][^\])>}]{0,40}\b(?:snip|snipped|skip|skipped|cut|trim|trimmed|omitted|deleted|elided)\b[^\])>}]{0,40}[\])>}]\s*$/i
const cutAlone = /^[\s.*=✂8<>~-]{0,20}(?:snip|snipped|cut|trimmed|skipped)[\s.*=✂8<>~-]{0,20}$/i

/** True where a line only says that something was left out: `[...]`, `[snip]`, `<10 lines trimmed>`, `--- cut ---`. */
export function isCut(text: string): boolean {
  return text.length < 120 && (cutDots.test(text) || cutInBrackets.test(text) || cutAlone.test(text))
}

const maxDepth = 64

/**
 * Takes quote markers off a line: `>`, `|` and blanks in any mix (`> > `, `>>`, `> | `), counted at most 64 deep.
 * A `|` counts only where a marker or another `|` quote stands before it or it is followed by a blank.
 */
export function splitQuote(line: string): { depth: number; text: string } {
  let at = 0
  let depth = 0
  while (depth < maxDepth) {
    let next = at
    // A blank between markers belongs to the quote; the first character of the text does not.
    while (next < at + 2 && line[next] === ' ') next += 1
    const mark = line[next]
    // `| ` quotes; `||` at the beginning of a line is code.
    const isPipe = mark === '|' && (line[next + 1] === undefined || /[ >]/.test(line[next + 1] ?? ''))
    if (mark !== '>' && !isPipe) break
    if (depth === 0 && line.startsWith('>From ')) break
    depth += 1
    at = next + 1
  }
  if (depth === 0) return { depth, text: line }
  return { depth, text: line[at] === ' ' ? line.slice(at + 1) : line.slice(at) }
}

/** The lines of a part with their depth. The quote of a table that begins with `|` counts as text at depth 0 only. */
export function splitQuotedLines(part: MessagePart): QuotedLine[] {
  return part.rawLines.map((raw, index) => {
    const shown = part.lines[index] ?? ''
    const { depth, text } = splitQuote(raw.length > 4000 ? raw.slice(0, 4000) : raw)
    return { line: index + 1, depth, text, shown, isCut: isCut(text) }
  })
}
