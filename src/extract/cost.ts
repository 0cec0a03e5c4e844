import type { CaseRecord } from '../model/case.ts'
import type { Message } from '../model/message.ts'
import { findPatchText, sourceIn, type TextBlock } from './patch-text.ts'
import { type Sentence, splitSentences } from './prose-sentences.ts'
import { findProseSizes } from './prose-sizes.ts'

/**
 * What the change costs in memory, as stated. Bytes per object: negative where it saves. `amount` with its `unit`
 * (bytes or cache lines) and `per` what, in the source's words; null where the source does not say.
 */
export type Cost = Omit<NonNullable<CaseRecord['cost']>, 'from'>

const words =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'.split(' ')
const number = `(\\d{1,7}|${words.slice(1).join('|')})`
const bytes = '[\\s-]*(?:bytes?|B)\\b'
const patterns: { pattern: RegExp; sign: 1 | -1 }[] = [
  {
    pattern: new RegExp(
      `\\b(?:an?\\s+)?(?:increase|growth|overhead|cost|addition)\\s+of\\s+(?:about\\s+|only\\s+|just\\s+)?${number}${bytes}`,
      'gi',
    ),
    sign: 1,
  },
  {
    pattern: new RegExp(
      `\\b(?:grow|grew|increas|expand|enlarg|bloat|cost|add|wast|tak|need|consum|use)\\w*\\s+(?:(?!(?:to|from)\\b)\\w+\\s+){0,6}?(?:by\\s+|of\\s+)?(?:about\\s+|only\\s+|just\\s+|an?\\s+)?(?:extra\\s+|additional\\s+|another\\s+)?${number}${bytes}(?:\\s+(?:more|of padding|of memory|extra|bigger|larger))?`,
      'gi',
    ),
    sign: 1,
  },
  {
    pattern: new RegExp(
      `\\b${number}\\s*(?:extra|additional|more)?${bytes}\\s+(?:more|larger|bigger|extra|per\\s+\\w+|for\\s+(?:each|every)\\s+\\w+|(?:in\\s+)?each\\s+\\w+)`,
      'gi',
    ),
    sign: 1,
  },
  {
    pattern: new RegExp(
      `\\b(?:shrink|shrank|reduc|sav|shav|decreas|drop|cut|trim)\\w*\\s+(?:(?!(?:to|from)\\b)[\\w()'\`]+\\s+){0,6}(?:by\\s+|of\\s+)?(?:an?other\\s+)?${number}${bytes}`,
      'gi',
    ),
    sign: -1,
  },
  { pattern: new RegExp(`\\b${number}${bytes}\\s+(?:smaller|less|fewer)\\b`, 'gi'), sign: -1 },
]
const lines = new RegExp(
  `\\b(?:add|cost|tak|need|consum|use|wast|occup|grow|increas|sav|shrink|reduc|cut)\\w*\\s+(?:(?!to\\b|from\\b)[\\w'\`]+\\s+){0,5}(?:by\\s+)?(?:an?\\s+(?:extra|additional|whole|full|further)\\s+|(?:an?\\s+)?${number}\\s+(?:more\\s+|extra\\s+|additional\\s+|whole\\s+|full\\s+)?)cache[\\s-]*lines?\\s+(?:per\\s+|for\\s+(?:each|every)\\s+|in\\s+(?:each|every)\\s+|each\\b)`,
  'gi',
)
const saves = /^(?:sav|shrink|reduc|cut)/i
/** "saves us 8 bytes per tank": the verb stands before what a pattern takes. */
const isSaved = /\b(?:sav|shav|shrink|reduc|cut|trim|free)\w*\s+(?:\w+\s+){0,4}$/i
/** Said of memory that does not change. */
const nothing =
  /\b(?:no|without(?:\s+any)?)\s+(?:change|increase|growth|difference)\s+(?:in|of|to)\s+(?:the\s+)?(?:\w+\s+){0,3}(?:size|memory|footprint)\b|\bcosts?\s+(?:nothing|no\s+(?:extra\s+|additional\s+)?(?:memory|space|bytes))\b|\b(?:struct\w*|object|overall|total)\W+(?:\w+\W+){0,4}size\s+(?:(?:is\s+|stays\s+|remains\s+)(?:unchanged|the\s+same)|does(?:\s+not|n['’]t)\s+(?:change|increase|grow))\b|\bsize\s+of\s+(?:the\s+)?(?:struct\w*\s+)?[`'"]?\w+[`'"]?\s+(?:is\s+unchanged|stays\s+the\s+same|remains\s+the\s+same|does(?:\s+not|n['’]t)\s+(?:change|increase|grow))|\b(?:does|do|did)(?:\s+not|n['’]t)\s+(?:change|increase|grow|affect)\s+(?:the\s+)?(?:overall\s+|total\s+)?(?:struct\w*\s+)?(?:\w+\s+)?(?:size|footprint|memory\s+usage)\b/i

/**
 * The memory cost a patch states: "an increase of 16 bytes (1.49%) per inode", "64 bytes more per queue", "one cache
 * line per CPU", the difference of two stated sizes, or none where the size stays. Null where nothing is said of memory.
 */
export function findCost(message: Message): Cost | null {
  const blocks = findPatchText(message).filter((block) => block.where !== 'title' && block.where !== 'comment')
  const sentences = blocks.flatMap(splitSentences)
  for (const read of [readBytes, readLines])
    for (const sentence of sentences) {
      const cost = read(message, sentence)
      if (cost) return cost
    }
  const difference = findSizeDifference(message, blocks)
  if (difference) return difference
  for (const sentence of sentences) {
    const match = nothing.exec(sentence.text)
    const cost = match ? buildCost(message, sentence, match.index, 0, null, null) : null
    if (cost) return { ...cost, bytesPerObject: 0 }
  }
  return null
}

function readBytes(message: Message, sentence: Sentence): Cost | null {
  if (!/\b(?:bytes?|B)\b/.test(sentence.text)) return null
  for (const { pattern, sign } of patterns) {
    for (const match of sentence.text.matchAll(pattern)) {
      const end = match.index + match[0].length
      const isMemory =
        /\b(?:per|each|every|\w*struct\w*|sizeof|size|objects?|memory|footprint|larger|bigger|smaller|inode|socket|queue|entry|cost|overhead|shrinks?|grows?|holes?|padding)\b/i.test(
          sentence.text,
        )
      const isOther =
        /\b(?:packets?|messages?|payload|requests?|writes?|reads?|i\/o|block size|record|text|code|instructions?|stack)\b[^.]{0,30}$/i.test(
          sentence.text.slice(0, match.index),
        ) ||
        /[-\s]byte\s+(?:cache|align|boundar|packet|message|offset)/i.test(
          match[0] + sentence.text.slice(end, end + 12),
        ) ||
        /^\s*(?:of\s+)?(?:text|code|stack|instructions?)\b/i.test(sentence.text.slice(end))
      const amount = numberOf(match[1])
      if (!isMemory || isOther || amount === null) continue
      const signed = (isSaved.test(sentence.text.slice(0, match.index)) ? -1 : sign) * amount
      const cost = buildCost(message, sentence, match.index, signed, 'bytes', findPer(sentence.text, match.index))
      return cost && { ...cost, bytesPerObject: signed }
    }
  }
  return null
}

/** Costs told in cache lines: how many, of what; how many bytes that is, the line size says and nobody here. */
function readLines(message: Message, sentence: Sentence): Cost | null {
  for (const match of sentence.text.matchAll(lines)) {
    const amount = match[1] === undefined ? 1 : numberOf(match[1])
    if (amount === null) continue
    const sign = saves.test(match[0]) ? -1 : 1
    return buildCost(message, sentence, match.index, sign * amount, 'cache lines', findPer(sentence.text, match.index))
  }
  return null
}

function numberOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const word = words.indexOf(text.toLowerCase())
  return word >= 0 ? word : /^\d+$/.test(text) ? Number(text) : null
}

/** What a cost is counted by: "per hardware queue", "for every UDP socket", "in each group". */
function findPer(text: string, from: number): string | null {
  const found =
    /\b(?:per|for\s+(?:each|every)|in\s+(?:each|every)|each|every)\s+((?:(?!and\b|which\b|that\b|is\b|are\b|in\b|on\b|of\b|with\b|but\b|so\b|when\b|for\b|to\b|as\b)[A-Za-z_][\w-]*\s?){1,3})/i.exec(
      text.slice(from, from + 160),
    )
  return found?.[1]?.trim() ?? null
}

function buildCost(
  message: Message,
  sentence: Sentence,
  from: number,
  amount: number,
  unit: Cost['unit'],
  per: string | null,
): Cost | null {
  const clauseEnd = sentence.text.trimEnd().length
  const source = sourceIn(message, sentence.block, sentence.start + from, sentence.start + clauseEnd, 'value')
  if (!source) return null
  const percent = /\(?\s*[~+]?(\d{1,4}(?:\.\d{1,4})?)\s*%/.exec(sentence.text.slice(from, from + 120))?.[1]
  return {
    text: plain(source.quote),
    bytesPerObject: null,
    percent: percent === undefined ? null : Number(percent),
    amount,
    unit,
    per,
    sources: [source],
  }
}

const plain = (quote: string) =>
  quote
    .replace(/\s*\n[>\s]*/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[.,;]$/, '')
    .trim()
    .slice(0, 400)

/** Two stated sizes of one struct give the difference; the same size twice is no cost. */
function findSizeDifference(message: Message, blocks: readonly TextBlock[]): Cost | null {
  const sizes = findProseSizes(message, blocks, [])
  for (const size of sizes) {
    const other =
      size.before === null || size.after !== null
        ? size
        : sizes.find((one) => one.struct === size.struct && one.before === null && one.after !== null)
    const source = size.sources[0]
    if (size.before === null || !other || other.after === null || !source) continue
    const amount = other.after - size.before
    return {
      text: plain(source.quote),
      bytesPerObject: amount,
      percent: null,
      amount,
      unit: 'bytes',
      per: null,
      sources: other === size ? size.sources : [...size.sources, ...other.sources],
    }
  }
  return null
}
