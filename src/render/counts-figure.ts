import { el, esc } from './markup.ts'

/** A column of a table of counts; `labelMarkup` is what stands above it, `key` what the count is asked for. */
export type CountColumn = { key: string; labelMarkup: string }
export type Counts = {
  rows: readonly string[]
  columns: readonly CountColumn[]
  count: (row: string, column: string) => number
  /** Where the cell's cases are listed; undefined: the number is no link. */
  link?: (row: string, column: string) => string | undefined
  /** Column heads run upwards. */
  isUpright?: boolean
  label: string
}

/** With more columns than this a table takes a printed page's whole width. */
const MOST_UNSQUEEZED = 16

/** Four tints behind the number: 1, 2–3, 4–7, 8 and more. */
const tint = (count: number): string =>
  count === 0 ? 'h0' : count <= 1 ? 'h1' : count <= 3 ? 'h2' : count <= 7 ? 'h3' : 'h4'

/** Figure 4: counts. The number is the mark, `·` for none; totals at the right. */
export function renderCounts({ rows, columns, count, link, isUpright = false, label }: Counts): string {
  const head = columns.map((column) =>
    el('th', { scope: 'col', class: isUpright ? 'up' : undefined }, el('span', {}, column.labelMarkup)),
  )
  const body = rows.map((row) => {
    const counts = columns.map((column) => ({ key: column.key, count: count(row, column.key) }))
    const cells = counts.map(({ key, count: n }) => {
      const href = n > 0 ? link?.(row, key) : undefined
      const number = n === 0 ? '·' : String(n)
      return el('td', { class: tint(n) }, href === undefined ? number : el('a', { href }, number))
    })
    const all = counts.reduce((sum, cell) => sum + cell.count, 0)
    return el('tr', {}, el('th', { scope: 'row' }, esc(row)), cells, el('td', { class: 'sum' }, String(all)))
  })
  const corner = el('tr', {}, '<td></td>', head, el('th', { scope: 'col', class: 'sum' }, 'all'))
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label },
    el('p', { class: 'cue', 'aria-hidden': 'true' }, 'scrolls sideways →'),
    el(
      'table',
      { class: columns.length > MOST_UNSQUEEZED ? 'matrix many' : 'matrix' },
      el('thead', {}, corner),
      el('tbody', {}, body),
    ),
  )
}

/** The head of a year: its total as a bar with its number, and its last two digits. */
export function renderYearHead(year: string, total: number, most: number): string {
  const height = most > 0 ? (total / most) * 48 : 0
  const bar = el('rect', { x: 5, y: 64 - height, width: 20, height, class: 'f-none' })
  const number = el(
    'text',
    { x: 15, y: 60 - height, 'text-anchor': 'middle', class: 'quiet', 'font-size': 11 },
    String(total),
  )
  const chart = el('svg', { width: 30, height: 64, viewBox: '0 0 30 64', 'aria-hidden': 'true' }, bar, number)
  return `${chart}<span class="vh">${esc(year)}</span><span aria-hidden="true">’${esc(year.slice(2))}</span>`
}
