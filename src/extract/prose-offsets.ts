import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { listPattern, offsetPatterns, placePattern } from './offset-patterns.ts'
import { findOffsetTable } from './offset-table.ts'
import { sourceIn, type TextBlock } from './patch-text.ts'
import { type Sentence, splitSentences } from './prose-sentences.ts'

export type Side = 'before' | 'after'
/** An offset that a sentence states of a member, in bytes. */
export type StatedOffset = {
  name: string
  /** The struct that `offsetof(struct x, …)` names; null where the words name none. */
  struct: string | null
  offsetBytes: number
  side: Side
  sources: Source[]
}

type Context = {
  message: Message
  sentence: Sentence
  previous: Sentence | null
  isMember: (word: string) => boolean
  subject: string | null
  blocks: readonly TextBlock[]
  heading: Side | null
}

const notNames = new Set(
  'the this that it its they them and or at to from is are was were of in on by with which struct structure member members field fields lock byte bytes offset offsets start starts cache cacheline cache_line line object objects now currently located placed boundary boundaries both all then respectively same different new old second first third next following beginning end size aligned hole lines consecutive can not only sits lives begins'.split(
    ' ',
  ),
)

/**
 * Offsets stated in prose: lists with "respectively", "x at offset 56", "moves it to offset 64", "offset of x is 8",
 * "x (offset 0)", `offsetof(struct s, x) = 8`, "x: 56 -> 64", rows below "before after". `isMember` tells whether a word is
 * a member's name; `subject` names what "it" stands for where the sentence before names nothing.
 */
export function findProseOffsets(
  message: Message,
  blocks: readonly TextBlock[],
  isMember: (word: string) => boolean,
  subject: string | null,
): StatedOffset[] {
  const out: StatedOffset[] = []
  const push = (found: StatedOffset) => {
    if (!out.some((known) => known.name === found.name && known.side === found.side)) out.push(found)
  }
  for (const block of blocks) {
    if (block.where === 'title' || block.where === 'comment' || !/\boffset|\bbytes?\b/i.test(block.text)) continue
    for (const found of findOffsetTable(message, block, isMember)) push(found)
    let heading: Side | null = null
    const sentences = splitSentences(block)
    for (const [index, sentence] of sentences.entries()) {
      heading = findHeading(sentence.text) ?? heading
      if (out.length > 400) return out
      if (!/\d/.test(sentence.text) || !/\boffset|->|=>|→|\bbytes?\b|\b0x[\da-f]{1,4}\b/i.test(sentence.text)) continue
      const previous = sentences[index - 1] ?? null
      for (const found of readSentence({ message, sentence, previous, isMember, subject, blocks, heading })) push(found)
    }
  }
  return out
}

/** "Before patch :" and "After:" hold for the lines below them. */
function findHeading(text: string): Side | null {
  const trimmed = text.trim()
  if (trimmed.length > 80 || !trimmed.endsWith(':')) return null
  if (/^\W*(?:before|without|old|current|original|vanilla)\b/i.test(trimmed)) return 'before'
  return /^\W*(?:after|with|new|patched|now)\b/i.test(trimmed) ? 'after' : null
}

