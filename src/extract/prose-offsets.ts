import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { sourceIn, type TextBlock } from './patch-text.ts'
import { type Sentence, splitSentences } from './prose-sentences.ts'

export type Side = 'before' | 'after'
/** An offset that a sentence states of a member, in bytes. */
export type StatedOffset = { name: string; offsetBytes: number; side: Side; sources: Source[] }

const number = '(?:0x[0-9a-fA-F]{1,6}|\\d{1,6})(?![\\w%-]|[.,]\\d)'
const name = '(?:[&@`\'"]{0,2}(?:\\w{1,60}(?:->|\\.|::)){0,3}[A-Za-z_]\\w{1,60}(?:\\[\\w*\\])?(?:\\(\\))?[`\'"]?)'
const listOf = (one: string) => `${one}(?:\\s*,\\s*(?:and\\s+|or\\s+)?${one}|\\s*(?:/|\\s(?:and|&)\\s)\\s*${one}){0,30}`
const at = '(?:(?:byte|member|struct(?:ure)?)\\s+)?offsets?\\s+(?:of\\s+|is\\s+|=\\s*)?'

const patterns = {
  lists: new RegExp(
    `(${listOf(name)})\\s*,?\\s+(?:(?:are|is|was|were|start|starts|sit|sits|live|lives|lie|lies|begin|begins|located|placed|reside|resides|now|currently|both|all|then|which)\\s+){0,4}(?:found\\s+)?(?:at|from)\\s+(?:the\\s+)?(?:byte\\s+)?${at}(${listOf(number)})`,
    'gi',
  ),
  at: new RegExp(
    `\\b(at|to)\\s+(?:the\\s+)?(?:(?:cache[- ]?line[- ]aligned|aligned|new|byte)\\s+)?${at}(${number})`,
    'gi',
  ),
  more: new RegExp(`(${name})\\s+(at)\\s+(?:(?:byte\\s+)?offset\\s+)?(${number})`, 'gi'),
  moved: new RegExp(
    `\\bmov(?:e|es|ed|ing)\\s+(${name})\\s+(?:\\w+\\s+){0,4}?(?:from\\s+(?:${at})?(${number})\\s+)?to\\s+(?:${at})?(${number})`,
    'gi',
  ),
  offsetOf: new RegExp(
    `\\b(?:offset|position)\\s+(?:of|for)\\s+(?:the\\s+)?(${name})\\s+(?:\\w+\\s+){0,4}?(?:from\\s+(${number})\\s+(?:bytes\\s+)?to\\s+(${number})|(?:is|was|becomes|to|at|=|:)\\s*(${number}))`,
    'gi',
  ),
  bracket: new RegExp(
    `(${name})\\s*\\(\\s*(?:at\\s+|now\\s+)?(?:byte\\s+)?offset:?\\s*(${number})(?:\\s*(?:->|=>|→|to)\\s*(${number}))?`,
    'gi',
  ),
  macro: new RegExp(
    `\\boffsetof\\s*\\(\\s*(?:struct\\s+)?\\w{1,80}\\s*,\\s*(${name})\\s*\\)\\s*(?:==?|is|was|:|becomes|moves?|goes|changes)?\\s*(?:from\\s+)?(${number})(?:\\s*(?:->|=>|→|to)\\s*(${number}))?`,
    'gi',
  ),
  arrow: new RegExp(`(${name})\\s*:?\\s+(?:offset\\s+)?(${number})\\s*(?:->|=>|→)\\s*(${number})`, 'gi'),
  fromTo: new RegExp(
    `(${name})\\s+(?:\\w+\\s+){0,3}?(?:from\\s+${at}(${number})\\s+to\\s+(?:${at})?(${number}))`,
    'gi',
  ),
}

const notNames = new Set(
  'the this that it its they them and or at to from is are was were of in on by with which struct structure member members field fields lock byte bytes offset offsets start starts cache cacheline line object objects now currently located placed boundary boundaries both all then respectively same different new old second first third next following beginning end size aligned hole lines consecutive can not only sits lives begins'.split(
    ' ',
  ),
)

/**
 * Offsets stated in prose: lists with "respectively", "x at offset 56", "moves it to offset 64", "offset of x is 8",
 * "x (offset 0)", `offsetof(struct s, x) = 8`, "x: 56 -> 64". `isMember` tells whether a word is a member's name;
 * `subject` names what "it" stands for where the sentence before names nothing.
 */
export function findProseOffsets(
  message: Message,
  blocks: TextBlock[],
  isMember: (word: string) => boolean,
  subject: string | null,
): StatedOffset[] {
  const out: StatedOffset[] = []
  for (const block of blocks) {
    if (block.where === 'title' || block.where === 'comment') continue
    const sentences = splitSentences(block)
    const table = /\boffsets?\b/i.test(block.text)
    for (const [index, sentence] of sentences.entries()) {
      if (out.length > 400) return out
      if (!/\d/.test(sentence.text) || !(table && (/\boffset/i.test(sentence.text) || /->|=>|→/.test(sentence.text))))
        continue
      const context = { message, sentence, previous: sentences[index - 1] ?? null, isMember, subject, blocks }
      for (const found of readSentence(context))
        if (!out.some((known) => known.name === found.name && known.side === found.side)) out.push(found)
    }
  }
  return out
}

