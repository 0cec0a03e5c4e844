export type TableRow = { line: number; text: string; cells: string[] }

/**
 * A CSV (RFC 4180: quoted cells, doubled quotes) or TSV text as header and rows. The separator is the one of tab,
 * `;` and `,` that the first line holds most of. A quoted cell ends with its line; empty lines and `#` lines are left.
 */
export function splitTable(text: string, maxRows: number): { header: string[]; rows: TableRow[] } {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/, maxRows + 1)
  const first = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'))
  const head = lines[first] ?? ''
  const separator = findSeparator(head)
  const rows = lines.flatMap((line, index) =>
    index <= first || line.trim() === '' || line.startsWith('#')
      ? []
      : [{ line: index + 1, text: line, cells: splitCells(line, separator) }],
  )
  return { header: first < 0 ? [] : splitCells(head, separator), rows }
}

/** The one of tab, `;` and `,` that a header line holds most of. */
export function findSeparator(head: string): string {
  const count = (separator: string): number => head.split(separator).length
  return ['\t', ';', ','].reduce((a, b) => (count(b) > count(a) ? b : a))
}

/** The cells of one line. */
export function splitCells(line: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index)
    if (isQuoted && character === '"' && line.charAt(index + 1) === '"') {
      cell += '"'
      index++
    } else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  return [...cells, cell]
}
