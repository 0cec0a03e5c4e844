import { emptyFinding, type Figure, type Finding } from './finding.ts'
import type { NumberToken } from './number-text.ts'
import { type RowItem, screenColumn, splitHeader, splitRow } from './row-items.ts'
import { isVersionName, type Side, sideOf, withoutSideWords } from './side-words.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

type Row = { line: TextLine; items: RowItem[] }
type HeaderCell = { text: string; start: number; end: number; above: string | null }
type Column = { cell: HeaderCell | null; side: Side; isLabel: boolean; index: number }

const separator = /^[\s|+=_\-–—:.*~]+$/
const maxRows = 100_000
/** A line of `perf stat`: read as output pasted twice, not as a row. */
const perfStat = /^\s*[\d,.]+\s+(?:\+-\s*[\d.]+\s+)?[a-z].*(?:\s#\s|\(\s*\+-)/i

function isNumeric(item: RowItem): boolean {
  return item.kind === 'value' || item.kind === 'change' || item.kind === 'empty'
}

/** Words of prose do not stand in rows: at most eight, and fewer than three for each number. */
function isDataRow(items: RowItem[]): boolean {
  const numbers = items.filter((item) => item.kind === 'value' || item.kind === 'change').length
  if (numbers === 0) return false
  let words = 0
  for (const item of items) if (item.kind === 'text') words += item.text.split(/\s+/).length
  return numbers >= 2 ? words <= Math.max(4, numbers * 3) : words <= 5 && items.length >= 2
}

/** Cells of header lines, the lowest line's with what stands above each. Lines nearest the rows come first. */
function joinHeader(lines: TextLine[], wanted: number): HeaderCell[] {
  const rows = lines.map((line, level) => {
    const text = line.text
    let cells = splitHeader(text)
    if (level === 0 && cells.length < wanted) {
      const words = [...text.matchAll(/[^\s|]+/g)].map((m) => ({
        text: m[0],
        start: m.index,
        end: m.index + m[0].length,
      }))
      if (words.length === wanted || (words.length === wanted - 1 && cells.length < words.length)) cells = words
    }
    return cells.map((cell) => ({
      text: cell.text,
      start: screenColumn(text, cell.start),
      end: screenColumn(text, cell.end),
    }))
  })
  const lowest = rows[0] ?? []
  return lowest.map((cell) => {
    const above: string[] = []
    for (const upper of rows.slice(1)) {
      let best: { text: string; distance: number } | null = null
      for (const other of upper) {
        const distance = Math.max(0, other.start - cell.end, cell.start - other.end)
        if (best === null || distance < best.distance) best = { text: other.text, distance }
      }
      if (best && best.distance <= 12) above.unshift(best.text)
    }
    return { ...cell, above: above.length > 0 ? above.join(' ') : null }
  })
}

/** Which header cell each piece of a row stands under: by count where counts agree, else by place on the screen. */
function assignColumns(row: Row, header: HeaderCell[]): (number | null)[] {
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
  let least = 0
  return items.map((item) => {
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

/** Roles of columns: by their names; two value columns of no name that sides have are before and after, in order. */
function columnSides(header: HeaderCell[], rows: Row[], places: (number | null)[][]): Column[] {
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
    const own = sideOf(cell.text) ?? (cell.above === null ? null : sideOf(cell.above))
    return { cell, side: own, isLabel: !isValue[index] || (isText[index] ?? 0) > rows.length / 2, index }
  })
  const values = columns.filter((column) => !column.isLabel)
  const labelName =
    /^#|^(?:nr|n|no\.?|threads?|thr|tasks?|procs?|processes|cpus?|cores|clients?|conns?|connections|groups?|pairs?|jobs?|workers|nodes?|instances?|flows|queues|size|msg|bytes|depth|iodepth|qd|test|case|load|nthreads|nr_\w+|num\w*|streams|parallel|iter\w*|run|vcpus?|users|loops|pkt|len|length|batch|file|files|#\w+|\w*threads|\w*tasks)\b/i
  const first = values[0]
  if (
    first &&
    first.side === null &&
    first.index === 0 &&
    values.length > 1 &&
    labelName.test(first.cell?.text.trim() ?? '')
  )
    first.isLabel = true
  return columns
}

/** Gives sides to the columns that name none, where the others or their names leave no doubt. */
function settleSides(columns: Column[]): void {
  const values = columns.filter((column) => !column.isLabel)
  const open = values.filter((column) => column.side === null)
  const hasBefore = values.some((column) => column.side === 'before')
  const hasAfter = values.some((column) => column.side === 'after')
  const hasChange = values.some((column) => column.side === 'change')
  if (open.length === 0) {
    const sides = values.filter((column) => column.side === 'after')
    if (!hasBefore && sides.length === 2 && sides[0] && /^v[01]$/i.test(sides[0].cell?.text ?? ''))
      sides[0].side = 'before'
    return
  }
  if (hasBefore && !hasAfter) for (const column of open) column.side = 'after'
  else if (hasAfter && !hasBefore && open.length === 1) for (const column of open) column.side = 'before'
  else if (!hasBefore && !hasAfter && open.length === 2) {
    const named = open.some((column) => isVersionName(column.cell?.text ?? ''))
    const [one, two] = open
    if ((hasChange || named) && one && two) {
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

function figureOf(row: Row, item: RowItem | undefined): Figure | null {
  if (!item?.number) return null
  return {
    value: item.number.value,
    printed: item.number.printed,
    unit: item.unit,
    span: { line: row.line, start: item.number.start, end: item.number.end },
  }
}
function changeFigure(row: Row, number: NumberToken | null | undefined): Figure | null {
  if (!number) return null
  return {
    value: number.value,
    printed: number.printed,
    unit: null,
    span: { line: row.line, start: number.start, end: number.end },
  }
}

/** Joins before, after and change items of one row to a finding; null where they do not make a result. */
function findingOf(
  block: TextBlock,
  row: Row,
  before: RowItem | undefined,
  after: RowItem | undefined,
  changeItem: RowItem | undefined,
): Finding | null {
  const finding = emptyFinding(block, 'table')
  finding.before = before?.kind === 'value' || before?.number?.is === 'percent' ? figureOf(row, before) : null
  finding.after = after?.kind === 'value' || after?.number?.is === 'percent' ? figureOf(row, after) : null
  const change = changeItem?.number ?? after?.change ?? null
  finding.change = changeFigure(row, change)
  if (change?.is === 'multiple') finding.changeIs = 'multiple'
  finding.unit = after?.unit ?? before?.unit ?? (before?.number?.is === 'percent' ? '%' : null)
  const spread = { before: before?.stddev ?? null, after: after?.stddev ?? null }
  const asPercent = (item: RowItem | undefined, value: number | null) =>
    value === null || !item?.number
      ? null
      : item.stddevIsPercent
        ? value
        : item.number.value === 0
          ? null
          : Math.abs((value / item.number.value) * 100)
  if (spread.before !== null || spread.after !== null)
    finding.stddev = { before: asPercent(before, spread.before), after: asPercent(after, spread.after) }
  if ((finding.before === null || finding.after === null) && finding.change === null) return null
  return finding
}

/** Percentage of the change from a to b; null on a zero base. */
function percentOf(a: number, b: number): number | null {
  return a === 0 ? null : ((b - a) / Math.abs(a)) * 100
}

/** A row without header: two numbers and a change that is theirs. */
function verifiedPair(values: RowItem[], change: NumberToken | null): [RowItem, RowItem] | null {
  if (!change || change.is !== 'percent') return null
  for (let at = values.length - 2; at >= 0; at--) {
    const one = values[at]
    const two = values[at + 1]
    if (!one?.number || !two?.number) continue
    const percent = percentOf(one.number.value, two.number.value)
    if (
      percent !== null &&
      Math.abs(Math.abs(percent) - Math.abs(change.value)) <= Math.max(0.6, Math.abs(percent) * 0.02)
    )
      return [one, two]
  }
  return null
}

function labelOf(
  row: Row,
  columns: Column[],
  places: (number | null)[],
  used: Set<RowItem>,
): {
  texts: string[]
  named: { name: string; text: string }[]
  spans: { line: TextLine; start: number; end: number }[]
} {
  const texts: string[] = []
  const named: { name: string; text: string }[] = []
  const spans = []
  let passedValue = false
  for (const [at, item] of row.items.entries()) {
    const place = places[at]
    const column = place === null || place === undefined ? undefined : columns[place]
    const isLead = !passedValue && !used.has(item)
    if (used.has(item)) passedValue = true
    if (item.kind === 'text' ? isLead || column?.isLabel : isLead && (column?.isLabel || columns.length === 0)) {
      const text = item.text.replace(/[:\s]+$/, '')
      if (!/\w/.test(text)) continue
      texts.push(text)
      const name = column?.cell?.text ?? null
      named.push({ name: name ?? '', text })
      spans.push({ line: row.line, start: item.start, end: item.start + text.length })
    }
  }
  return { texts, named, spans }
}

/** Groups value columns: each group has a before, its afters and their changes. */
function groupColumns(columns: Column[]): { before: Column | null; after: Column | null; change: Column | null }[] {
  const groups: { before: Column | null; after: Column | null; change: Column | null }[] = []
  let before: Column | null = null
  let current: { before: Column | null; after: Column | null; change: Column | null } | null = null
  const values = columns.filter((column) => !column.isLabel && column.side !== null)
  let pending: Column | null = null
  const firstIsAfter = values.find((column) => column.side === 'after' || column.side === 'before')?.side === 'after'
  for (const [at, column] of values.entries()) {
    if (column.side === 'before') {
      before = column
      if (firstIsAfter && current && current.before === null) current.before = column
      else current = null
    } else if (column.side === 'after') {
      current = { before: firstIsAfter ? null : before, after: column, change: pending }
      pending = null
      groups.push(current)
    } else if (column.side === 'change') {
      const rest = values.slice(at + 1).map((next) => next.side)
      const isFirst =
        before === null && current === null && rest[0] === 'before' && rest[1] === 'after' && !rest.includes('change')
      if (isFirst) pending = column
      else if (current && current.change === null) current.change = column
      else if (before && values.slice(at + 1).some((next) => next.side === 'after')) {
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

function rowFindings(
  block: TextBlock,
  row: Row,
  columns: Column[],
  places: (number | null)[],
  groups: ReturnType<typeof groupColumns>,
): Finding[] {
  const itemAt = (column: Column | null) => (column ? row.items[places.indexOf(column.index)] : undefined)
  const made: Finding[] = []
  const used = new Set<RowItem>()
  for (const group of groups)
    for (const column of [group.before, group.after, group.change]) {
      const item = itemAt(column)
      if (item) used.add(item)
    }
  const changes = row.items.filter((item) => item.kind === 'change' && !used.has(item))
  for (const group of groups) {
    const before = itemAt(group.before)
    const after = itemAt(group.after)
    const changeItem = itemAt(group.change)
    const loose = groups.length === 1 && !changeItem && changes.length === 1 ? changes[0] : undefined
    const isWholeChange = changeItem?.kind === 'change' || changeItem?.kind === 'value'
    const finding = findingOf(block, row, before, after, isWholeChange ? changeItem : loose)
    if (!finding) continue
    if (finding.change && changeItem?.kind === 'value' && changeItem.number) {
      const header = group.change?.cell ? `${group.change.cell.above ?? ''} ${group.change.cell.text}` : ''
      const isPercent = /%|percent/i.test(header)
      const computed = finding.before && finding.after ? percentOf(finding.before.value, finding.after.value) : null
      const fits =
        computed !== null &&
        Math.abs(Math.abs(computed) - Math.abs(changeItem.number.value)) <= Math.max(0.6, Math.abs(computed) * 0.05)
      const ratio =
        finding.before && finding.after && finding.before.value !== 0
          ? finding.after.value / finding.before.value
          : null
      if (!isPercent && !fits) {
        const isRatio = ratio !== null && Math.abs(ratio - changeItem.number.value) <= Math.max(0.02, ratio * 0.02)
        finding.changeIs = isRatio || /speed-?up|ratio/i.test(header) ? 'multiple' : 'absolute'
      }
    }
    const label = labelOf(row, columns, places, used)
    finding.labels = label.spans
    finding.test = label.texts[label.texts.length - 1] ?? null
    finding.variant = label.texts.length > 1 ? label.texts.slice(0, -1).join(', ') : null
    nameColumns(finding, label.named)
    const cell = (group.after ?? group.change)?.cell ?? null
    const beforeCell = group.before?.cell ?? null
    const metric = [beforeCell?.above ?? cell?.above ?? null, cell ? withoutSideWords(cell.text) : null].filter(
      (x) => x !== null,
    )
    if (metric.length > 0) finding.metric = metric.join(' ')
    if (groups.filter((g) => g.before === group.before && g.before !== null).length > 1 && cell)
      finding.variant = [finding.variant, cell.text].filter((x) => x !== null).join(', ')
    made.push(finding)
  }
  return made
}

/** Label columns whose header says what they are: threads, a variant, a unit, a metric. */
function nameColumns(finding: Finding, named: { name: string; text: string }[]): void {
  for (const { name, text } of named) {
    if (
      /^(?:#?\s?(?:nr_?)?(?:threads?|tasks|clients|processes|procs|workers)|n?threads|nr_threads)$/i.test(
        name.trim(),
      ) &&
      /^\d+$/.test(text)
    ) {
      finding.threads = Number(text)
      if (finding.test === text) finding.test = `${text} ${name.trim().replace(/^#\s?|^nr_/, '')}`
    } else if (/^\d+$/.test(text) && finding.test === text && name !== '') finding.test = `${name.trim()} ${text}`
    if (/^units?$/i.test(name.trim())) finding.unit = text
    if (/^metrics?$/i.test(name.trim())) finding.metric = text
  }
}

/** Rows without a header that names sides: pairs that their own change verifies, or a name with a signed change. */
function looseFindings(block: TextBlock, rows: Row[]): Finding[] {
  const made: Finding[] = []
  for (const row of rows) {
    const values = row.items.filter((item) => item.kind === 'value')
    const changeItem = row.items.find((item) => item.kind === 'change')
    const change = changeItem?.number ?? values.find((item) => item.change)?.change ?? null
    const pair = verifiedPair(values, change)
    if (!pair) continue
    const finding = findingOf(block, row, pair[0], pair[1], changeItem)
    if (!finding) continue
    if (!finding.change) finding.change = changeFigure(row, change)
    const used = new Set(pair)
    const label = labelOf(
      row,
      [],
      row.items.map(() => null),
      used,
    )
    finding.labels = label.spans
    finding.test = label.texts[label.texts.length - 1] ?? null
    finding.variant = label.texts.length > 1 ? label.texts.slice(0, -1).join(', ') : null
    made.push(finding)
  }
  return made
}

/** A value whose own change is that from another row of its column ("369(-31.3%)" below "537"): the sweep's base is before. */
function sweepFindings(block: TextBlock, rows: Row[]): Finding[] {
  if (rows.length > 200) return []
  const isOurs = (row: Row) => /\b(?:this|with|patched|after|new|our)\b/i.test(row.line.text)
  const some = rows.some((row) => isOurs(row) && row.items.some((item) => item.change !== null))
  const made: Finding[] = []
  for (const row of rows) {
    if (some && !isOurs(row)) continue
    const values = row.items.filter((item) => item.kind === 'value')
    for (const [at, item] of values.entries()) {
      const { change, number } = item
      if (!change || !number || change.is !== 'percent') continue
      for (const other of rows) {
        const base = other.items.filter((candidate) => candidate.kind === 'value')[at]
        if (!base?.number || other === row) continue
        const percent = percentOf(base.number.value, number.value)
        if (percent === null || Math.abs(percent - change.value) > 0.06) continue
        const finding = emptyFinding(block, 'table')
        finding.before = figureOf(other, base)
        finding.after = figureOf(row, item)
        finding.change = changeFigure(row, change)
        made.push(finding)
        break
      }
    }
  }
  return made
}

/** A table found: its findings, and the lines (by block line index) that it takes. */
export type FoundTable = { findings: Finding[]; lines: Set<TextLine>; headerLines: TextLine[]; firstLine: number }

function headerAbove(blocks: TextBlock[], at: number, start: number, wanted: number): TextLine[] {
  const block = blocks[at]
  if (!block) return []
  const lines: TextLine[] = []
  let above: TextLine[] = block.lines.slice(Math.max(0, start - 6), start)
  const previous = blocks[at - 1]
  if (above.length === 0 && previous && previous.part === block.part && previous.lines.length <= 4)
    above = previous.lines.slice(-4)
  for (let index = above.length - 1; index >= 0 && lines.length < 4; index--) {
    const line = above[index]
    if (!line) break
    if (separator.test(line.text)) continue
    if (/\d{5}|\d\.\d{3}|\s#\s|\(\s*\+-/.test(line.text) && isDataRow(splitRow(line.text))) break
    const cells = splitHeader(line.text)
    const words = line.text.trim().split(/[\s|]+/)
    const isProse = cells.length === 1 && words.length > Math.max(3, wanted)
    if (isProse || (/[.:]$/.test(line.text.trim()) && cells.length === 1)) break
    if (lines.length > 0 && cells.length < 2 && words.length > 4) break
    lines.push(line)
  }
  return lines
}

/** Consecutive data rows, separators and short group lines from `start` on: the rows with the group each is under. */
function takeRows(
  block: TextBlock,
  start: number,
  taken: Set<TextLine>,
): { rows: Row[]; groups: Map<Row, TextLine>; end: number } {
  const rows: Row[] = []
  const groups = new Map<Row, TextLine>()
  let group: TextLine | null = null
  let end = start
  for (let at = start; at < block.lines.length && rows.length < maxRows; at++) {
    const line = block.lines[at]
    if (!line || taken.has(line) || perfStat.test(line.text)) break
    if (separator.test(line.text)) continue
    const items = splitRow(line.text)
    if (isDataRow(items)) {
      const row = { line, items }
      rows.push(row)
      if (group) groups.set(row, group)
      end = at + 1
      continue
    }
    const next = block.lines[at + 1]
    if (
      rows.length > 0 &&
      items.length <= 2 &&
      line.text.trim().length <= 60 &&
      next &&
      isDataRow(splitRow(next.text))
    ) {
      const first = splitRow(next.text)
      if (first.length >= (rows[0]?.items.length ?? 0) - 1 && !/[.]$/.test(line.text)) {
        group = line
        continue
      }
    }
    break
  }
  return { rows, groups, end }
}

/**
 * The tables of a block: runs of rows of numbers whose header names sides or whose own change verifies the pair.
 * Anything else is left to the other readers.
 */
export function findTables(blocks: TextBlock[], at: number, taken: Set<TextLine>): FoundTable[] {
  const block = blocks[at]
  if (!block) return []
  const found: FoundTable[] = []
  for (let start = 0; start < block.lines.length; ) {
    const line = block.lines[start]
    if (
      !line ||
      taken.has(line) ||
      perfStat.test(line.text) ||
      !/\d/.test(line.text) ||
      !isDataRow(splitRow(line.text))
    ) {
      start++
      continue
    }
    const { rows, groups, end } = takeRows(block, start, taken)
    const wanted = Math.max(...rows.slice(0, 50).map((row) => row.items.length))
    const headerLines = headerAbove(blocks, at, start, wanted)
    const header = joinHeader(headerLines, wanted)
    const places = rows.map((row) => assignColumns(row, header))
    const columns = columnSides(header, rows, places)
    settleSides(columns)
    const columnGroups = groupColumns(columns).filter((group) => group.change !== null || (group.before && group.after))
    const carried = carryLabels(rows, columns, places)
    let findings =
      columnGroups.length > 0
        ? rows.flatMap((row, index) =>
            rowFindings(block, row, columns, places[index] ?? [], columnGroups).map((finding) =>
              addGroup(addCarried(finding, carried[index] ?? null), groups.get(row)),
            ),
          )
        : []
    let usedHeader = headerLines
    if (findings.length === 0) {
      findings = looseFindings(block, rows)
      if (findings.length === 0) findings = sweepFindings(block, rows)
      usedHeader = []
    }
    if (findings.length > 0) {
      const lines = new Set([...rows.map((row) => row.line), ...usedHeader])
      found.push({
        findings,
        lines,
        headerLines: usedHeader,
        firstLine: (headerLines[headerLines.length - 1] ?? line).line,
      })
    }
    start = Math.max(end, start + 1)
  }
  return found
}

/** Fills label columns that a row leaves empty from the row above ("carried down"). */
function carryLabels(rows: Row[], columns: Column[], places: (number | null)[][]): (string | null)[] {
  const labels = columns.filter((column) => column.isLabel)
  let last: (string | null)[] = labels.map(() => null)
  return rows.map((row, at) => {
    const own = labels.map((column) => {
      const place = (places[at] ?? []).indexOf(column.index)
      return place < 0 ? null : (row.items[place]?.text ?? null)
    })
    const first = own.findIndex((text) => text !== null)
    const carried = first > 0 ? last.slice(0, first).filter((text) => text !== null) : []
    last = own.map((text, index) => text ?? (index < first ? (last[index] ?? null) : null))
    return carried.length > 0 ? carried.join(', ') : null
  })
}

function addCarried(finding: Finding, carried: string | null): Finding {
  if (carried !== null) finding.variant = [carried, finding.variant].filter((x) => x !== null).join(', ')
  return finding
}

function addGroup(finding: Finding, group: TextLine | undefined): Finding {
  if (!group) return finding
  const text = group.text.trim().replace(/[:\s]+$/, '')
  finding.variant = [text, finding.variant].filter((x) => x !== null).join(', ')
  finding.labels = [
    ...finding.labels,
    { line: group, start: group.text.indexOf(text), end: group.text.indexOf(text) + text.length },
  ]
  return finding
}
