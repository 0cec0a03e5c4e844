import type { Message } from '../model/message.ts'
import { sourceIn, type TextBlock } from './patch-text.ts'
import type { StatedSize } from './prose-sizes.ts'
import { findSideHeading, type Side } from './side-heading.ts'

const maxFound = 60
const number = '(0x[0-9a-fA-F]{1,6}|\\d{1,7})'
/** `* name: 248 -> 240`, `struct name   56 => 48 bytes`: a row of its own. */
const changeRow = new RegExp(
  `^[ \\t]*(?:[-*+o]\\s+)?(?:struct\\s+|sizeof\\s*\\(\\s*(?:struct\\s+)?)?([A-Za-z_]\\w{2,80})\\)?\\s*[:=|]?\\s*(?:from\\s+)?${number}(?:\\s*bytes?)?\\s*(?:->|=>|→|to)\\s*${number}(?:\\s*bytes?)?[ \\t.,]*(?:\\([^)]{0,40}\\))?$`,
)
/** What stands above such rows. */
const speaksOfSizes = /\b(?:shrink\w*|sizes?|sizeof|grow(?:s|th)?|bytes)\b[^\n]*:\s*$/i
const speaksOfOthers = /\b(?:offsets?|latenc\w+|throughput|packets?|buffers?|messages?|blocks?)\b/i
/** Names of numbers, not of structs. */
const noStruct =
  /^(?:size|total|sum|text|data|bss|holes?|members|padding|cachelines?|objects?|object_size|objs_per_\w+|.*_(?:size|len|count|bytes|per_\w+|nr))$/i

