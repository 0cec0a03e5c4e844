import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { findPatchText, sourceIn, type TextBlock } from './patch-text.ts'
import { type Sentence, splitSentences } from './prose-sentences.ts'
import { findProseSizes } from './prose-sizes.ts'

/** What the change costs in memory, as stated. Bytes per object: negative where it saves. */
export type Cost = { text: string; bytesPerObject: number | null; percent: number | null; sources: Source[] }

const number = '(\\d{1,7})'
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
      `\\b(?:shrink|shrank|reduc|sav|decreas|drop)\\w*\\s+(?:(?!from\\b)[\\w()]+\\s+){0,6}?(?:by\\s+|of\\s+)?${number}${bytes}`,
      'gi',
    ),
    sign: -1,
  },
]

/**
 * The memory cost a patch states: "an increase of 16 bytes (1.49%) per inode", "64 bytes more per queue", the
 * difference of two stated sizes, or none where the size stays. Null where nothing is said of memory.
 */
export function findCost(message: Message): Cost | null {
  const blocks = findPatchText(message).filter((block) => block.where !== 'title' && block.where !== 'comment')
  for (const block of blocks)
    for (const sentence of splitSentences(block)) {
      const cost = readSentence(message, sentence)
      if (cost) return cost
    }
  return findSizeDifference(message, blocks)
}

function readSentence(message: Message, sentence: Sentence): Cost | null {
  if (!/\b(?:bytes?|B)\b/.test(sentence.text) || !/\d/.test(sentence.text)) return null
  for (const { pattern, sign } of patterns) {
    for (const match of sentence.text.matchAll(pattern)) {
      const isMemory =
        /\b(?:per|each|every|struct\w*|sizeof|size|objects?|memory|footprint|larger|bigger|inode|socket|queue|entry|cost|overhead|shrinks?|grows?)\b/i.test(
          sentence.text,
        )
      const isOther =
        /\b(?:packets?|messages?|payload|requests?|writes?|reads?|i\/o|block size|record)\b[^.]{0,30}$/i.test(
          sentence.text.slice(0, match.index),
        ) ||
        /[-\s]byte\s+(?:cache|align|boundar|packet|message|offset)/i.test(
          match[0] + sentence.text.slice(match.index + match[0].length, match.index + match[0].length + 12),
        )
      if (!isMemory || isOther || match[1] === undefined) continue
      return buildCost(message, sentence, match.index, sign * Number(match[1]))
    }
  }
  return null
}

function buildCost(message: Message, sentence: Sentence, from: number, bytesPerObject: number): Cost | null {
  const clauseEnd = sentence.text.trimEnd().length
  const source = sourceIn(message, sentence.block, sentence.start + from, sentence.start + clauseEnd, 'value')
  if (!source) return null
  const percent = /\(?\s*[~+]?(\d{1,4}(?:\.\d{1,4})?)\s*%/.exec(sentence.text.slice(from, from + 120))?.[1]
  return {
    text: plain(source.quote),
    bytesPerObject,
    percent: percent === undefined ? null : Number(percent),
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
  for (const size of findProseSizes(message, blocks, [])) {
    const source = size.sources[0]
    if (size.before === null || size.after === null || !source) continue
    return { text: plain(source.quote), bytesPerObject: size.after - size.before, percent: null, sources: size.sources }
  }
  return null
}
