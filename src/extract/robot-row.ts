import type { RobotRow } from '../model/benchmark.ts'
import { splitQuote } from '../text/quote-prefix.ts'
import { formatAverage, formatChange, formatF, formatG } from './robot-number.ts'

/** How a table prints its rows; read off its header. `signed`: every change has its sign. */
export type RowStyle = 'signed' | 'blank-change' | 'fails'
type Change = RobotRow['change']
type Cell = { value: number; stddev: number | null; runs: number | null }
/** What one row states: the base's cell, then a change and a cell for each further commit, then the metric. */
export type RowCells = { cells: Cell[]; changes: Change[]; metric: string }
/** `incomplete`: all that stands here fits, and the line ends too early: the row may go on in the next line. */
export type RowReading = { kind: 'row'; row: RowCells } | { kind: 'incomplete' } | { kind: 'no-row' }

const number = String.raw`\d+(?:\.\d+)?(?:e[+-]?\d+)?`
const valueCell = new RegExp(String.raw`\s*(-?${number})(?=[\s]|$)`, 'iy')
/** The sign is `±`, mangled by a wrong charset to one to four marks, or spelt out; `~` before 2015. */
const stddevCell = /\s*(?:<B1>|=B1|=C2=B1|&plusmn;|\+\/?-|[^\s\w.+\-%:<]{1,4})\s*(-?\d+)%/iy
/** A sign lost altogether leaves a bare percentage; only a signed change may follow it, or the metric. */
const bareStddevCell = /\s+(\d{1,5})%(?=\s+[+-]|\s{2,}\S|$)/y
const signedChange = new RegExp(String.raw`\s*([+-](?:${number}|inf|nan))(%?)(?=\s|$)`, 'iy')
const looseChange = new RegExp(String.raw`\s*([+-]?(?:${number}|inf|nan))%(?=\s|$)`, 'iy')
const failCell = /\s*(\d{0,9}):(\d{1,9})(?=\s|$)/y
const failChange = /\s*([+-]?\d{1,9})(%?)(?=\s|$)/y
const blankRest = /\s*$/y

/** A cursor over one row: `take` gives the match of a sticky pattern at the place reached, and moves on. */
class RowText {
  private readonly text: string
  private at = 0
  constructor(text: string) {
    this.text = text
  }
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text)
    if (match) this.at = pattern.lastIndex
    return match
  }
  isAtEnd(): boolean {
    blankRest.lastIndex = this.at
    return blankRest.test(this.text)
  }
  rest(): string {
    return this.text.slice(this.at)
  }
}

/** Where the number of a row ends too early: is the row cut, or is it none? */
function stopAt(text: RowText): RowReading {
  return text.isAtEnd() ? { kind: 'incomplete' } : { kind: 'no-row' }
}

function takeCell(text: RowText, style: RowStyle): Cell | null {
  if (style === 'fails') {
    const fails = text.take(failCell)
    return fails ? { value: Number(fails[1] || 0), stddev: null, runs: Number(fails[2]) } : null
  }
  const value = text.take(valueCell)
  if (!value) return null
  const stddev = text.take(stddevCell) ?? (style === 'signed' ? text.take(bareStddevCell) : null)
  return { value: Number(value[1]), stddev: stddev ? Number(stddev[1]) : null, runs: null }
}

/** A change, `undefined` where none stands here. Infinite and undefined ones come from a zero base: shown as none. */
function takeChange(text: RowText, style: RowStyle): Change | undefined {
  const match = text.take(style === 'fails' ? failChange : style === 'signed' ? signedChange : looseChange)
  if (!match) return style === 'blank-change' ? null : undefined
  const value = Number(match[1])
  if (!Number.isFinite(value)) return null
  return style !== 'fails' && (match[2] ?? '%') === '%' ? { pct: value } : { abs: value }
}

/** The metric ends at two blanks or an arrow: what follows is a reader's note. */
function metricOf(rest: string): string {
  const text = rest.trim()
  const end = text.search(/\s{2,}|\t|\s<-/)
  return end < 0 ? text : text.slice(0, end)
}

/** Reads one row of a table that compares `pairs` commits with the base; `text` is without quote marks. */
export function readRobotRow(text: string, pairs: number, style: RowStyle): RowReading {
  const cursor = new RowText(text)
  const first = takeCell(cursor, style)
  if (!first) return { kind: 'no-row' }
  const cells = [first]
  const changes: Change[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const change = takeChange(cursor, style)
    if (change === undefined) return stopAt(cursor)
    const cell = takeCell(cursor, style)
    if (!cell) return stopAt(cursor)
    changes.push(change)
    cells.push(cell)
  }
  const metric = metricOf(cursor.rest())
  if (metric === '') return { kind: 'incomplete' }
  return { kind: 'row', row: { cells, changes, metric } }
}

/** How one line was laid out, as far as its numbers do not say it: marks of a quote, sign, widths, notes behind. */
type Layout = { prefix: string; sign: string; stddevWidth: number; indent: string; note: string }

