const MOST_COLUMNS = 4000

/** Columns of a line: its pieces between tabs or runs of blanks, quote marks at its start left out. */
function columnsOf(line: string): { pieces: number; isIndented: boolean } {
  const text = line.slice(0, MOST_COLUMNS).replace(/^[> ]*>/, '')
  const pieces = text.split(/ {2,}|\t+/).filter((piece) => piece !== '' && piece !== ' ')
  return { pieces: pieces.length, isIndented: /^ {4,}/.test(text) }
}

/** True where a line reads as a row: three columns or more, or two that stand in from the margin (a head over others). */
function isRow(line: string): boolean {
  const { pieces, isIndented } = columnsOf(line)
  return pieces > 2 || (pieces === 2 && isIndented)
}

/** A run of lines, both ends counted, in whose columns the meaning lies: they must not be wrapped. */
export type ColumnRun = { from: number; to: number }

/**
 * Tables in the text of a mail: two rows or more one after the other, of which one has three columns. Given as indexes
 * into `lines`; a diff's lines are no rows, since their tabs only indent.
 */
export function findColumnRuns(lines: readonly string[]): ColumnRun[] {
  const runs: ColumnRun[] = []
  let from = -1
  for (let at = 0; at <= lines.length; at += 1) {
    const line = lines[at]
    if (line !== undefined && isRow(line)) {
      if (from < 0) from = at
      continue
    }
    if (from >= 0 && at - from > 1 && lines.slice(from, at).some((row) => columnsOf(row).pieces > 2))
      runs.push({ from, to: at - 1 })
    from = -1
  }
  return runs
}