type Context = {
  message: Message
  sentence: Sentence
  previous: Sentence | null
  isMember: (word: string) => boolean
  subject: string | null
  blocks: TextBlock[]
}

function readSentence(context: Context): StatedOffset[] {
  const out: StatedOffset[] = []
  const { text } = context.sentence
  const side = findSide(context.sentence)
  const add = (written: string | undefined, value: string | undefined, which: Side, from: number, to: number) => {
    const named = findName(context, written ?? '', from)
    if (named === null || value === undefined) return
    if (out.some((known) => known.name === named && known.side === which)) return
    const { block, start } = context.sentence
    const source = sourceIn(context.message, block, start + from, start + to, 'value')
    if (source) out.push({ name: named, offsetBytes: Number(value), side: which, sources: [source] })
  }
  for (const match of text.matchAll(patterns.lists)) {
    const names = splitList(match[1] ?? '')
    const values = (match[2] ?? '').match(/0x[0-9a-fA-F]+|\d+/g) ?? []
    if (values.length < 2 && names.length < 2) continue
    const used = names.length > values.length ? names.slice(names.length - values.length) : names
    if (used.length === values.length)
      for (const [index, one] of used.entries())
        add(one, values[index], side, match.index, match.index + match[0].length)
  }
  const pairs = (pattern: RegExp) => {
    for (const match of text.matchAll(pattern)) {
      const [first, second] = [match[2], match[3]]
      const end = match.index + match[0].length
      if (first !== undefined && second !== undefined) {
        add(match[1], first, 'before', match.index, end)
        add(match[1], second, 'after', match.index, end)
      } else add(match[1], first ?? second, pattern === patterns.moved ? 'after' : side, match.index, end)
    }
  }
  for (const pattern of [patterns.moved, patterns.fromTo, patterns.bracket, patterns.macro, patterns.arrow])
    if (pattern !== patterns.moved || /offset/i.test(text)) pairs(pattern)
  for (const match of text.matchAll(patterns.offsetOf)) {
    const end = match.index + match[0].length
    if (match[2] !== undefined) {
      add(match[1], match[2], 'before', match.index, end)
      add(match[1], match[3], 'after', match.index, end)
    } else add(match[1], match[4], side, match.index, end)
  }
  for (const match of text.matchAll(patterns.at)) {
    const isMove = match[1]?.toLowerCase() === 'to'
    const end = match.index + match[0].length
    for (const word of wordsBefore(text, match.index)) {
      if (findName(context, word.text, word.at) === null) continue
      add(word.text, match[2], isMove ? 'after' : side, word.at, end)
      break
    }
  }
  for (const match of text.matchAll(patterns.more))
    if (/\boffsets?\b/i.test(text)) add(match[1], match[3], side, match.index, match.index + match[0].length)
  return out
}

/** Up to seven words before a place, nearest first. */
function wordsBefore(text: string, at: number): { text: string; at: number }[] {
  const from = Math.max(0, at - 120)
  const words = [...text.slice(from, at).matchAll(/[\w>.:&@`'[\]()-]+/g)].map((word) => ({
    text: word[0],
    at: from + word.index,
  }))
  return words.reverse().slice(0, 7)
}

const splitList = (text: string) =>
  text.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|&)\s+|\s*\/\s*/).filter((one) => one !== '')

/** A sentence speaks of the patched side where it says so; else of the code as it is. */
function findSide(sentence: Sentence): Side {
  if (
    /\b(?:after (?:the|this) (?:patch|change|commit)|with (?:the|this) (?:patch|change) applied|with (?:the|this) (?:patch|change)|after(?:wards)?\s*[:,]|^\s*after\b|now (?:starts?|sits?|lives?|begins?|at|is|are)|new layout|patched)\b/i.test(
      sentence.text,
    )
  )
    return 'after'
  return 'before'
}

/** The member a written name means: bare, an "embedded inode" by the member the text uses for it, "it" by the sentence before. */
function findName(context: Context, written: string, from: number): string | null {
  const bare = written
    .replace(/[&@`'"]/g, '')
    .replace(/\(\)$|\[\w*\]$/g, '')
    .replace(/^.*(?:->|\.|::)/, '')
  if (/^(?:it|this|them|which|that)$/i.test(bare)) return findSubject(context)
  if (context.isMember(bare)) return bare
  const before = context.sentence.text.slice(Math.max(0, from - 12), from + written.length)
  if (/\bembedded\s/i.test(before)) {
    const holder = findHolder(context.blocks, bare)
    if (holder) return holder
  }
  if (notNames.has(bare.toLowerCase())) return null
  return /_|\d/.test(bare) && !/^\d/.test(bare) ? bare : null
}

function findSubject(context: Context): string | null {
  const words = context.previous?.text.match(/[A-Za-z_]\w+/g) ?? []
  return words.find((word) => context.isMember(word)) ?? context.subject
}

/** The member through which the text reaches an embedded struct: `vfs_inode.i_rwsem` names `vfs_inode` for "inode". */
function findHolder(blocks: TextBlock[], noun: string): string | null {
  for (const block of blocks)
    for (const match of block.text.matchAll(/\b([a-z]\w{1,60})\.[a-z_]\w+/g))
      if (match[1]?.endsWith(`_${noun}`)) return match[1]
  for (const block of blocks)
    for (const match of block.text.matchAll(/\b([a-z]\w{1,60})\b/g)) if (match[1]?.endsWith(`_${noun}`)) return match[1]
  return null
}
