import type { Message } from '../model/message.ts'
import { sourceIn, type TextBlock } from './patch-text.ts'
import type { StatedOffset } from './prose-offsets.ts'
import { findSideHeading, type Side } from './side-heading.ts'

const heading =
  /\b(?:before|old|base|current|orig(?:inal)?|vanilla|unpatched)\b[\s|]+(?:\w+\s+)?\b(?:after|new|patched|this|now)\b/i

/** A heading over one number a row: `offset  field`, `member | offset`. */
const offsetFirst = /^[\s|*]*offset\b[\s|]+(?:size\b[\s|]+)?(?:member|field|name)s?\b[\s|]*$/i
const offsetLast = /^[\s|*]*(?:member|field|name)s?\b[\s|]+(?:type\b[\s|]+)?offset\b[\s|]*(?:size\b[\s|]*)?$/i
const firstRow = /^[\s|*]*(0x[\da-f]{1,6}|\d{1,6})[\s|:]+(?:\d{1,6}[\s|]+)?([A-Za-z_]\w{1,80})[\s|;]*$/i
const lastRow =
  /^[\s|*]*([A-Za-z_]\w{1,80})[\s|:]+(?:[A-Za-z_]\w*[\s|*]+)?(0x[\da-f]{1,6}|\d{1,6})[\s|]*(?:\d{1,6}[\s|]*)?$/i

/** Rows of one number below a heading that says "offset"; their side is that of the words above. */
export function findOffsetColumn(
  message: Message,
  block: TextBlock,
  isMember: (word: string) => boolean,
): StatedOffset[] {
  const out: StatedOffset[] = []
  let start = 0
  let form: 'first' | 'last' | null = null
  let misses = 0
  let side: Side = 'before'
  for (const line of block.text.split('\n').slice(0, 4000)) {
    const row = form === 'first' ? firstRow.exec(line) : form === 'last' ? lastRow.exec(line) : null
    const [name, value] = form === 'first' ? [row?.[2], row?.[1]] : [row?.[1], row?.[2]]
    side = findSideHeading(line) ?? side
    if (offsetFirst.test(line)) [form, misses] = ['first', 0]
    else if (offsetLast.test(line)) [form, misses] = ['last', 0]
    else if (form && name && value && (isMember(name) || name.includes('_'))) {
      const from = start + line.length - line.trimStart().length
      const source = sourceIn(message, block, from, start + line.trimEnd().length, 'value')
      if (source && out.length < 400)
        out.push({ name, struct: null, offsetBytes: Number(value), side, sources: [source] })
    } else if (form && /\w/.test(line) && ++misses > 2) form = null
    start += line.length + 1
  }
  return out
}

const listingHead = /^\s*(?:crash>.*)?\s*struct\s+([A-Za-z_]\w{0,80})\s*\{\s*$/
/** `[8] spinlock_t lock;` and `[0x8] …` of crash, `0x008: lock`. */
const bracketRow =
  /^\s*\[(0x[\da-f]{1,6}|\d{1,6})\]\s+[A-Za-z_][\w\s*]{0,80}?[\s*]([A-Za-z_]\w{0,80})(?:\[\w{0,20}\])*(?:\s*:\s*\d+)?;/i
const bareRow = /^\s*[+]?(0x[\da-f]{1,6})\s*[:|]?\s+([A-Za-z_]\w{1,80})[;,]?\s*$/i
/** Rows that have no heading count from the second of them on. */
const leastRows = 2

/** Listings that begin each row with its offset: crash's `struct -o`, bare columns of hexadecimal places and members. */
export function findListedOffsets(
  message: Message,
  block: TextBlock,
  isMember: (word: string) => boolean,
): StatedOffset[] {
  const out: StatedOffset[] = []
  let run: StatedOffset[] = []
  let struct: string | null = null
  let side: Side = 'before'
  let start = 0
  const close = () => {
    if (run.length >= leastRows) out.push(...run)
    run = []
  }
  for (const line of block.text.split('\n').slice(0, 4000)) {
    side = findSideHeading(line) ?? side
    const opened = listingHead.exec(line)?.[1]
    const row = line.length > 200 ? null : (bracketRow.exec(line) ?? bareRow.exec(line))
    if (opened) {
      close()
      struct = opened
    } else if (row?.[1] && row[2] && (struct !== null || isMember(row[2]) || row[2].includes('_'))) {
      const from = start + line.length - line.trimStart().length
      const source = sourceIn(message, block, from, start + line.trimEnd().length, 'value')
      if (source && out.length + run.length < 400)
        run.push({ name: row[2], struct, offsetBytes: Number(row[1]), side, sources: [source] })
    } else if (/^\s*\}/.test(line)) {
      close()
      struct = null
    } else if (!/^\s*\[/.test(line)) close()
    start += line.length + 1
  }
  close()
  return out
}

/** Rows `name before after` below a heading that names the sides, in a text that speaks of offsets nearby. */
export function findOffsetTable(
  message: Message,
  block: TextBlock,
  isMember: (word: string) => boolean,
): StatedOffset[] {
  const out: StatedOffset[] = []
  const lines = block.text.split('\n')
  let start = 0
  let open = 0 // rows may follow while positive
  for (const [index, line] of lines.entries()) {
    const near = lines.slice(Math.max(0, index - 4), index + 1).join(' ')
    if (heading.test(line) && /\boffsets?\b/i.test(near) && !/\d/.test(line)) open = 3
    else if (open > 0) {
      const row =
        /^[\s|*]*([\w.>-]{2,80})[\s|:]+(0x[\da-f]{1,6}|\d{1,6})[\s|]+(?:->\s*)?(0x[\da-f]{1,6}|\d{1,6})[\s|]*$/i.exec(
          line,
        )
      const name = row?.[1]?.replace(/^.*(?:->|\.)/, '') ?? ''
      if (row && (isMember(name) || name.includes('_'))) {
        const source = sourceIn(
          message,
          block,
          start + line.length - line.trimStart().length,
          start + line.trimEnd().length,
          'value',
        )
        if (source)
          for (const [side, value] of [
            ['before', row[2]],
            ['after', row[3]],
          ] as const)
            out.push({ name, struct: null, offsetBytes: Number(value), side, sources: [source] })
      } else if (/\w/.test(line)) open--
    }
    start += line.length + 1
    if (out.length > 400) break
  }
  return out
}
