import type { Message } from '../model/message.ts'
import type { C2cLine } from '../model/struct-layout.ts'
import { unquoteLines } from '../text/quote-prefix.ts'
import { sourceOfLine } from '../text/source-at.ts'
import { type C2cColumn, cellsByColumn, columnsOf, columnsWithoutRuler, isHeading, isRuler } from './c2c-columns.ts'

/** Rows that one message may give. */
const maxRows = 20_000
/** Lines without a row after which a table's columns are forgotten. */
const maxGap = 40

const percent = /(?:^|\s)\d{1,3}\.\d{1,2}%/
const offsetCell = /(?:^|\s)(0x[0-9a-f]{1,3})(?=\s|$)/i
const symbolCell = /\[[k.guH]\]\s+(\S+)/
const sourceCell = /(?:^|\s)([\w.+-]{1,80}\.(?:c|h|S|s|cc|cpp|cxx|hpp|rs|go|inc):\d{1,7})(?=\s|$)/
/** A cacheline's own row in the Pareto: counts, then nothing but its address. */
const lineRow = /^\s*(?:\d{1,9}\s+){1,12}(0x[0-9a-f]{5,16})\s*$/i
/** A row of the Shared Data Cache Line Table: number, address, counts. */
const tableRow = /^\s*\d{1,6}\s+(0x[0-9a-f]{5,16})(?:\s+(?:N\/A|\d[\d,.-]*%?)){2,}/i
const panelHeading = /^\s*Cacheline\s+(0x[0-9a-f]{5,16})\b/i

const divider = /^\s*#?\s*-{10,}\s*$/

type Reader = {
  columns: C2cColumn[]
  headings: string[]
  address: string | null
  gap: number
  isActive: boolean
  isDivided: boolean
}

/** Does a line belong to the Pareto: shares of an offset, with a heading above it or a symbol in it? */
function isParetoRow(text: string, reader: Reader): boolean {
  return percent.test(text) && offsetCell.test(text) && (reader.isActive || symbolCell.test(text))
}

/** Takes a heading or a ruler in; true where the line was one. */
function takeHeading(text: string, reader: Reader): boolean {
  if (isRuler(text)) {
    if (reader.headings.length > 0) reader.columns = columnsOf(reader.headings, text)
    reader.headings = []
    reader.isActive = reader.isActive || reader.columns.length > 0
    return true
  }
  if (!isHeading(text)) return false
  reader.headings = [...reader.headings, text].slice(-3)
  reader.columns = columnsWithoutRuler(reader.headings)
  reader.isActive = true
  reader.gap = 0
  return true
}

function symbolOf(text: string, columns: Record<string, string>): string | null {
  const tagged = symbolCell.exec(text)?.[1]
  if (tagged) return tagged
  const named = Object.entries(columns).find(([name]) => /(?:^|\s)Symbol$/.test(name))?.[1]
  return named && /^[A-Za-z_][\w.:~<>]*/.test(named) ? named : null
}

/** The row a line holds: a line of the table, a cacheline's heading, or one offset of it. */
function readRow(text: string, reader: Reader): Omit<C2cLine, 'sources'> | null {
  const inTable = reader.isActive ? tableRow.exec(text)?.[1] : undefined
  const own = inTable ?? (reader.isActive || reader.isDivided ? lineRow.exec(text)?.[1] : undefined)
  if (own && !symbolCell.test(text)) {
    reader.address = own
    const columns = cellsByColumn(text, reader.columns, inTable ? 'table' : 'heading')
    return { address: own, offsetBytes: null, columns, symbol: null, sourceLine: null }
  }
  if (!isParetoRow(text, reader)) return null
  const columns = cellsByColumn(text, reader.columns, 'offset')
  const offset = offsetCell.exec(text)?.[1]
  return {
    address: reader.address,
    offsetBytes: offset ? Number(offset) : null,
    columns,
    symbol: symbolOf(text, columns),
    sourceLine: sourceCell.exec(text)?.[1] ?? null,
  }
}

function isC2cText(lines: string[]): boolean {
  return (
    lines.some((line) => line.includes('0x') && (percent.test(line) || lineRow.test(line))) &&
    lines.some((line) => /hitm|snoop|c2c|store refs/i.test(line))
  )
}

/**
 * Rows of `perf c2c report --stdio` pasted into a mail, whole or trimmed, HITM or peer: lines of the Shared Data Cache
 * Line Table (an address, no offset), the cachelines of the Pareto and their offsets. Columns keep the headings' words.
 */
export function findC2cLines(message: Message): C2cLine[] {
  const found: C2cLine[] = []
  message.parts.forEach((part, index) => {
    if (!isC2cText(part.lines)) return
    const reader: Reader = { columns: [], headings: [], address: null, gap: 0, isActive: false, isDivided: false }
    unquoteLines(part.lines).forEach(({ text }, at) => {
      if (text.length > 2000 || found.length >= maxRows) return
      const panel = panelHeading.exec(text)?.[1]
      if (panel) reader.address = panel
      if (takeHeading(text, reader)) return
      const row = readRow(text, reader)
      if (row) {
        found.push({ ...row, sources: [sourceOfLine(message, index, at + 1)] })
        reader.headings = []
      }
      reader.isDivided = divider.test(text)
      reader.gap = row ? 0 : reader.gap + 1
      if (reader.gap > maxGap) Object.assign(reader, { columns: [], headings: [], address: null, isActive: false })
    })
  })
  return found
}
