import { oppositeSides } from './opposite-names.ts'
import { screenColumn } from './row-items.ts'
import { isVersionName, type Side, sideOf } from './side-words.ts'
import type { HeaderCell } from './table-header.ts'
import { isNumeric, type Row } from './table-row.ts'

/** A column: its header, the side it is of, whether it names the rows. */
export type Column = { cell: HeaderCell | null; side: Side; isLabel: boolean; index: number }

/** Columns that make one result of a row. */
export type ColumnGroup = { before: Column | null; after: Column | null; change: Column | null }

/** Which header cell each piece of a row stands under: by count where counts agree, else by place on the screen. */
export function assignColumns(row: Row, header: HeaderCell[]): (number | null)[] {
  const { items, line } = row
  if (header.length === 0) return items.map(() => null)
  if (header.length === items.length) return items.map((_, at) => at)
  const numeric = items.flatMap((item, at) => (isNumeric(item) ? [at] : []))
  if (header.length === numeric.length) {
    const result: (number | null)[] = items.map(() => null)
    numeric.forEach((at, column) => {
      result[at] = column
    })
    return result
  }
  const isUnheaded = startsUnheaded(row, header)
  let least = 0
  return items.map((item, at) => {
    if (at === 0 && isUnheaded) return null
    const start = screenColumn(line.text, item.start)
    const end = screenColumn(line.text, item.end)
    let best = -1
    let bestDistance = Number.POSITIVE_INFINITY
    for (let column = least; column < header.length; column++) {
      const cell = header[column]
      if (!cell) continue
      const overlap = Math.min(end, cell.end) - Math.max(start, cell.start)
      const distance = overlap > 0 ? -overlap : Math.min(Math.abs(end - cell.end), Math.abs(start - cell.start))
      if (distance < bestDistance) {
        bestDistance = distance
        best = column
      }
    }
    if (best >= 0) least = best + 1
    return best < 0 || bestDistance > 16 ? null : best
  })
}

/** "   before  after" above "2  1000  1100": the count left of every heading has none, and the next has the first. */
function startsUnheaded({ items, line }: Row, header: HeaderCell[]): boolean {
  const [count, next] = items
  const [cell] = header
  if (!count || !next || !cell || header.length >= items.length || !/^\d{1,6}$/.test(count.text)) return false
  const end = screenColumn(line.text, next.end)
  const isOver = screenColumn(line.text, next.start) < cell.end && end > cell.start
  return isOver && screenColumn(line.text, count.end) <= cell.start
}

const unitName = /\/s|\bper\b|\b(?:ops|iops|time|latency|throughput|score|bandwidth|cycles|misses)\b/i

/** Roles of columns: by their names; two value columns of no name that sides have are before and after, in order. */
export function columnSides(header: HeaderCell[], rows: Row[], places: (number | null)[][]): Column[] {
  const isValue = header.map(() => false)
  const isText = header.map(() => 0)
  rows.forEach((row, at) => {
    row.items.forEach((item, place) => {
      const column = places[at]?.[place]
      if (column === null || column === undefined) return
      if (item.kind === 'value' || item.kind === 'change') isValue[column] = true
      if (item.kind === 'text') isText[column] = (isText[column] ?? 0) + 1
    })
  })
  const columns: Column[] = header.map((cell, index) => {
    const above = cell.above === null ? null : sideOf(cell.above)
    const isWeak = /^(?:default|plain|current|normal|new|old)\b/i.test(cell.text.trim())
    // "Before  After" over "Patch  Patch": what repeats says no side
    const isRepeated = header.filter((other) => other.text === cell.text).length > 1
    const own =
      (isWeak || (isRepeated && sideOf(cell.text) === 'after')) && (above === 'before' || above === 'after')
        ? above
        : (sideOf(cell.text) ?? above)
    return { cell, side: own, isLabel: !isValue[index] || (isText[index] ?? 0) > rows.length / 2, index }
  })
  const values = columns.filter((column) => !column.isLabel)
  const labelName =
    /^#|^(?:nr|n|no\.?|threads?|thr|tasks?|procs?|processes|cpus?|cores|clients?|conns?|connections|groups?|pairs?|jobs?|workers|nodes?|instances?|flows|queues|size|msg|bytes|depth|iodepth|qd|test|case|load|nthreads|nr_\w+|num\w*|streams|parallel|iter\w*|run|vcpus?|users|loops|pkt|len|length|batch|file|files|#\w+|\w*threads|\w*tasks)\b/i
  const first = values[0]
  const named = values.slice(1).filter((column) => column.side === 'before' || column.side === 'after').length
  const isCount =
    first?.cell != null &&
    named >= 2 &&
    !unitName.test(first.cell.text) &&
    rows.every((row, at) =>
      (places[at] ?? []).every((place, index) => place !== 0 || /^\d{1,6}$/.test(row.items[index]?.text ?? '')),
    )
  const isInherited = first?.cell != null && sideOf(first.cell.text) === null
  if (
    first &&
    (first.side === null || first.side === 'runs' || isInherited) &&
    first.index === 0 &&
    values.length > 1 &&
    (isCount || labelName.test(first.cell?.text.trim() ?? ''))
  )
    Object.assign(first, { isLabel: true, side: null })
  return columns
}

/** "util" beside "util (with patch)": the column of the same name without the remark. */
function twinWithout(open: Column[], values: Column[]): Column | null {
  const afters = values.filter((column) => column.side === 'after')
  const [after] = afters
  const bare = (after?.cell?.text ?? '').replace(/\s*[([][^()[\]]*[)\]]\s*$/, '').trim()
  if (afters.length !== 1 || bare === '' || bare === after?.cell?.text.trim()) return null
  return open.find((column) => column.cell?.text.trim() === bare) ?? null
}

