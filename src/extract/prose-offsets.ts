import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import {
  asidePattern,
  listPattern,
  looseListPattern,
  offsetPatterns,
  placePattern,
  theyPattern,
} from './offset-patterns.ts'
import { findListedOffsets, findOffsetColumn, findOffsetTable } from './offset-table.ts'
import { sourceIn, type TextBlock } from './patch-text.ts'
import { type Sentence, splitSentences } from './prose-sentences.ts'
import { findSideHeading, type Side } from './side-heading.ts'

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
  /** The one member of a type that a noun names ("the spinlock"); null where none or several have it. */
  findByType: (noun: string) => string | null
  subject: string | null
  /** Members of which the sentence before stated an offset of the code as it is, in its order. */
  lastNames: readonly string[]
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
  findByType: (noun: string) => string | null = () => null,
): StatedOffset[] {
  const out: StatedOffset[] = []
  const push = (found: StatedOffset) => {
    if (!out.some((known) => known.name === found.name && known.side === found.side)) out.push(found)
  }
  for (const block of blocks) {
    if (block.where === 'title' || block.where === 'comment' || !mayState.test(block.text)) continue
    for (const found of findOffsetTable(message, block, isMember)) push(found)
    for (const found of findOffsetColumn(message, block, isMember)) push(found)
    for (const found of findListedOffsets(message, block, isMember)) push(found)
    let heading: Side | null = null
    let last: { index: number; names: string[] } = { index: -1, names: [] }
    const sentences = splitSentences(block)
    for (const [index, sentence] of sentences.entries()) {
      heading = findSideHeading(sentence.text) ?? heading
      if (out.length > 400) return out
      if (!/\d/.test(sentence.text) || !worthReading.test(sentence.text)) continue
      const previous = sentences[index - 1] ?? null
      const lastNames = last.index === index - 1 ? last.names : []
      const found = readSentence({
        message,
        sentence,
        previous,
        isMember,
        findByType,
        subject,
        lastNames,
        blocks,
        heading,
      })
      last = { index, names: namesBefore(found) }
      for (const one of found) push(one)
    }
  }
  return out
}

