/** A line of a mail without its quote marks: `prefix` is what was taken away, `depth` how many `>` it holds. */
export type UnquotedLine = { depth: number; prefix: string; text: string }

/** Deepest quoting that is counted; marks beyond it stay text. */
const maxDepth = 40

/**
 * Splits the `>` marks off the start of a line: `> > text`, `>> text` and ` >text` alike. One blank after the last
 * mark belongs to the prefix. `|` is no mark here: tables begin with it.
 */
export function splitQuote(line: string): UnquotedLine {
  // a cheap look first: every line is asked, and most begin with neither
  if (line[0] !== '>' && line[0] !== ' ') return { depth: 0, prefix: '', text: line }
  let at = 0
  let depth = 0
  while (depth < maxDepth) {
    let next = at
    while (next - at < 2 && line[next] === ' ') next++
    if (line[next] !== '>') break
    at = next + 1
    depth++
  }
  if (depth === 0) return { depth: 0, prefix: '', text: line }
  if (line[at] === ' ') at++
  return { depth, prefix: line.slice(0, at), text: line.slice(at) }
}

const known = new WeakMap<string[], UnquotedLine[]>()

/** All lines of a part without their quote marks; worked out once for each array of lines, which must not change. */
export function unquoteLines(lines: string[]): UnquotedLine[] {
  const unquoted = known.get(lines) ?? lines.map(splitQuote)
  known.set(lines, unquoted)
  return unquoted
}