/** What opens a listing of crash or gdb, and the line below it that tells the whole size. */
const listedStruct = /^\s*(?:\/\*\s*offset[^*]{0,40}\*\/\s*)?(?:type = )?struct\s+([A-Za-z_]\w{0,80})\s*\{\s*$/
const listedTotal = /^\s*SIZE:\s*(0x[\da-f]{1,6}|\d{1,7})\s*$|^\s*\/\*\s*total size \(bytes\):\s*(\d{1,7})\s*\*\//i

/** Where a struct's size is printed, line by line: rows of several structs, and what `sizeof` gave on each side. */
export function findSizeRows(message: Message, blocks: readonly TextBlock[], structs: readonly string[]): StatedSize[] {
  const out: StatedSize[] = []
  for (const block of blocks) {
    if (block.where === 'title' || block.where === 'comment') continue
    findSizeTables(message, block, out)
    let rowsLeft = 0
    let heading: Side | null = null
    let listed: string | null = null
    let start = 0
    for (const line of block.text.split('\n').slice(0, 4000)) {
      if (out.length >= maxFound) return out
      const from = start + line.length - line.trimStart().length
      const to = start + line.trimEnd().length
      heading = findSideHeading(line) ?? heading
      const row = rowsLeft > 0 && line.length < 160 ? changeRow.exec(line) : null
      const source = () => sourceIn(message, block, from, to, 'value')
      if (speaksOfSizes.test(line) && !speaksOfOthers.test(line)) rowsLeft = 3
      else if (row?.[1] && row[2] && row[3] && !noStruct.test(row[1])) {
        const found = source()
        if (found) out.push({ struct: row[1], before: Number(row[2]), after: Number(row[3]), sources: [found] })
        rowsLeft = 3
      } else if (line.trim() !== '') rowsLeft--
      // "Before: sizeof(x) = 136": the line names its side itself
      listed = listedStruct.exec(line)?.[1] ?? listed
      const total = listed === null || line.length > 200 ? undefined : listedTotal.exec(line)
      if (total) {
        const found = source()
        const size = Number(total[1] ?? total[2])
        const sizes = { before: heading === 'after' ? null : size, after: heading === 'after' ? size : null }
        if (found) out.push({ struct: listed, ...sizes, sources: [found] })
        listed = null
      }
      const side = findSideHeading(/^[^:]{0,40}:/.exec(line)?.[0] ?? '') ?? heading
      for (const size of [...readSizeof(line, side), ...readFooterLine(line, side), ...readSideSize(line)]) {
        const found = source()
        if (found) out.push({ ...size, sources: [found] })
      }
      start += line.length + 1
    }
  }
  return out.filter(({ struct }) => struct !== null || structs.length > 0)
}

/** `sizeof(struct x)=0x268`, `unsafe.Sizeof(x{}) = 40`, `static_assert(sizeof(X) == 192)`: no unit, yet bytes. */
const printed = new RegExp(
  `\\b(?:sizeof\\s*\\(\\s*(?:struct\\s+|union\\s+|class\\s+)?(?:\\w+::)*(\\w{1,80})\\s*\\)|unsafe\\.Sizeof\\s*\\(\\s*(\\w{1,80})(?:\\{\\})?\\s*\\)|size_of::<\\s*(?:\\w+::)*(\\w{1,80})[^>]{0,40}>\\s*\\(\\s*\\))[\`'"]?\\s*(?:==?|is|was|:|→)\\s*(?:now\\s+)?${number}(?![\\w.%]|\\s*(?:bytes|\\*|/))`,
  'g',
)

function readSizeof(line: string, heading: Side | null): Omit<StatedSize, 'sources'>[] {
  if (!/size_?of/i.test(line) || line.length > 400) return []
  return [...line.matchAll(printed)].flatMap((match) => {
    const struct = match[1] ?? match[2] ?? match[3]
    if (!struct || match[4] === undefined) return []
    const asserts = /\b(?:static_assert|BUILD_BUG_ON|const_assert)\w*!?\s*\(/.test(line.slice(0, match.index))
    const isAfter = heading === 'after' || asserts || /\bnow\b/.test(line)
    const size = Number(match[4])
    return [{ struct, before: isAfter ? null : size, after: isAfter ? size : null }]
  })
}

const tableHead = /\b(?:before|old|base|vanilla)\b[\s|]+(?:after|new|patched)\b/i
const tableRow =
  /^[\s|*]*(?:struct\s+)?([A-Za-z_]\w{2,80})[\s|:]+(\d{1,6})(?:\s*(?:bytes|B))?[\s|]+(?:->\s*)?(\d{1,6})(?:\s*(?:bytes|B))?[\s|]*(?:[+-]?\d{1,6}(?:\s*bytes)?[\s|]*)?$/

/** Rows `name before after` below a heading of both sides, where the lines around speak of sizes. */
function findSizeTables(message: Message, block: TextBlock, out: StatedSize[]): void {
  if (!tableHead.test(block.text) || !/\bsiz\w*\b/i.test(block.text)) return
  const lines = block.text.split('\n').slice(0, 4000)
  let start = 0
  let isOpen = false
  for (const [at, line] of lines.entries()) {
    const row = isOpen && line.length < 160 ? tableRow.exec(line) : null
    if (row?.[1] && !noStruct.test(row[1]) && out.length < maxFound) {
      const from = start + line.length - line.trimStart().length
      const source = sourceIn(message, block, from, start + line.trimEnd().length, 'value')
      if (source) out.push({ struct: row[1], before: Number(row[2]), after: Number(row[3]), sources: [source] })
    } else if (tableHead.test(line) && !/\d/.test(line)) isOpen = speaksOfStructSizes(lines, at)
    else if (line.trim() !== '' && !/^[\s|+=_:-]+$/.test(line)) isOpen = false
    start += line.length + 1
  }
}

/** Whether a table's heading, the lines above it or the one below its rows say that its numbers are sizes in bytes. */
function speaksOfStructSizes(lines: readonly string[], at: number): boolean {
  let end = at + 1
  while (
    end < lines.length &&
    end < at + 60 &&
    (tableRow.test(lines[end] ?? '') || /^[\s|+=_:-]*$/.test(lines[end] ?? ''))
  )
    end++
  const near = [...lines.slice(Math.max(0, at - 3), at + 1), lines[end] ?? ''].join(' ')
  if (speaksOfOthers.test(near)) return false
  return /\bsize_?of\b|\b(?:struct\w*|object|slab)\s+sizes?\b|\bsizes?\s+(?:of\s+(?:the\s+)?struct|\(?in\s+bytes)|\bsize\s*\(bytes\)/i.test(
    near,
  )
}

const sideSize = new RegExp(
  `^[\\W]*(?:(before|without|old|base|vanilla)|(after|with|new|patched))\\b[^:=\\d]{0,24}[:=]\\s*(?:struct\\s+([A-Za-z_]\\w{1,80})\\s*[:=]?\\s*(?:is\\s+)?|sizes?\\s*[:=]?\\s*)${number}\\s*(?:bytes|B)\\b`,
  'i',
)
const sizeSide = new RegExp(
  `^[\\W]*(?:(?:object|struct)\\s+)?sizes?\\s+(?:(before|without)|(after|with))\\b[^:=\\d]{0,24}[:=]\\s*()${number}(?:\\s*(?:bytes|B)\\b|\\s*$)`,
  'i',
)

/** `before: struct x: 200 bytes, 4 cachelines`, `Size after: 192 bytes`. */
function readSideSize(line: string): Omit<StatedSize, 'sources'>[] {
  if (line.length > 160 || !/^\W*[a-z]/i.test(line)) return []
  const match = sideSize.exec(line) ?? sizeSide.exec(line)
  if (!match || match[4] === undefined) return []
  const size = Number(match[4])
  const isBefore = match[1] !== undefined
  return [{ struct: match[3] || null, before: isBefore ? size : null, after: isBefore ? null : size }]
}

/** `struct x { /* size: 88, cachelines: 2, …`: head and foot of a listing on one line, its members left out. */
const footerLine =
  /^\s*(?:struct|union|class)\s+([A-Za-z_]\w{0,80})\s*\{\s*(?:\.{3}\s*)?\/\*\s*size:\s*(\d{1,7})\s*,\s*cachelines:/

function readFooterLine(line: string, heading: Side | null): Omit<StatedSize, 'sources'>[] {
  const match = line.length > 200 ? null : footerLine.exec(line)
  if (!match?.[1] || match[2] === undefined) return []
  const size = Number(match[2])
  return [{ struct: match[1], before: heading === 'after' ? null : size, after: heading === 'after' ? size : null }]
}
