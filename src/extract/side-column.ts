import type { Finding } from './finding.ts'
import { oppositeSides } from './opposite-names.ts'
import { findingOf } from './row-findings.ts'
import type { RowItem } from './row-items.ts'
import { type Side, sideOf, withoutSideWords } from './side-words.ts'
import type { Column } from './table-columns.ts'
import type { Row } from './table-row.ts'
import type { TextBlock } from './text-blocks.ts'

/** The side that a cell of a column of builds names: `main`, `pr`, `base`. */
function sideOfCell(text: string): 'before' | 'after' | null {
  if (/^(?:main|head|trunk|develop)$/i.test(text.trim())) return 'before'
  if (/^(?:pr|branch|patch\w*|mr)$/i.test(text.trim())) return 'after'
  const side = text.trim().split(/\s+/).length <= 3 ? sideOf(text) : null
  return side === 'before' || side === 'after' ? side : null
}

type Cells = (column: Column) => RowItem | undefined

const skipped =
  /^(?:error|stddev|std|ratio|rank|gen ?\d|allocated|alloc ratio|median|min|max|cv|n|runs|samples|iterations)$/i

/** A column each of whose cells names a side, both sides among them. */
function findSideColumn(
  rows: Row[],
  columns: Column[],
  cellsOf: (row: number) => Cells,
): { column: Column; sideOf: (text: string) => Side } | null {
  const sidesOfColumns = columns.map((column) => column.side)
  const areColumnsSides = sidesOfColumns.includes('before') && sidesOfColumns.includes('after')
  for (const column of columns) {
    if (!column.isLabel) continue
    const texts = rows.map((_, at) => cellsOf(at)(column)?.text ?? '')
    const sides = texts.map(sideOfCell)
    if (sides.every((side) => side !== null) && sides.includes('before') && sides.includes('after'))
      return { column, sideOf: sideOfCell }
    const [one, two, ...more] = [...new Set(texts)]
    const opposite = one && two && more.length === 0 && !areColumnsSides ? oppositeSides(one, two) : null
    if (opposite) return { column, sideOf: (text) => (text === one ? opposite[0] : opposite[1]) }
  }
  return null
}

/**
 * Tables in which a column says which build a row is of ("Enqueue | main | 48.2 ns", "Enqueue | pr | 17.9 ns"): rows that
 * agree in their other names are before and after, a result for each column of values.
 */
export function sideColumnFindings(
  block: TextBlock,
  rows: Row[],
  columns: Column[],
  places: (number | null)[][],
): Finding[] {
  if (rows.length < 2 || rows.length > 2000) return []
  const cellsOf =
    (row: number): Cells =>
    (column) => {
      const at = places[row]?.indexOf(column.index) ?? -1
      return at < 0 ? undefined : rows[row]?.items[at]
    }
  const side = findSideColumn(rows, columns, cellsOf)
  if (!side) return []
  const { column: sideColumn, sideOf: sideOfRow } = side
  const names = columns.filter((column) => column.isLabel && column !== sideColumn)
  const measured = columns.filter((column) => !column.isLabel && !skipped.test(column.cell?.text.trim() ?? ''))
  const changes = measured.filter((column) => column.side === 'change')
  const values = measured.filter((column) => column.side !== 'change')
  /** "delta mean" goes with "mean", a lone change with a lone column. */
  const changeOf = (column: Column): Column | undefined =>
    changes.find((change) => (change.cell?.text ?? '').includes(column.cell?.text.trim() || '\u0000')) ??
    (values.length === 1 ? changes[0] : undefined)
  const open = new Map<string, number>()
  const found: Finding[] = []
  for (const [at, row] of rows.entries()) {
    const key = names.map((column) => cellsOf(at)(column)?.text ?? '').join('\n')
    const side = sideOfRow(cellsOf(at)(sideColumn)?.text ?? '')
    const other = open.get(key)
    if (other === undefined) {
      open.set(key, at)
      continue
    }
    if (side === sideOfRow(cellsOf(other)(sideColumn)?.text ?? '')) continue
    const [before, after] = side === 'after' ? [other, at] : [at, other]
    const first = rows[before]
    if (!first) continue
    for (const column of values) {
      const change = changeOf(column)
      const stated = change ? cellsOf(after)(change) : undefined
      const finding = findingOf(block, first, cellsOf(before)(column), cellsOf(after)(column), stated)
      if (!finding?.after) continue
      if (finding.change && stated)
        finding.change.span = { ...finding.change.span, line: (side === 'after' ? row : rows[after])?.line ?? row.line }
      finding.after.span = { ...finding.after.span, line: (side === 'after' ? row : rows[after])?.line ?? row.line }
      const labels = names.map((name) => cellsOf(before)(name)).filter((item) => item !== undefined)
      finding.test = labels[0]?.text ?? null
      finding.variant =
        labels
          .slice(1)
          .map((item) => item.text)
          .join(', ') || null
      finding.metric = column.cell ? withoutSideWords(column.cell.text) : null
      finding.labels = labels.map((item) => ({ line: first.line, start: item.start, end: item.end }))
      found.push(finding)
    }
    open.delete(key)
  }
  return found
}