/** Gives sides to the columns that name none, where the others or their names leave no doubt. */
export function settleSides(columns: Column[]): void {
  const values = columns.filter((column) => !column.isLabel)
  const open = values.filter((column) => column.side === null)
  const hasBefore = values.some((column) => column.side === 'before')
  const hasAfter = values.some((column) => column.side === 'after')
  const hasChange = values.some((column) => column.side === 'change')
  if (open.length === 0) {
    const befores = values.filter((column) => column.side === 'before')
    const second = befores[1]
    // "stock | no-pause": both words could be the unpatched side's; the later column is the patched one
    if (!hasAfter && befores.length === 2 && second && /^no[-_]/i.test(second.cell?.text.trim() ?? ''))
      second.side = 'after'
    const sides = values.filter((column) => column.side === 'after')
    if (!hasBefore && sides.length === 2 && sides[0] && /^v[01]$/i.test(sides[0].cell?.text ?? ''))
      sides[0].side = 'before'
    return
  }
  const twin = hasAfter && !hasBefore ? twinWithout(open, values) : null
  if (twin) twin.side = 'before'
  else if (hasBefore && !hasAfter) for (const column of open) column.side = 'after'
  else if (hasAfter && !hasBefore && open.length === 1) for (const column of open) column.side = 'before'
  else if (!hasBefore && !hasAfter && open.length === 2) {
    const named = open.some((column) => isVersionName(column.cell?.text ?? ''))
    const [one, two] = open
    const opposite = one && two ? oppositeSides(one.cell?.text ?? '', two.cell?.text ?? '') : null
    if (opposite && one && two) {
      one.side = opposite[0]
      two.side = opposite[1]
    } else if ((hasChange || named) && one && two) {
      one.side = 'before'
      two.side = 'after'
    }
  } else if (
    !hasBefore &&
    !hasAfter &&
    open.length > 2 &&
    open.every((column) => isVersionName(column.cell?.text ?? ''))
  )
    open.forEach((column, at) => {
      column.side = at === 0 ? 'before' : 'after'
    })
}

/** All befores, then as many afters (then as many changes): paired in order. null for any other order. */
function sideRuns(values: Column[]): ColumnGroup[] | null {
  const of = (side: Side) => values.filter((column) => column.side === side)
  const [before, after, change] = [of('before'), of('after'), of('change')]
  const count = before.length
  if (count < 2 || after.length !== count || (change.length > 0 && change.length !== count)) return null
  const expected = [...before, ...after, ...change]
  if (!values.filter((column) => expected.includes(column)).every((column, at) => column === expected[at])) return null
  return before.map((column, at) => ({ before: column, after: after[at] ?? null, change: change[at] ?? null }))
}

/** Of several unpatched columns the one of the same name below its group ("default" under "upstream" and under "patched"); else the last. */
function twinOf(values: Column[], after: Column, last: Column | null): Column | null {
  const bare = (column: Column) =>
    (column.cell?.text ?? '')
      .replace(/\([^)]*\)/g, '')
      .trim()
      .toLowerCase()
  const befores = values.filter((column) => column.side === 'before' && column.index < after.index)
  if (befores.length < 2 || after.cell?.above == null || bare(after) === '') return last
  return befores.find((column) => bare(column) === bare(after)) ?? last
}

/** A header that names a change and nothing that changes. */
function isBareChange(column: Column): boolean {
  return /^(?:(?:diff|delta|change|gain|improvement|increase|reduction|Δ)?\s?\(?%?\)?|speed-?up|ratio|percent|factor)$/i.test(
    column.cell?.text.trim() ?? '',
  )
}

/** Groups value columns: each group has a before, its afters and their changes. */
export function groupColumns(columns: Column[]): ColumnGroup[] {
  const groups: ColumnGroup[] = []
  let before: Column | null = null
  let current: ColumnGroup | null = null
  const values = columns.filter((column) => !column.isLabel && column.side !== null)
  let pending: Column | null = null
  const firstIsAfter = values.find((column) => column.side === 'after' || column.side === 'before')?.side === 'after'
  const runs = sideRuns(values)
  if (runs) return runs
  for (const [at, column] of values.entries()) {
    if (column.side === 'before') {
      before = column
      if (firstIsAfter && current && current.before === null) current.before = column
      else current = null
    } else if (column.side === 'after') {
      current = { before: firstIsAfter ? null : twinOf(values, column, before), after: column, change: pending }
      pending = null
      groups.push(current)
    } else if (column.side === 'change') {
      const rest = values.slice(at + 1).map((next) => next.side)
      const isFirst =
        before === null && current === null && rest[0] === 'before' && rest[1] === 'after' && !rest.includes('change')
      if (isFirst) pending = column
      else if (current && current.change === null) current.change = column
      else if (current?.after && current.change && isBareChange(column)) {
        // "diff ns/iter | diff % | speedup": the same change told again
        if (/%|percent/i.test(column.cell?.text ?? '') && !/%|percent/i.test(current.change.cell?.text ?? ''))
          current.change = column
      } else if (before && values.slice(at + 1).some((next) => next.side === 'after')) {
        // the change stands between before and after
        const after = values.slice(at + 1).find((next) => next.side === 'after') ?? null
        if (after && current === null) {
          current = { before, after, change: column }
          groups.push(current)
          after.side = 'ignore'
        }
      } else groups.push({ before: null, after: null, change: column })
    }
  }
  return groups
}
