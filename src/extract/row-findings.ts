import { emptyFinding, type Figure, type Finding } from './finding.ts'
import type { NumberToken } from './number-text.ts'
import type { RowItem } from './row-items.ts'
import { withoutSideWords } from './side-words.ts'
import type { Column, ColumnGroup } from './table-columns.ts'
import type { Row } from './table-row.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

/** The number of a piece as a figure; null where it holds none. */
export function figureOf(row: Row, item: RowItem | undefined): Figure | null {
  if (!item?.number) return null
  return {
    value: item.number.value,
    printed: item.number.printed,
    unit: item.unit,
    span: { line: row.line, start: item.number.start, end: item.number.end },
  }
}

/** A stated change as a figure. */
export function changeFigure(row: Row, number: NumberToken | null | undefined): Figure | null {
  if (!number) return null
  return {
    value: number.value,
    printed: number.printed,
    unit: null,
    span: { line: row.line, start: number.start, end: number.end },
  }
}

/** Joins before, after and change items of one row to a finding; null where they do not make a result. */
export function findingOf(
  block: TextBlock,
  row: Row,
  before: RowItem | undefined,
  after: RowItem | undefined,
  changeItem: RowItem | undefined,
): Finding | null {
  const finding = emptyFinding(block, 'table')
  finding.before = before?.kind === 'value' || before?.number?.is === 'percent' ? figureOf(row, before) : null
  finding.after = after?.kind === 'value' || after?.number?.is === 'percent' ? figureOf(row, after) : null
  if (finding.before && finding.after && before?.number?.is !== after?.number?.is) return null
  if (before?.number?.is === 'percent' && before.number.value === 100 && after?.number && after.number.sign !== '') {
    // "100% | +7.2%": the base is one, the other column says what changed
    finding.before = null
    finding.after = null
    finding.change = changeFigure(row, after.number)
    return finding
  }
  // changes against something else, before and after: "-10.4% | -5.2%" is no change of a change
  const areChanges = before?.number?.is === 'percent' && (before.number.sign !== '' || after?.number?.sign === '-')
  if (finding.before && finding.after && areChanges) finding.quantity = 'share'
  const change = changeItem?.number ?? after?.change ?? null
  finding.change = changeFigure(row, change)
  // "3.97 (0.00 pct)   3.86 (2.77 pct)": positive is better
  finding.isJudged = before?.change?.value === 0 && before.change.is === 'percent'
  if (finding.isJudged && change && change.value !== 0) finding.judges = change.value > 0 ? 'better' : 'worse'
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
export function percentOf(a: number, b: number): number | null {
  return a === 0 ? null : ((b - a) / Math.abs(a)) * 100
}

/** What names a row: its leading words and numbers, with the headers they stand under. */
export function labelOf(
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

/** The results of one row, one for each group of columns. */
export function rowFindings(
  block: TextBlock,
  row: Row,
  columns: Column[],
  places: (number | null)[],
  groups: ColumnGroup[],
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
  for (const [index, group] of groups.entries()) {
    const before = itemAt(group.before)
    const after = itemAt(group.after)
    const changeItem = itemAt(group.change)
    const loose = !changeItem && changes.length === groups.length ? changes[index] : undefined
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
      const isRatio = ratio !== null && Math.abs(ratio - changeItem.number.value) <= Math.max(0.02, ratio * 0.02)
      // 0.99 of a "Speedup": near the change in per cent too, by chance
      const isFactor = isRatio && !isPercent && /speed-?up|ratio/i.test(header)
      if (!isPercent && (!fits || isFactor)) {
        finding.changeIs = isRatio || /speed-?up|ratio/i.test(header) ? 'multiple' : 'absolute'
      }
    }
    finding.judges = judgementOf(group.change?.cell ?? null, finding)
    const label = labelOf(row, columns, places, used)
    finding.labels = label.spans
    finding.test = label.texts[label.texts.length - 1] ?? null
    finding.variant = label.texts.length > 1 ? label.texts.slice(0, -1).join(', ') : null
    nameColumns(finding, label.named)
    const cell = (group.after ?? group.change)?.cell ?? null
    const beforeCell = group.before?.cell ?? null
    const above = beforeCell?.above ?? cell?.above ?? null
    // "ns/op before | after": the first of the two names both
    const own = cell ? withoutSideWords(cell.text) : null
    const metric = [
      above === null ? null : withoutSideWords(above),
      own ?? (beforeCell && above === null ? withoutSideWords(beforeCell.text) : null),
    ].filter((x) => x !== null)
    if (metric.length > 0) finding.metric = metric.join(' ')
    if (groups.filter((g) => g.before === group.before && g.before !== null).length > 1 && cell)
      finding.variant = [finding.variant, cell.text].filter((x) => x !== null).join(', ')
    made.push(finding)
  }
  return made
}

/** "Improvement | 21%": a column that says better has said so of each row, a minus the contrary. */
function judgementOf(cell: { text: string; above: string | null } | null, finding: Finding): Finding['judges'] {
  const header = cell === null ? '' : `${cell.above ?? ''} ${cell.text}`
  const isBetter = /\b(?:improv\w*|gains?|speed-?ups?|wins?)\b/i.test(header)
  const isWorse = /\b(?:regress\w*|degrad\w*|slow-?downs?|penalty)\b/i.test(header)
  const { change } = finding
  if (isBetter === isWorse || !change || finding.changeIs !== 'percent' || change.value === 0) return null
  return change.value > 0 === isBetter ? 'better' : 'worse'
}

/** "# of threads", "No. of tasks", `nr_threads`: what is counted comes last. */
const countWords = /^(?:#|no\.?|nr[._]?|num(?:ber|_)?)?\s*(?:of\s+)?(?=[a-z])/i

/** Label columns whose header says what they are: threads, a variant, a unit, a metric. */
function nameColumns(finding: Finding, named: { name: string; text: string }[]): void {
  for (const { name, text } of named) {
    const counted = name.trim().replace(countWords, '')
    if (/^n?(?:threads?|tasks|clients|process(?:es)?|procs?|workers)$/i.test(counted) && /^\d+$/.test(text)) {
      finding.threads = Number(text)
      if (finding.test === text) finding.test = `${text} ${counted}`
    } else if (/^\d+$/.test(text) && finding.test === text && name !== '') finding.test = `${name.trim()} ${text}`
    if (/^units?$/i.test(name.trim())) finding.unit = text
    if (/^metrics?$/i.test(name.trim())) finding.metric = text
  }
}

/** Fills label columns that a row leaves empty from the row above ("carried down"). */
export function carryLabels(rows: Row[], columns: Column[], places: (number | null)[][]): (string | null)[] {
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