/** A text, a sentence, that may state an offset: the word, `offsetof`, "byte 8", "+0x48", an arrow. */
const mayState =
  /offset|\bbytes?\b|\bat \+?0x[\da-f]|\bat \+\d|\(\+(?:0x|\d)|\w\s?@\s?\+?\d|^\s*(?:0x[\da-f]{1,4}\b|\[(?:0x)?[\da-f]{1,4}\])|\w\+0x[\da-f]/im
const worthReading =
  /offset|->|=>|→|\bbytes?\b|\b0x[\da-f]{1,4}\b|\bat \+\d|\(\+\d|\w\s?@\s?\+?\d|\bthey\b|\bfrom \d+ to \d/i
const saysOffset =
  /offset|\bat bytes?\s+\d|\(bytes?\s+\d|\bbytes?\s+\d+\s*(?:-|–|to|through)\s*\d|\+0x[\da-f]|\bat \+\d/i

function readSentence(context: Context): StatedOffset[] {
  const out: StatedOffset[] = []
  const { text, block, start } = context.sentence
  const follows = saysOffset.test(context.previous?.text ?? '') && /\bmov(?:e|es|ed|ing)\b/i.test(text)
  const hasWord = saysOffset.test(text) || follows
  const add = (written: string, value: string, side: Side, from: number, to: number) => {
    const struct = findStated(text.slice(from, to))
    const named = findName(context, written, from)
    if (named === null || out.some((known) => known.name === named && known.side === side)) return
    const source = sourceIn(context.message, block, start + from, start + to, 'value')
    if (source) out.push({ name: named, struct, offsetBytes: Number(value.replace('+', '')), side, sources: [source] })
  }
  let named: string[] = []
  const mayList = /(?:at|from)\s.*(?:offset|byte|\+)/i.test(text)
  for (const match of mayList
    ? [...text.matchAll(listPattern), ...(hasWord ? text.matchAll(looseListPattern) : [])]
    : []) {
    const names = splitList(match.groups?.['names'] ?? '').filter((one) => !/^(?:which|that|they|both|all)$/i.test(one))
    const values = (match.groups?.['values'] ?? '').match(/0x[0-9a-fA-F]+|\d+/g) ?? []
    if (values.length < 2) continue
    const used = names.slice(Math.max(0, names.length - values.length))
    const side = findSide(context, match.index, match.index + match[0].length)
    if (used.length !== values.length || used.some((one) => findName(context, one, match.index) === null)) continue
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
  for (const { pattern, needs, needsWord, membersOnly, memberOrWord, side } of offsetPatterns) {
    if ((needsWord && !hasWord && context.heading === null) || !needs.test(text)) continue
    for (const match of text.matchAll(pattern)) {
      const { name = '', value, from, to } = match.groups ?? {}
      const isMember = context.isMember(findName(context, name, match.index) ?? '')
      if ((membersOnly && !isMember) || (memberOrWord && !isMember && !hasWord && context.heading === null)) continue
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
  readAside(context, add)
  readThey(context, add, out)
  return out
}

/** The struct that `offsetof(struct x, …)`, `offset_of!(X, …)`, `unsafe.Offsetof(x{}.…)` name. */
function findStated(text: string): string | null {
  const named =
    /\boffset_?of!?\s*\(\s*(?:struct\s+|class\s+)?(?:\w+::)*(\w{1,80})\s*,/i.exec(text)?.[1] ??
    /\bunsafe\.Offsetof\s*\(\s*\(?[&*]?(\w{1,80})\{\}/.exec(text)?.[1]
  return named ?? null
}

type Add = (written: string, value: string, side: Side, from: number, to: number) => void

/** "x_state is the first word of the second line of struct x (offset 64)": said of the sentence's first word. */
function readAside(context: Context, add: Add): void {
  const { text } = context.sentence
  const first = /^\W*([A-Za-z_]\w+)/.exec(text)?.[1]
  if (!first || findName(context, first, text.indexOf(first)) === null) return
  for (const match of text.matchAll(asidePattern)) {
    const between = text.slice(0, match.index)
    const isNear = wordsBefore(text, match.index)
      .slice(0, 2)
      .some((word) => findName(context, word.text, word.at) !== null)
    const others = (between.match(/[A-Za-z_]\w+/g) ?? []).filter((word) => word !== first && context.isMember(word))
    if (isNear || others.length > 0 || /\d/.test(between) || between.length > 160) continue
    const end = match.index + match[0].length
    add(first, match.groups?.['value'] ?? '', findSide(context, match.index, end), 0, end)
  }
}

const namesBefore = (found: readonly StatedOffset[]): string[] => [
  ...new Set(found.filter(({ side }) => side === 'before').map(({ name }) => name)),
]

/** "x was 8 and y was 16; now they are 64 and 128": the second places, in the order of the first. */
function readThey(context: Context, add: Add, found: readonly StatedOffset[]): void {
  const own = namesBefore(found)
  const names = own.length < 2 ? context.lastNames : own
  if (names.length < 2) return
  for (const match of context.sentence.text.matchAll(theyPattern)) {
    const values = (match.groups?.['values'] ?? '').match(/0x[0-9a-fA-F]+|\d+/g) ?? []
    if (values.length !== names.length) continue
    for (const [index, name] of names.entries())
      add(name, values[index] ?? '', 'after', match.index, match.index + match[0].length)
  }
}

/** "which puts it at offset 64": where the patch brings a member. */
const placing =
  /\b(?:puts?|putting|places?|placing|lands?|landing|brings?|bringing|leaves?|leaving|ends? up)\s+(?:\w+\s+){0,3}$/i

/** "at offset 56": the nearest member named before it; where none is near, the one spoken of last. */
function readPlaces(context: Context, add: Add): void {
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

const afterWords =
  /\b(?:(?<!until |up to |till )now|after(?:wards)?(?!\s+(?:the\s+(?:start|beginning|head|top|commit)|commit|that\s+commit)\b)|becomes?|with (?:the|this) (?:patch|change|commit)|patched|new layout)\b/i
const beforeWords =
  /\b(?:until now|so far|today|was|were|before|used to|previously|currently|without (?:the|this) (?:patch|change))\b/i

/** The side a number is of: words since the number before it, then the sentence's, then the heading's; else the code as it is. */
function findSide(context: Context, from: number, to: number): Side {
  const { text } = context.sentence
  const earlier = text.slice(0, from)
  const last = Math.max(0, ...[...earlier.matchAll(/\d(?!\w)/g)].map((digit) => digit.index))
  const local = text.slice(last, to)
  if (afterWords.test(local)) return 'after'
  if (beforeWords.test(local)) return 'before'
  // "After: lock @ 64, count @ 128": the tag holds to the next one
  const tag = [...earlier.matchAll(/\b(?:(before|old)|after|new)\s*:/gi)].pop()
  if (tag) return tag[1] ? 'before' : 'after'
  if (/\b(?:static_assert|BUILD_BUG_ON|const_assert)\w*!?\s*\(/.test(local)) return 'after' // what the patch asserts
  if (
    /^[^.;]*\b(?:re-?order|re-?arrange|move|place|put|push|align|relocate)\w*\b[^.;]*\bso\s+(?:that|they|it)\b/i.test(
      earlier,
    )
  )
    return 'after'
  if (afterWords.test(text) && !beforeWords.test(text) && !/\bnow\b/i.test(text)) return 'after'
  return context.heading ?? 'before'
}

/** The member a written name means: bare, an "embedded inode" by the member the text uses for it, "it" by the sentence before. */
function findName(context: Context, written: string, from: number): string | null {
  const bare = written
    .replace(/[&@`'"]/g, '')
    .replace(/\(\)$|\[\w*\]$/g, '')
    .replace(/^.*(?:->|\.|:)/, '')
  if (/^(?:it|this|them|which|that)$/i.test(bare)) {
    const own = (context.sentence.text.slice(0, from).match(/[A-Za-z_]\w+/g) ?? []).filter(context.isMember)
    return own.at(-1) ?? findTyped(context, context.sentence.text.slice(0, from)) ?? findSubject(context)
  }
  if (/\]\.$/.test(context.sentence.text.slice(Math.max(0, from - 2), from))) return null // "a->b[0].c": of another struct
  if (/^_*(?:aligned|attribute|packed|align)_*$/i.test(bare)) return null
  if (context.isMember(bare)) return bare
  const before = context.sentence.text.slice(Math.max(0, from - 12), from + written.length)
  const typed = /\b(?:the|this|its)\s+\w+\W*$/i.test(before) ? context.findByType(bare.toLowerCase()) : null
  if (typed) return typed
  if (/\bembedded\s/i.test(before)) {
    const holder = findHolder(context.blocks, bare)
    if (holder) return holder
  }
  if (/\bstruct\s+$/.test(context.sentence.text.slice(Math.max(0, from - 12), from))) return null
  if (notNames.has(bare.toLowerCase()) || /^struct_|^sizeof|^CONFIG_/.test(bare)) return null
  return bare.includes('_') && !/^\d|^_+$/.test(bare) ? bare : null
}

/** The member that the last "the <type>" of a text names. */
function findTyped(context: Context, text: string): string | null {
  const nouns = [...text.matchAll(/\b(?:the|this|its)\s+(\w{3,40})\b/gi)].reverse().slice(0, 6)
  for (const noun of nouns) {
    const found = context.findByType((noun[1] ?? '').toLowerCase())
    if (found) return found
  }
  return null
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
