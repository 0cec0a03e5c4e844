import { type FieldLetter, findShard, type IndexReader, isFieldLetter, type Manifest } from './index-format.ts'
import { raise, type Scores } from './scores.ts'

/** A shard's lines are `key TAB code docs code docs …`; a code is a field's letter and a tier's digit. */
const [TAB, NEWLINE, SPACE, DOT] = ['\t', '\n', ' ', '.'].map((mark) => mark.charCodeAt(0))
const MOST_SHARDS = 4

/** A key of the index with the place of its postings in the text that was read. */
export type KeyLine = { key: string; text: string; from: number; to: number }

/** The keys that begin with a text, itself first where it is one; of very many, the first shards' alone. */
export async function findKeys(
  reader: IndexReader,
  manifest: Manifest,
  start: string,
  isWhole: boolean,
): Promise<KeyLine[]> {
  const first = findShard(manifest.keyStarts, start)
  const last = isWhole ? first : Math.min(findShard(manifest.keyStarts, `${start}\uffff`), first + MOST_SHARDS - 1)
  const shards: number[] = []
  for (let shard = first; shard <= last; shard++) shards.push(shard)
  const texts = await Promise.all(shards.map((shard) => reader.keys(shard)))
  return texts.flatMap((text) => findLines(text, isWhole ? `${start}\t` : start))
}

function findLines(text: string, start: string): KeyLine[] {
  const lines: KeyLine[] = []
  let at = text.startsWith(start) ? 0 : text.indexOf(`\n${start}`) + 1
  if (at === 0 && !text.startsWith(start)) return lines
  while (at < text.length && text.startsWith(start, at)) {
    const tab = text.indexOf('\t', at)
    const end = text.indexOf('\n', at)
    const to = end < 0 ? text.length : end
    if (tab < 0) break
    lines.push({ key: text.slice(at, tab), text, from: tab + 1, to })
    at = to + 1
  }
  return lines
}

const digit = (code: number): number => (code < 58 ? code - 48 : code - 87)

/**
 * Reads a line's postings: `worthOf` says what a code is worth to whoever asks, and each of its cases gets at least
 * that. Codes that are worth nothing are skipped. One pass over the text, nothing kept: lines can name every case.
 */
export function readPostings(
  { text, from, to }: KeyLine,
  worthOf: (letter: FieldLetter, tier: number) => number,
  scores: Scores,
): void {
  let at = from
  while (at < to) {
    const letter = text[at] ?? ''
    const tier = digit(text.charCodeAt(at + 1))
    const worth = isFieldLetter(letter) ? worthOf(letter, tier) : 0
    at += 3
    if (worth <= 0) {
      const next = text.indexOf(' ', at)
      at = next < 0 || next >= to ? to : next + 1
      continue
    }
    at = readDocs(text, at, to, (doc) => raise(scores, doc, worth))
  }
}

function readDocs(text: string, from: number, to: number, take: (doc: number) => void): number {
  let doc = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === DOT || code === SPACE || code === NEWLINE || code === TAB) {
      take(doc)
      doc = 0
      if (code !== DOT) return at + 1
    } else doc = doc * 36 + digit(code)
  }
  take(doc)
  return to
}
