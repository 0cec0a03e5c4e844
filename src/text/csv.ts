import { showHidden } from './visible-text.ts'

/** A cell of a table: null is "not stated" and stands empty. */
export type Cell = string | number | boolean | null

/** What a spreadsheet would run as a formula, or what looks as if it had been kept from that already. */
const formula = /^[=+\-@\t\r']/
/** A plain signed number, with a per cent sign or without, is one in every spreadsheet and stays as it is. */
const plainNumber = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)? ?%?$/i

function formatCell(cell: Cell): string {
  if (cell === null) return ''
  const isFormula = typeof cell === 'string' && formula.test(cell) && !plainNumber.test(cell)
  const shown = String(cell).split('\r').map(showHidden).join('\r')
  const text = isFormula ? `'${shown}` : shown
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text
}

/**
 * Rows as CSV by RFC 4180 with LF. A text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`,
 * `@`, tab or return) gets a leading apostrophe, and so does a text that begins with one: {@link parseCsv} takes it off.
 */
export function formatCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(formatCell).join(',')}\n`).join('')
}

const unguard = (text: string): string => (/^'[=+\-@\t\r']/.test(text) ? text.slice(1) : text)

/** Reads what {@link formatCsv} writes back as texts; an empty cell is ''. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (character === '"') isQuoted = true
    else if (character === ',' || character === '\n') {
      row.push(unguard(cell))
      cell = ''
      if (character === '\n') {
        rows.push(row)
        row = []
      }
    } else cell += character
  }
  if (cell !== '' || row.length > 0) rows.push([...row, unguard(cell)])
  return rows
}
