import type { Finding } from './finding.ts'
import { addedFindings, changeColumnFindings, looseFindings, sweepFindings } from './loose-rows.ts'
import { carryLabels, findingOf, rowFindings } from './row-findings.ts'
import { screenColumn, splitHeader, splitRow } from './row-items.ts'
import { sideColumnFindings } from './side-column.ts'
import { sideOf } from './side-words.ts'
import { assignColumns, type Column, columnSides, groupColumns, settleSides } from './table-columns.ts'
import { type HeaderCell, headerAbove, joinHeader, nameAbove } from './table-header.ts'
import { isDataRow, isNumeric, type Row, separator } from './table-row.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

const maxRows = 100_000

/** A line of `perf stat`: read as output pasted twice, not as a row. */
/** Addresses, and ranges of changes ("+1.8% ~ +8.3%"): no rows of numbers. */
const noRow = /https?:\/\/|%\s*(?:~|\.\.|to)\s*[+-]?\d/
const perfStat = /^\s*[\d,.]+\s+(?:\+-\s*[\d.]+\s+)?[a-z].*(?:\s#\s|\(\s*\+-)/i

/** A table found: its findings, and the lines (by block line index) that it takes. */
export type FoundTable = { findings: Finding[]; lines: Set<TextLine>; headerLines: TextLine[]; firstLine: number }

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
    if (!line || taken.has(line) || perfStat.test(line.text) || noRow.test(line.text)) break
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
    const names = splitHeader(line.text).map((cell) => sideOf(cell.text))
    if (names.includes('before') && names.includes('after')) break // the header of the next table
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
      noRow.test(line.text) ||
      !/\d/.test(line.text) ||
      !isDataRow(splitRow(line.text))
    ) {
      start++
      continue
    }
    const { rows, groups, end } = takeRows(block, start, taken)
    if (isOfStructSizes(block, start, end)) {
      start = Math.max(end, start + 1)
      continue
    }
    const wanted = Math.max(...rows.slice(0, 50).map((row) => row.items.length))
    const headerLines = headerAbove(blocks, at, start, wanted)
    const widest = rows.slice(0, 50).find((row) => row.items.length === wanted)
    const spans = (widest?.items ?? []).map((item) => ({
      start: screenColumn(widest?.line.text ?? '', item.start),
      end: screenColumn(widest?.line.text ?? '', item.end),
    }))
    const name = nameAbove(block, start)
    if (name) for (const row of rows) if (!groups.has(row)) groups.set(row, name)
    const header = joinHeader(headerLines, wanted, spans)
    for (const row of rows) joinNumberedName(row, header)
    const places = rows.map((row) => assignColumns(row, header))
    if (header.some((cell) => /^BASELINE$/.test(cell.text)) && header.some((cell) => /^INDEX$/.test(cell.text))) {
      start = Math.max(end, start + 1) // unixbench: BASELINE is its reference machine
      continue
    }
    const columns = columnSides(header, rows, places)
    settleSides(columns)
    const columnGroups = groupColumns(columns).filter(
      (group) =>
        (group.change !== null && !(isShareColumn(group.change, rows, places) && !group.after)) ||
        (group.before && group.after),
    )
    const carried = carryLabels(rows, columns, places)
    let findings = sideColumnFindings(block, rows, columns, places)
    if (findings.length === 0)
      findings =
        columnGroups.length > 0
          ? rows.flatMap((row, index) =>
              rowFindings(block, row, columns, places[index] ?? [], columnGroups).map((finding) =>
                addGroup(addCarried(finding, carried[index] ?? null), groups.get(row)),
              ),
            )
          : []
    if (findings.length === 0 && gainsAbove(blocks, at, headerLines[headerLines.length - 1] ?? line, rows))
      findings = rows.flatMap((row, index) => changeCells(block, row, columns, places[index] ?? []))
    let usedHeader = headerLines
    let isLoose = false
    if (findings.length === 0) {
      isLoose = true
      findings = looseFindings(block, rows)
      if (findings.length === 0) {
        isLoose = false
        findings = addedFindings(block, rows)
        if (findings.length === 0) findings = sweepFindings(block, rows)
      }
      if (findings.length === 0) {
        isLoose = true
        findings = changeColumnFindings(block, rows)
      }
      usedHeader = []
    }
    const caption = captionOf(blocks, at, (usedHeader[usedHeader.length - 1] ?? line).line, taken)
    if (caption && !isLoose) for (const finding of findings) addCaption(finding, caption)
    if (isInPercent(blocks, at, headerLines[headerLines.length - 1] ?? line))
      for (const finding of findings)
        if (
          finding.before === null &&
          finding.changeIs === 'multiple' &&
          /^[\d.]+$/.test(finding.change?.printed ?? '')
        )
          finding.changeIs = 'percent'
    if (findings.length > 0) {
      const told = new Set(
        findings.flatMap((one) => [one.before, one.after, one.change].map((figure) => figure?.span.line)),
      )
      const own = rows.map((row) => row.line).filter((row) => !isLoose || told.has(row))
      const lines = new Set([...own, ...usedHeader])
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

const structSizes =
  /\bsize_?of\b|\b(?:struct\w*|object|slab)\s+sizes?\b|\bsizes?\s+(?:of\s+(?:the\s+)?struct|\(?in\s+bytes)/i

/** Whether the words above a table's heading or below its rows say that it holds sizes of structs. */
function isOfStructSizes(block: TextBlock, start: number, end: number): boolean {
  const near = [...block.lines.slice(Math.max(0, start - 4), start), ...block.lines.slice(end, end + 1)]
  return near.some(
    (line) => structSizes.test(line.text) && !/\b(?:message|packet|block|buffer|record)\b/i.test(line.text),
  )
}

/** "EPYC 9654   5.21M   6.88M": a whole number one blank behind the row's name, left of every column, is part of the name. */
function joinNumberedName(row: Row, header: HeaderCell[]): void {
  const [name, number] = row.items
  const { text } = row.line
  if (name?.kind !== 'text' || number?.kind !== 'value' || number.unit !== null || number.change) return
  if (number.start - name.end !== 1 || !/^\d{1,6}$/.test(number.text) || !/^(?:\s{2}|\t)/.test(text.slice(number.end)))
    return
  const values = row.items.filter(isNumeric).length
  const end = screenColumn(text, number.end)
  const isLeft = header.length > 0 && header.every((cell, at) => cell.start > end || (at === 0 && cell.end <= end))
  if (values - 1 < 2 || header.length === 0 || (!isLeft && header.length !== values - 1)) return
  name.text = text.slice(name.start, number.end)
  name.end = number.end
  row.items.splice(1, 1)
}

/** A column headed by a bare `%` with no sign in it and no sides beside it: shares of something, no changes. */
function isShareColumn(column: Column, rows: Row[], places: (number | null)[][]): boolean {
  if (!/^(?:%|\(%\)|percent(?:age)?|share|pct)$/i.test(column.cell?.text.trim() ?? '')) return false
  return rows.every((row, at) => {
    const item = row.items[places[at]?.indexOf(column.index) ?? -1]
    return !item?.number || item.number.sign === ''
  })
}

const gains =
  /\b(?:improv\w*|gains?|speed-?ups?|increase\w*|change|changes|delta|difference|regress\w*|reduction|win|wins|relative|faster|better|compared|vs|over (?:the )?(?:base\w*|mainline|vanilla|upstream))\b/i

/** Whether a table's cells are changes: all of them percentages, some signed, or words of change right above it. */
function gainsAbove(blocks: TextBlock[], at: number, top: TextLine, rows: Row[]): boolean {
  const cells = rows.slice(0, 100).flatMap((row) => row.items.filter((item) => item.kind !== 'text'))
  if (cells.length < 2 || !cells.every((item) => item.kind === 'change' && item.number?.is === 'percent')) return false
  if (rows.some((row) => row.items[0]?.kind !== 'text')) return false
  const above = blocks[at]?.lines.filter((line) => line.line < top.line).slice(-3) ?? []
  const previous = blocks[at - 1]
  if (above.length === 0 && previous?.depth === blocks[at]?.depth) above.push(...(previous?.lines.slice(-3) ?? []))
  const text = above.map((line) => line.text).join(' ')
  const signed = cells.filter((item) => item.number?.sign !== '').length
  return gains.test(text) || signed * 2 > cells.length
}

/** Whether the line above says that the figures are per cents: "Speedup in percent:". */
function isInPercent(blocks: TextBlock[], at: number, top: TextLine): boolean {
  const block = blocks[at]
  const above = block?.lines.filter((line) => line.line < top.line) ?? []
  const previous = blocks[at - 1]
  const line =
    above[above.length - 1] ??
    (previous?.depth === block?.depth ? previous?.lines[previous.lines.length - 1] : undefined)
  return line !== undefined && /\bin (?:percent|per cent|%)|\(%\)|\bpercentage\b/i.test(line.text)
}

/** A result for each change of a row, named by the row and its column. */
function changeCells(block: TextBlock, row: Row, columns: Column[], places: (number | null)[]): Finding[] {
  const [name] = row.items
  const cells = row.items.flatMap((item, index) => {
    const column = columns[places[index] ?? -1]
    return item.kind === 'change' && column?.cell ? [{ item, cell: column.cell }] : []
  })
  if (!name || cells.length < 2 || cells.length !== row.items.length - 1) return []
  return cells.flatMap(({ item, cell }) => {
    const finding = findingOf(block, row, undefined, undefined, item)
    if (!finding) return []
    finding.test = name.text.replace(/[:\s]+$/, '')
    finding.variant = cell.text
    finding.labels = [{ line: row.line, start: name.start, end: name.end }]
    return [finding]
  })
}

/** A sentence that leads to the table and names nothing: "Results from repeated tests:", "Here are the numbers:". */
const introduction =
  /\b(?:results?|numbers|figures|measurements?|compar(?:ed|es|ing|isons?)|repeated|following|below|gave|gives?|shows?|we (?:get|see|measured))\b/i

/** The line ending in a colon right above a table or its header, at most a blank line between: what the rows are of. */
function captionOf(blocks: TextBlock[], at: number, top: number, taken: Set<TextLine>): TextLine | null {
  const block = blocks[at]
  const above = block?.lines.filter((line) => line.line < top && !separator.test(line.text)) ?? []
  const previous = blocks[at - 1]
  const isJoined = previous !== undefined && previous.part === block?.part && previous.depth === block.depth
  const lines = above.length > 0 ? above : isJoined ? previous.lines : []
  const line = lines[lines.length - 1]
  const earlier = lines[lines.length - 2]
  if (earlier && !/[.:;!)%\d]\s*$/.test(earlier.text)) return null // the end of a sentence is no caption
  if (!line || taken.has(line) || !/[a-z].*:\s*$/i.test(line.text)) return null
  if (introduction.test(line.text)) return null
  return line.text.trim().split(/\s+/).length <= 10 ? line : null
}

function addCaption(finding: Finding, line: TextLine): void {
  const text = line.text.trim().replace(/[:\s]+$/, '')
  finding.caption = text
  const start = line.text.indexOf(text)
  finding.labels.push({ line, start, end: start + text.length })
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
