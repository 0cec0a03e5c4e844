import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { sourceIn, type TextBlock } from './patch-text.ts'
import { type Sentence, splitSentences } from './prose-sentences.ts'
import { sizePatterns, withoutLineCounts } from './size-patterns.ts'
import { findSizeRows } from './size-rows.ts'
import { isStructName } from './struct-words.ts'

/** A size stated of a struct, in bytes; `struct` null: the patch's own. */
export type StatedSize = { struct: string | null; before: number | null; after: number | null; sources: Source[] }

/**
 * Sizes in prose: "sizeof(struct x) remains 96 bytes", "struct x is 56 bytes", "grows from 1072 to 1088 bytes".
 * Only sentences that speak of a struct, an object or its size count; a size without a struct's name is the patch's.
 */
export function findProseSizes(message: Message, blocks: readonly TextBlock[], structs: string[]): StatedSize[] {
  const out: StatedSize[] = [...findFooterSizes(message, blocks), ...findSizeRows(message, blocks, structs)]
  for (const block of blocks) {
    if (block.where === 'title' || block.where === 'comment') continue
    let last = 0
    let earlier = '' // the sentence before may say of which struct the size changes
    for (const sentence of splitSentences(block)) {
      const before = earlier
      earlier = sentence.text
      const sinceLast = sentence.start - last
      last = sentence.start + sentence.text.length
      if (!/\d/.test(sentence.text)) continue
      const speaksOfSize = /\b(?:struct\w*|\w+_struct|size_?of|size|objects?|allocations?)\b/i.test(sentence.text)
      const isNamed = structs.some((name) => sentence.text.includes(name))
      const isFollowing = out.length > 0 && /\b(?:it|its)\b/i.test(sentence.text) && sinceLast < 4
      const changing =
        /^\W*(?:so\s+)?(?:this|it|that)\s+(?:goes|went|shrinks|grows|drops|increases|decreases)\b/i.test(
          sentence.text,
        ) && /\b(?:shrink|grow|reduc|increas|decreas)/i.test(before)
          ? findSubject(before, before.length, structs)
          : undefined
      const isContinued = changing !== undefined
      const carried = isContinued ? changing : isFollowing ? (out.at(-1)?.struct ?? null) : undefined
      if (!speaksOfSize && !isNamed && !isFollowing && !isContinued) continue
      readSentence(message, sentence, structs, carried, isContinued, out)
      if (out.length > 200) return out
    }
  }
  return out
}