function layoutOf(printed: string, metric: string): Layout {
  const { prefix, text } = splitQuote(printed)
  const sign = /\d\s*([^\s\w.+\-%:<]{1,4})\s*-?\d+%/.exec(text)?.[1] ?? '±'
  const isOld = sign === '~'
  const place = text.lastIndexOf(metric)
  const note = place < 0 ? '' : text.slice(place + metric.length)
  return { prefix, sign, stddevWidth: isOld ? 2 : 3, indent: isOld ? '  ' : '', note }
}

/** The forms a number can have been printed in: the one its value asks for, and those its rounding hides. */
function averageForms(value: number): string[] {
  const forms = [formatAverage(value)]
  if (value === 0) forms.push('0.00', '-0.00')
  if (Math.abs(value) === 1000) forms.push(formatF(value, 2))
  if (Math.abs(value) >= 1e8 && Math.abs(value) < 1.01e8) forms.push(formatG(value, 4))
  return forms
}

function changeForms(value: number): string[] {
  const forms = [formatChange(value)]
  if (value === 0) forms.push('+0.0', '-0.0')
  // Tables that leave small changes blank print the others whole, without a plus.
  if (Number.isInteger(value)) forms.push(String(value))
  if (Math.abs(value) === 100_000) forms.push(`${value < 0 ? '-' : '+'}${formatF(100_000, 1)}`)
  return forms
}

/** The first form that stands next in the printed line, else the first of all. */
function pick(forms: string[], printed: { text: string; at: number }): string {
  for (const form of forms) {
    const start =
      printed.at + (printed.text.slice(printed.at).length - printed.text.slice(printed.at).trimStart().length)
    if (printed.text.startsWith(form, start)) {
      printed.at = start + form.length
      return form
    }
  }
  return forms[0] ?? ''
}

function renderStddev(stddev: number | null, layout: Layout): string {
  if (stddev === null) return ' '.repeat(layout.stddevWidth + 3)
  return ` ${layout.sign}${(Object.is(stddev, -0) ? '-0' : String(stddev)).padStart(layout.stddevWidth)}%`
}

function renderFails(rows: RobotRow[], first: RobotRow, layout: Layout): string {
  const runs = [...first.printed.matchAll(/:(\d+)/g)].map((match) => match[1] ?? '')
  const cell = (fails: number, index: number) =>
    `${(fails === 0 ? '' : String(fails)).padStart(11)}:${(runs[index] ?? '').padEnd(4)}`
  let text = cell(first.before, 0)
  rows.forEach((row, index) => {
    const points = row.change && 'abs' in row.change ? row.change.abs : 0
    const unit = first.metric.endsWith('%') ? '  ' : '% '
    text += `${(Object.is(points, -0) ? '-0' : String(points)).padStart(10)}${unit}${cell(row.after, index + 1)}`
  })
  return `${text}  ${first.metric}${layout.note}`
}

/**
 * Prints the rows that one line of a table gave (one for each commit compared with the base) as the robot prints
 * them: columns of 10, 10 and 6. Quote marks, the deviation's sign and a note behind the metric are the line's own.
 */
export function renderRobotLine(rows: RobotRow[]): string {
  const first = rows[0]
  if (!first) return ''
  const layout = layoutOf(first.printed, first.metric)
  const printed = { text: splitQuote(first.printed).text, at: 0 }
  if (/^\s*\d*:\d+\s/.test(printed.text)) return layout.prefix + renderFails(rows, first, layout)
  const skipStddev = (stddev: number | null) => {
    if (stddev !== null) printed.at = printed.text.indexOf('%', printed.at) + 1
  }
  let text = `${layout.indent}${pick(averageForms(first.before), printed).padStart(10)}${renderStddev(first.stddevBefore, layout)}`
  skipStddev(first.stddevBefore)
  for (const row of rows) {
    text += renderChange(row.change, printed)
    text += `${pick(averageForms(row.after), printed).padStart(10)}${renderStddev(row.stddevAfter, layout)}`
    skipStddev(row.stddevAfter)
  }
  const line = `${text}  ${first.metric}${layout.note}`
  // A mail program that puts no blank after `>` leaves one of the row's own in what looks like the prefix.
  const tight = layout.prefix.replace(/ $/, '') + line
  return first.printed === tight ? tight : layout.prefix + line
}

function renderChange(change: Change, printed: { text: string; at: number }): string {
  if (change === null) {
    const word = /^\s*([+-]?(?:inf|nan)%?)/i.exec(printed.text.slice(printed.at))
    if (word) printed.at += word[0].length
    return `${(word?.[1] ?? '').padStart(11)} `
  }
  const isPercent = 'pct' in change
  const number = pick(changeForms(isPercent ? change.pct : change.abs), printed).padStart(10)
  if (isPercent) printed.at += 1
  return `${number}${isPercent ? '% ' : '  '}`
}

/** Prints one row of a table with one pair of commits, byte for byte as its line in the mail. */
export function renderRobotRow(row: RobotRow): string {
  return renderRobotLine([row])
}
