import { Buffer } from 'node:buffer'
import { unpackBodies } from './packed-text.ts'

/**
 * A beginning to look for, in any case, and what has to stand there: `words` is held against the text that starts
 * `before` bytes earlier. Between two words of raw mail may stand blanks, line ends, quote marks.
 */
type Needle = { start: string; before: number; words: RegExp }

const bareLine =
  /(?:tak(?:es?|ing)|took|steal\w*|stole|br[io]\w+|grab\w*|pull\w*|transfer\w*|invalidat\w*|dirt\w+)[\s>]{1,4}(?:\w{1,9}[\s>]{1,4}){0,2}(?:the|this|that|its|whose|same)[\s>]{1,4}(?:[\w'’]{1,12}[\s>]{1,4}){0,2}lines?\b|\bshare[sd]?[\s>]{1,4}(?:a|one|the|this|that|its)[\s>]{1,4}lines?\b|\b(?:its|their)[\s>]{1,4}own[\s>]{1,4}lines?\b|\slines?[\s>]{1,4}of[\s>]{1,4}(?:its|their)[\s>]{1,4}own\b|\b(?:in|on|to|with)[\s>]{1,4}(?:the|that)[\s>]{1,4}(?:same[\s>]{1,4})?lines?[\s>]{1,4}(?:of|as|with)\b|\slines?[\s>]{1,4}(?:travel|migrat|changes? (?:owner|hands)|(?:has|is|was|gets?)[\s>]{1,4}(?:just |then )?(?:been )?(?:brought|taken|dirtied|invalidated|stolen|exclusive))/i
const packing: Needle = { start: 'base6', before: 0, words: /^base64/i }
const quoting: Needle = { start: 'quote', before: 0, words: /^quoted-printable/i }
const needles: Needle[] = [
  {
    start: 'cache',
    before: 0,
    words: /^cache(?:[\s>=_-]{0,6}lines?|[\s_-]align|[ -](?:bounc|contention|thrash)|_?pad)/i,
  },
  { start: 'false', before: 0, words: /^false(?:ly)?[\s>=_-]{0,6}(?:[a-z0-9]{2,9}[\s>=_-]{1,6}){0,2}shar/i },
  { start: 'shari', before: 5, words: /^true[\s>-]shari/i },
  { start: 'pseud', before: 0, words: /^pseudo[\s-]{0,3}shar/i },
  ...['gpong', '-pong', ' pong', '\npong'].map((start) => ({ start, before: 9, words: /ping[\s>=_-]{0,6}pong/i })),
  // `list-bounces@` stands in the header of most lists, bounce buffers are of DMA
  { start: 'bounc', before: 1, words: /^[^-]bounc(?:e[sd]?|ing)\b(?![@-]|[\s>]{1,4}buffer)/i },
  { start: 'mostl', before: 5, words: /^read[\s_-]mostly|mostly[\s-]read/i },
  { start: 'tenti', before: 3, words: /^contention/i },
  { start: 'tende', before: 3, words: /^contended/i },
  { start: 'tendi', before: 3, words: /^contending/i },
  ...[' hitm', '(hitm', '\nhitm', '\thitm', 'lhitm', 'thitm'].map((start) => ({ start, before: 0, words: /hitm/i })),
  { start: 'coher', before: 0, words: /^coheren(?:ce|cy)/i },
  // "pulls the line", "in the line of", "the line travels": of a cache, where nothing else says so
  ...[' line', '\nline'].map((start) => ({ start, before: 40, words: bareLine })),
  { start: 'destr', before: 0, words: /^destructive(?:ly)?[\s_-]interfer/i },
  ...['dirty', 'dirti'].map((start) => ({
    start,
    before: 0,
    words: /^dirt(?:y|ies|ied|ying)[\s>]{1,4}(?:\w{1,9}[\s>]{1,4}){0,3}(?:cache|lines?\b)/i,
  })),
  packing,
  quoting,
]

const width = 5 // length of every beginning
const windowBytes = 48
/**
 * By two bytes: how far the place of comparison may move on, and which needles (a bit each) begin or end their first
 * five characters so. After Wu and Manber, A fast algorithm for multi-pattern searching (1994).
 */
const shifts = new Uint8Array(0x10000).fill(width - 1)
const heads = new Uint32Array(0x10000)
const tails = new Uint32Array(0x10000)

for (const [index, needle] of needles.entries()) {
  const mark = (into: Uint32Array, at: number) => {
    for (const pair of cases(needle.start.slice(at, at + 2))) into[pair] = (into[pair] ?? 0) | (1 << index)
  }
  mark(heads, 0)
  mark(tails, width - 2)
  for (let at = 1; at < width; at++)
    for (const pair of cases(needle.start.slice(at - 1, at + 1)))
      shifts[pair] = Math.min(shifts[pair] ?? 0, width - 1 - at)
}

/** Two characters as numbers of their bytes, in both cases each. */
function cases(two: string): Set<number> {
  const out = new Set<number>()
  const both = (text: string) => [text.toLowerCase().charCodeAt(0), text.toUpperCase().charCodeAt(0)]
  for (const first of both(two.slice(0, 1))) for (const second of both(two.slice(1))) out.add((first << 8) | second)
  return out
}

/**
 * Whether raw mail or commit text may speak of sharing a cacheline: a look at about every third byte, before anything
 * is decoded or parsed. It lets pass whatever the judgement could detect, and more. Bodies in base64 or
 * quoted-printable are unpacked, roughly, and looked at too.
 */
export function mayMatter(mail: Uint8Array): boolean {
  const bytes = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength)
  const found = search(bytes)
  if (found !== 'packed') return found === 'words'
  return unpackBodies(bytes).some((body) => search(body) === 'words')
}

/** `packed`: no words, but a body that cannot be read as it is. */
function search(bytes: Buffer): 'words' | 'packed' | 'nothing' {
  const end = bytes.length
  let isPacked = false
  let at = width - 1
  while (at < end) {
    const pair = ((bytes[at - 1] ?? 0) << 8) | (bytes[at] ?? 0)
    const shift = shifts[pair] ?? 1
    if (shift > 0) {
      at += shift
      continue
    }
    const start = at - width + 1
    at++
    const head = ((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0)
    let left = (heads[head] ?? 0) & (tails[pair] ?? 0)
    for (let index = 0; left !== 0; index++, left >>>= 1) {
      const needle = needles[index]
      if ((left & 1) === 0 || !needle || !startsWith(bytes, start, needle.start)) continue
      if (!needle.words.test(bytes.toString('latin1', Math.max(0, start - needle.before), start + windowBytes)))
        continue
      if (needle !== packing && needle !== quoting) return 'words'
      isPacked = true
    }
  }
  return isPacked ? 'packed' : 'nothing'
}

/** Letters of any case: a needle is in lower case, its other characters have bit 5 set or are compared as they are. */
function startsWith(bytes: Buffer, start: number, needle: string): boolean {
  for (let at = 0; at < width; at++) {
    const byte = bytes[start + at] ?? 0
    const wanted = needle.charCodeAt(at)
    if (byte !== wanted && !(wanted >= 97 && wanted <= 122 && (byte | 32) === wanted)) return false
  }
  return true
}
