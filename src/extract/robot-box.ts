import type { RobotReport } from '../model/benchmark.ts'
import type { Message } from '../model/message.ts'
import { type UnquotedLine, unquoteLines } from '../text/quote-prefix.ts'
import { sourceAt } from '../text/source-at.ts'

export type AlsoAffected = RobotReport['alsoAffects'][number]
export type ChangeWord = AlsoAffected['word']
type Cell = { key: string; values: { text: string; from: number; to: number }[] }

/** Lines that a box may have, and lines a box's row may be wrapped over by a mail program. */
const maxBoxLines = 400
const maxWrap = 3

const border = /^\s*\+-{3,}\+?-*\+?\s*$/
const change = /(\S+)\s+([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)%\s+(improvement|regression|undefined)\b/

/** The robot's word, or none where it calls the change undefined. */
export function changeWord(text: string | undefined): ChangeWord {
  return text === 'improvement' || text === 'regression' ? text : null
}

/** The signed change: a printed sign stands; without one an improvement is +, a regression −. */
export function signedChange(printed: string, word: ChangeWord): number {
  const value = Number(printed)
  return /^[+-]/.test(printed) || word !== 'regression' ? value : -value
}

/** One row of a box, its line breaks by a mail program undone: the text and the lines it stands in. */
function readBoxRow(lines: UnquotedLine[], at: number): { text: string; to: number } | null {
  let text = lines[at]?.text.trim() ?? ''
  if (!text.startsWith('|')) return null
  let to = at
  while (!text.endsWith('|') && to < at + maxWrap) {
    const next = lines[to + 1]?.text.trim() ?? ''
    if (next === '' || next.startsWith('+--')) break
    if (next.startsWith('|') && next !== '|') break
    text = `${text} ${next}`
    to++
  }
  return { text, to }
}

/** The two cells of a box's row. */
function splitCells(text: string): [string, string] | null {
  const middle = text.indexOf('|', 1)
  if (middle < 0) return null
  const end = text.endsWith('|') && text.length - 1 > middle ? text.length - 1 : text.length
  return [text.slice(1, middle).trim(), text.slice(middle + 1, end).trim()]
}

/** The cells of the boxes that begin at `start`, a border; the key of a wrapped cell goes on where none is known. */
function readBoxes(lines: UnquotedLine[], start: number): { boxes: Cell[][]; end: number } {
  const boxes: Cell[][] = []
  let box: Cell[] = []
  let at = start
  for (; at < lines.length && at < start + maxBoxLines; at++) {
    const text = lines[at]?.text ?? ''
    if (border.test(text)) {
      if (box.length > 0) boxes.push(box)
      box = []
      continue
    }
    const row = readBoxRow(lines, at)
    if (!row) break
    const cells = splitCells(row.text)
    if (cells) addCells(box, cells, at, row.to)
    at = row.to
  }
  if (box.length > 0) boxes.push(box)
  return { boxes, end: at }
}

function addCells(box: Cell[], [key, value]: [string, string], from: number, to: number): void {
  const entry = { text: value, from, to }
  const last = box[box.length - 1]
  if (/^(?:test|machine|param)/i.test(key) || !last) box.push({ key, values: [entry] })
  else {
    if (key !== '') last.key = `${last.key} ${key}`
    last.values.push(entry)
  }
}

function valueUnder(box: Cell[], key: RegExp): string | null {
  const cell = box.find((one) => key.test(one.key))
  const text = cell?.values
    .map((value) => value.text)
    .join(' ')
    .trim()
  return text ? text : null
}

/** `name=value` pairs, one a line; a line without `=` goes on with the one before. */
function parametersOf(box: Cell[]): string[] {
  const parameters: string[] = []
  for (const { text } of box.find((one) => /^(?:test )?param/i.test(one.key))?.values ?? []) {
    const last = parameters.length - 1
    if (text.includes('=') || last < 0) parameters.push(text)
    else parameters[last] = `${parameters[last]}${text}`
  }
  return parameters.filter((text) => text !== '')
}

function readAffected(message: Message, part: number, box: Cell[]): AlsoAffected | null {
  const cell = box.find((one) => /^test ?case/i.test(one.key))
  const text = cell?.values.map((value) => value.text).join(' ') ?? ''
  const match = change.exec(text)
  const first = cell?.values[0]
  const last = cell?.values[cell.values.length - 1]
  if (!cell || !match || !first || !last) return null
  const changePercent = signedChange(match[2] ?? '', changeWord(match[3]))
  if (!Number.isFinite(changePercent)) return null
  const lines = message.parts[part]?.lines ?? []
  const startColumn = (lines[first.from] ?? '').indexOf('|') + 1
  const endColumn = (lines[last.to] ?? '').trimEnd().length + 1
  const colon = text.indexOf(': ')
  return {
    metric: match[1] ?? '',
    changePercent,
    word: changeWord(match[3]),
    test: colon > 0 && colon < match.index + 1 ? text.slice(0, colon) : null,
    machine: valueUnder(box, /machine/i),
    parameters: parametersOf(box),
    sources: [sourceAt(message, part, first.from + 1, startColumn, last.to + 1, endColumn)],
  }
}

/** What a report's boxes name beside its headline, one a box. Boxes about failures and boots name no change. */
export function findAlsoAffected(message: Message, part: number): AlsoAffected[] {
  const lines = unquoteLines(message.parts[part]?.lines ?? [])
  const found: AlsoAffected[] = []
  for (let at = 0; at < lines.length; at++) {
    const text = lines[at]?.text ?? ''
    if (!text.trimStart().startsWith('+--') || !border.test(text)) continue
    const { boxes, end } = readBoxes(lines, at)
    found.push(...boxes.flatMap((box) => readAffected(message, part, box) ?? []))
    at = Math.max(at, end - 1)
  }
  return found
}