function readSentence(context: Context): StatedOffset[] {
  const out: StatedOffset[] = []
  const { text, block, start } = context.sentence
  const hasWord = /\boffset/i.test(text)
  const add = (written: string, value: string, side: Side, from: number, to: number) => {
    const struct = /\boffsetof\s*\(\s*(?:struct\s+)?(\w{1,80})\s*,/.exec(text.slice(from, to))?.[1] ?? null
    const named = findName(context, written, from)
    if (named === null || out.some((known) => known.name === named && known.side === side)) return
    const source = sourceIn(context.message, block, start + from, start + to, 'value')
    if (source) out.push({ name: named, struct, offsetBytes: Number(value), side, sources: [source] })
  }
  let named: string[] = []
  for (const match of /(?:at|from)\s.*(?:offset|byte)/i.test(text) ? text.matchAll(listPattern) : []) {
    const names = splitList(match.groups?.['names'] ?? '').filter((one) => !/^(?:which|that|they|both|all)$/i.test(one))
    const values = (match.groups?.['values'] ?? '').match(/0x[0-9a-fA-F]+|\d+/g) ?? []
    if (values.length < 2) continue
    const used = names.slice(Math.max(0, names.length - values.length))
    const side = findSide(context, match.index, match.index + match[0].length)
    if (used.length !== values.length) continue
    named = used
    for (const [index, one] of used.entries())
      add(one, values[index] ?? '', side, match.index, match.index + match[0].length)
  }
  // "a and b, which were at offsets 32 and 40, to the third line (offsets 128 and 136)"
  const target =
    /\bto\b[^.();]{0,60}\(\s*(?:now\s+)?(?:at\s+)?offsets?\s+([\dxa-fA-F,\s]{1,80}?(?:and\s+\w{1,8})?)\s*\)/.exec(text)
  const targets = target?.[1]?.match(/0x[0-9a-fA-F]+|\d+/g) ?? []
  if (target && named.length > 1 && targets.length === named.length)
    for (const [index, one] of named.entries())
      add(one, targets[index] ?? '', 'after', target.index, target.index + target[0].length)
  for (const { pattern, needs, needsWord, membersOnly, side } of offsetPatterns) {
    if ((needsWord && !hasWord && context.heading === null) || !needs.test(text)) continue
    for (const match of text.matchAll(pattern)) {
      const { name = '', value, from, to } = match.groups ?? {}
      if (membersOnly && !context.isMember(name.replace(/[&@`'"]/g, ''))) continue
      const end = match.index + match[0].length
      if (from !== undefined && to !== undefined) {
        add(name, from, 'before', match.index, end)
        add(name, to, 'after', match.index, end)
      } else if (value !== undefined && side === 'both') {
        add(name, value, 'before', match.index, end)
        add(name, value, 'after', match.index, end)
      } else if (value !== undefined && side !== 'both')
        add(name, value, side ?? findSide(context, match.index, end), match.index, end)
    }
  }
  readPlaces(context, add)
  return out
}

/** "which puts it at offset 64": where the patch brings a member. */
const placing =
  /\b(?:puts?|putting|places?|placing|lands?|landing|brings?|bringing|leaves?|leaving|ends? up)\s+(?:\w+\s+){0,3}$/i

/** "at offset 56": the nearest member named before it; where none is near, the one spoken of last. */
function readPlaces(
  context: Context,
  add: (written: string, value: string, side: Side, from: number, to: number) => void,
): void {
  const { text } = context.sentence
  let last: { text: string; at: number } | null = null
  for (const match of text.matchAll(placePattern)) {
    const end = match.index + match[0].length
    const isMove = match.groups?.['word']?.toLowerCase() === 'to' || placing.test(text.slice(0, match.index))
    const near = wordsBefore(text, match.index).find((word) => findName(context, word.text, word.at) !== null)
    const word: { text: string; at: number } | null = near ?? last
    if (!word) continue
    last = word
    add(word.text, match.groups?.['value'] ?? '', isMove ? 'after' : findSide(context, match.index, end), word.at, end)
  }
}

/** Up to seven words before a place, nearest first; none beyond another number. */
function wordsBefore(text: string, at: number): { text: string; at: number }[] {
  const from = Math.max(0, at - 120)
  const words = [...text.slice(from, at).matchAll(/[\w>.:&@`'[\]()-]+/g)].map((word) => ({
    text: word[0].replace(/[.,:;)]+$/, ''),
    at: from + word.index,
  }))
  const near = words.reverse().slice(0, 7)
  const stop = near.findIndex((word) => /^(?:0x)?\d+$/.test(word.text))
  return stop < 0 ? near : near.slice(0, stop)
}

const splitList = (text: string) =>
  text.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|&)\s+|\s*\/\s*/).filter((one) => one !== '')

const afterWords = /\b(?:now|after(?:wards)?|becomes?|with (?:the|this) (?:patch|change|commit)|patched|new layout)\b/i
const beforeWords = /\b(?:was|were|before|used to|previously|currently|without (?:the|this) (?:patch|change))\b/i

/** The side a number is of: words since the number before it, then the sentence's, then the heading's; else the code as it is. */
function findSide(context: Context, from: number, to: number): Side {
  const { text } = context.sentence
  const earlier = text.slice(0, from)
  const last = Math.max(0, ...[...earlier.matchAll(/\d(?!\w)/g)].map((digit) => digit.index))
  const local = text.slice(last, to)
  if (afterWords.test(local)) return 'after'
  if (beforeWords.test(local)) return 'before'
  if (afterWords.test(text) && !beforeWords.test(text) && !/\bnow\b/i.test(text)) return 'after'
  return context.heading ?? 'before'
}

/** The member a written name means: bare, an "embedded inode" by the member the text uses for it, "it" by the sentence before. */
function findName(context: Context, written: string, from: number): string | null {
  const bare = written
    .replace(/[&@`'"]/g, '')
    .replace(/\(\)$|\[\w*\]$/g, '')
    .replace(/^.*(?:->|\.|::)/, '')
  if (/^(?:it|this|them|which|that)$/i.test(bare)) {
    const own = (context.sentence.text.slice(0, from).match(/[A-Za-z_]\w+/g) ?? []).filter(context.isMember)
    return own.at(-1) ?? findSubject(context)
  }
  if (/\]\.$/.test(context.sentence.text.slice(Math.max(0, from - 2), from))) return null // "a->b[0].c": of another struct
  if (/^_*(?:aligned|attribute|packed|align)_*$/i.test(bare)) return null
  if (context.isMember(bare)) return bare
  const before = context.sentence.text.slice(Math.max(0, from - 12), from + written.length)
  if (/\bembedded\s/i.test(before)) {
    const holder = findHolder(context.blocks, bare)
    if (holder) return holder
  }
  if (/\bstruct\s+$/.test(context.sentence.text.slice(Math.max(0, from - 12), from))) return null
  if (notNames.has(bare.toLowerCase()) || /^struct_|^sizeof|^CONFIG_/.test(bare)) return null
  return bare.includes('_') && !/^\d|^_+$/.test(bare) ? bare : null
}

function findSubject(context: Context): string | null {
  const words = context.previous?.text.match(/[A-Za-z_]\w+/g) ?? []
  return words.find((word) => context.isMember(word)) ?? context.subject
}

/** The member through which the text reaches an embedded struct: `vfs_inode.i_rwsem` names `vfs_inode` for "inode". */
function findHolder(blocks: readonly TextBlock[], noun: string): string | null {
  for (const pattern of [/\b([a-z]\w{1,60})\.[a-z_]\w+/g, /\b([a-z]\w{1,60})\b/g])
    for (const block of blocks)
      for (const match of block.text.matchAll(pattern)) if (match[1]?.endsWith(`_${noun}`)) return match[1]
  return null
}