/** The last line of a listing that stands for it: "before:" and the comment with `size: 144, cachelines: 3`. */
function findFooterSizes(message: Message, blocks: readonly TextBlock[]): StatedSize[] {
  const out: StatedSize[] = []
  const footer =
    /^[ \t]*(?:[-*][ \t]*)?(before|old|base|vanilla|without|after|new|patched|with)\b[^\n/]{0,40}(?:\/\*[ \t]*)?size:[ \t]*(\d{1,7}),[ \t]*cachelines:/gim
  for (const block of blocks) {
    if (block.where === 'title' || block.where === 'comment') continue
    for (const match of /cachelines:/i.test(block.text) ? block.text.matchAll(footer) : []) {
      const isAfter = /^(?:after|new|patched|with)$/i.test(match[1] ?? '')
      const start = match.index + match[0].length - match[0].trimStart().length
      const source = sourceIn(message, block, start, match.index + match[0].length, 'value')
      const size = Number(match[2])
      if (source && out.length < 20)
        out.push({ struct: null, before: isAfter ? null : size, after: isAfter ? size : null, sources: [source] })
    }
    if (block.text.includes('cachelines:') && !/\bstruct\s+\w+\s*\{/.test(block.text))
      findFootersBelow(message, block, out)
  }
  return out
}

/** Listings cut to their last lines, each below a line that names its side: "pahole -C tank before:". */
function findFootersBelow(message: Message, block: TextBlock, out: StatedSize[]): void {
  let side: 'before' | 'after' | null = null
  let struct: string | null = null
  let start = 0
  for (const line of block.text.split('\n').slice(0, 4000)) {
    const heading =
      /\b(?:(before|without|old|base|vanilla|current)|(after|with|new|patched))\b[^:]{0,40}:\s*$/i.exec(line) ??
      /^\W*(?:(before|without)|(after|with))\b[^/;]{0,70}[,:]?\s*$/i.exec(line)
    const isCommand = /^\s*(?:[$#>]\s*)?pahole\b/.test(line)
    if (heading) side = heading[1] ? 'before' : 'after'
    else if (isCommand && /[-_./](?:patched|after|new|fixed)\b/i.test(line)) side = 'after'
    else if (isCommand) side = 'before'
    else if (/\bbefore(?:\/| and | & )after\b/i.test(line)) side = 'before'
    else if (/^\s*(?:-+>|=+>|to|becomes|vs\.?)\s*:?$/i.test(line)) side = 'after'
    struct =
      /\bpahole\b[^\n]{0,60}?\s(?:-\w?C\s*|--class_name[= ])['"]?(\w{1,80})/.exec(line)?.[1] ??
      /^\s*\$?\s*pahole\s+(?:-\w+\s+)?(\w{1,80})\s*$/.exec(line)?.[1] ??
      struct
    // of a diff of two listings only the footers may be left
    const footer = /^\s*([-+]?)\s*\/\*\s*size:\s*(\d{1,7}),\s*cachelines:/.exec(line)
    const stated = footer?.[1] ? (footer[1] === '-' ? 'before' : 'after') : side
    if (footer?.[2] && stated && out.length < 20) {
      const from = start + line.length - line.trimStart().length
      const source = sourceIn(message, block, from, start + line.trimEnd().length, 'value')
      const size = Number(footer[2])
      if (source) out.push({ struct, before: null, after: null, [stated]: size, sources: [source] })
      side = null
    }
    start += line.length + 1
  }
}

function readSentence(
  message: Message,
  sentence: Sentence,
  structs: string[],
  carried: string | null | undefined,
  isContinued: boolean,
  out: StatedSize[],
): void {
  const taken: [number, number][] = []
  // each form has a unit, an arrow, or the words of a pair
  if (!/\d\s*-?\s*(?:bytes?|B)\b|->|=>|→|\bfrom\b|\bbefore\b|\bvs\b|size/i.test(sentence.text)) return
  const text = withoutLineCounts(sentence.text)
  for (const { pattern, read } of sizePatterns)
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length
      if (taken.some(([from, to]) => match.index < to && end > from)) continue
      if (!isContinued && !/\d\s*-?\s*(?:bytes?|B)\b/.test(match[0]) && !speaksOfStructSize(sentence.text)) continue
      if (
        /\boffsets?\b[^,;]{0,30}$/i.test(sentence.text.slice(0, match.index)) ||
        /^\s*(?:%|KB|MB|GB|Mbps|ops)/.test(sentence.text.slice(end))
      )
        continue
      const isIt = carried !== undefined && (isContinued || /\b(?:it|its)\b/i.test(sentence.text.slice(0, end)))
      const at = match.index + Math.max(0, match[0].indexOf(match[1] ?? ''))
      const named = findSubject(sentence.text, at, structs)
      const subject = isIt ? (named ?? carried) : named
      if (subject === undefined) continue
      taken.push([match.index, end])
      const lead = sentence.text.slice(0, match.index)
      if (/\b(?:holes?|padding|gap|savings?|increase|growth|boundary|multiples?)\s+(?:of\s+)?$/i.test(lead)) continue
      // "three fields with a summary size of 24 bytes"
      if (/\b(?:fields|members)\b/i.test(lead) && /\b(?:summary|combined|total|joint)\s+(?:size\s+)?$/i.test(lead))
        continue
      const isAfter =
        /^\s+now\b/i.test(sentence.text.slice(end)) ||
        /\b(?:after|now|becomes?|with (?:the|this) (?:patch|change))\b/i.test(
          sentence.text.slice(Math.max(0, match.index - 80), end),
        )
      const values = read(Number(match[1]), match[2] === undefined ? null : Number(match[2]), isAfter, text)
      if (values.before === null && values.after === null) continue
      const source = sourceIn(message, sentence.block, sentence.start + match.index, sentence.start + end, 'value')
      if (source) out.push({ struct: subject, ...values, sources: [source] })
    }
}

/** True where a bare number can only be a struct's size: `sizeof(…)`, "size of struct x", "struct x size". */
const speaksOfStructSize = (text: string) =>
  /\bsize_?of\b|\bsize\s+of\s+(?:the\s+)?struct|\bstruct\w*\s+(?:\w+\s+)?size\b/i.test(text) ||
  (/\bstruct/i.test(text) && /\bbytes?\b|\bshrink|\bgrow/i.test(text))

/** The struct a size belongs to; null: "the structure", "the allocation"; undefined: the sentence speaks of something else. */
function findSubject(text: string, at: number, structs: string[]): string | null | undefined {
  const before = text.slice(Math.max(0, at - 160), at)
  let found: string | undefined
  for (const match of before.matchAll(
    /\bsizeof\s*\(\s*(?:struct\s+)?(\w+)\s*\)|\bstruct\s+(\w+)|\bsize\s+of\s+(?:the\s+)?(?:struct\s+)?[`'"]?(\w+)|\bsize_of::<\s*(?:\w+::)*(\w+)|\bunsafe\.Sizeof\s*\(\s*(\w+)|\b(\w+_\w+|[A-Z]\w+)[`'"]?\s+(?:to\s+)?(?:shrink|grow|go(?:es)?\s+(?:from|up|down)|drops?\s+from|increases?\s+from)/g,
  )) {
    const name = match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5] ?? match[6]
    if (match[3] !== undefined && !match[3].includes('_') && !structs.includes(match[3])) continue
    if (name && isStructName(name) && !/^(?:each|slab|struct|structure|allocation)$/.test(name)) found = name
  }
  for (const name of structs) {
    const place = before.lastIndexOf(name)
    if (place >= 0 && found === undefined && !/\w/.test(before[place + name.length] ?? ' ')) found = name
  }
  if (found !== undefined) return found
  if (/\bsize\s*\(?$/i.test(before) || /^size\b/i.test(text.slice(at))) return null
  return /\b(?:struct(?:ure)?s?|sizes?|objects?|sizeof|allocation)\b|^\s*(?:now\s+)?it\b/i.test(before.slice(-90))
    ? null
    : undefined
}
