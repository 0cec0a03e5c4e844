import type { Message } from '../model/message.ts'
import { sourceIn, type TextBlock } from './patch-text.ts'
import type { StatedOffset } from './prose-offsets.ts'

const heading =
  /\b(?:before|old|base|current|orig(?:inal)?|vanilla|unpatched)\b[\s|]+(?:\w+\s+)?\b(?:after|new|patched|this|now)\b/i

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
