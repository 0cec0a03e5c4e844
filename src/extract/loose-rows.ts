import { emptyFinding, type Finding } from './finding.ts'
import type { NumberToken } from './number-text.ts'
import { changeFigure, figureOf, findingOf, labelOf, percentOf } from './row-findings.ts'
import type { RowItem } from './row-items.ts'
import type { Row } from './table-row.ts'
import type { TextBlock } from './text-blocks.ts'

/** A row without header: two numbers and a change that is theirs. */
function verifiedPair(values: RowItem[], change: NumberToken | null): [RowItem, RowItem] | null {
  if (change?.is !== 'percent') return null
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

/** Rows without a header that names sides: pairs that their own change verifies, or a name with a signed change. */
export function looseFindings(block: TextBlock, rows: Row[]): Finding[] {
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

const rowName = /^\s*(?:[-*•]\s+|\(?\d{1,2}[.)]\s+)?(\S.*?)(?:\s{2,}|\t|:\s)/

/**
 * "6.0-rc1   10482.7 (-51.6%)", "6.0-rc1 + (A)   14542.5 (-32.9%)": what is added to a build is measured against that
 * build, whatever other row the percentages are of; they go with the pair only where they fit it.
 */
export function addedFindings(block: TextBlock, rows: Row[]): Finding[] {
  if (rows.length < 2 || rows.length > 100) return []
  const named = rows.map((row) => ({ row, name: rowName.exec(row.line.text)?.[1]?.replace(/[:\s]+$/, '') ?? '' }))
  // "redirect (upstream path)", "redirect (upstream path + bulking)": the addition stands inside
  const adds = (name: string, base: string) => {
    const head = base.endsWith(')') && name.endsWith(')') ? base.slice(0, -1) : base
    return head.length > 1 && /^ ?\+ ?\S/.test(name.slice(head.length)) && name.startsWith(head)
  }
  const base = named.find(({ name }) => /[a-z\d]/i.test(name) && named.some((other) => adds(other.name, name)))
  const valueBehind = (row: Row, name: string) =>
    row.items.find((item) => item.kind === 'value' && item.start >= row.line.text.indexOf(name) + name.length)
  const before = base ? valueBehind(base.row, base.name) : undefined
  if (!base || !before) return []
  return named.flatMap(({ row, name }) => {
    const after = valueBehind(row, name)
    if (!adds(name, base.name) || !after?.number || !before.number) return []
    const finding = emptyFinding(block, 'table')
    finding.before = figureOf(base.row, before)
    finding.after = figureOf(row, after)
    finding.unit = after.unit ?? before.unit
    const percent = percentOf(before.number.value, after.number.value)
    const told = after.change?.is === 'percent' ? after.change : null
    if (told && percent !== null && Math.abs(percent - told.value) <= Math.max(0.6, Math.abs(percent) * 0.03))
      finding.change = changeFigure(row, told)
    finding.variant = name
    const start = row.line.text.indexOf(name)
    finding.labels.push({ line: row.line, start, end: start + name.length })
    return [finding]
  })
}

/** A value whose own change is that from another row of its column ("369(-31.3%)" below "537"): the sweep's base is before. */
export function sweepFindings(block: TextBlock, rows: Row[]): Finding[] {
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

/**
 * "push-mt    0.58%" below "push   -3.30%": a column of changes, one to a row, without a header. Several must have a
 * sign, some of them a minus: shares have none.
 */
export function changeColumnFindings(block: TextBlock, rows: Row[]): Finding[] {
  const named = rows.flatMap((row) => {
    const [name, change] = row.items
    const isPlain = row.items.length === 2 && name?.kind === 'text' && change?.kind === 'change'
    if (!isPlain || change.number?.is !== 'percent' || change.number.high !== null) return []
    const isRow = /^[a-z]/i.test(name.text) && !/[,;]/.test(name.text) && name.text.split(/\s+/).length <= 4
    return isRow ? [{ row, name, change, sign: change.number.sign }] : []
  })
  const signed = named.filter(({ sign }) => sign !== '')
  const isDown = named.some(({ sign }) => /[-−–]/.test(sign))
  if (named.length < 3 || named.length !== rows.length || !isDown || signed.length * 4 < named.length) return []
  return named.flatMap(({ row, name, change }) => {
    const finding = findingOf(block, row, undefined, undefined, change)
    if (!finding) return []
    finding.test = name.text.replace(/[:\s]+$/, '')
    finding.labels = [{ line: row.line, start: name.start, end: name.start + finding.test.length }]
    return [finding]
  })
}
