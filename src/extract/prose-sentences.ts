import type { TextBlock } from './patch-text.ts'

/** A sentence of a block: its text on one line, and where it starts in the block. */
export type Sentence = { text: string; start: number; block: TextBlock }

const maxSentences = 600

/** A full stop before a blank, an empty line, a heading's colon, a line that begins a list item or a row of offsets. */
const stops =
  /[.;?!](?=\s)|\n[ \t]*\n|(?<=:[ \t]{0,4})\n|\n(?=[^\n]{1,60}:[ \t]*\n)|\n(?=[ \t]*(?:[-*+]|\d+[.)])\s)|\n(?=[ \t]*(?:(?:struct\s+)?(?:offset_?of|unsafe\.\w+of|size_?of|static_assert)\b|\(gdb\)|[\w.>-]{2,60}\s*[:=]\s+(?:offset\s+)?(?:0x)?\d))/g

/**
 * Sentences of a block, line ends and tabs turned to single blanks of the same count, so that an offset in `text` plus
 * `start` is an offset in the block. A full stop ends one only before a blank; an empty line or a list mark does too; so does a heading.
 */
export function splitSentences(block: TextBlock): readonly Sentence[] {
  const known = sentencesOf.get(block)
  if (known) return known
  const sentences = readSentences(block)
  sentencesOf.set(block, sentences)
  return sentences
}

/** A block never changes: the memory is no state. */
const sentencesOf = new WeakMap<TextBlock, Sentence[]>()

function readSentences(block: TextBlock): Sentence[] {
  const flat = block.text.replace(/[\t\r]/g, ' ')
  const out: Sentence[] = []
  let start = 0
  const push = (end: number) => {
    const text = flat.slice(start, end).replace(/\n/g, ' ')
    if (text.trim() !== '' && out.length < maxSentences) out.push({ text, start, block })
    start = end
  }
  for (const stop of flat.matchAll(stops)) {
    if (/\b(?:i\.e|e\.g|vs|etc|approx|cf|resp)$/i.test(flat.slice(Math.max(0, stop.index - 6), stop.index))) continue
    push(stop.index + (stop[0].startsWith('\n') ? 0 : 1))
  }
  push(flat.length)
  return out
}
