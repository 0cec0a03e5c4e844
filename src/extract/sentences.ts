import type { Span } from './finding.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

/** A sentence of a block, its lines joined by blanks; `places` says where each line's text begins in it. */
export type Sentence = {
  block: TextBlock
  text: string
  places: { offset: number; line: TextLine; start: number }[]
  at: number
}

const bullet = /^\s*(?:[-*•o]\s|\(?\d{1,2}[.)]\s|\(?[a-zA-Z]\)\s|\[\d\])/
/** "name: 12", "name - 12": a line of its own. */
const labelled = /^\s*[A-Za-z_(][^:=]{0,50}?(?::|\s[-–=]|=)\s+[~+-]?\d/
const end = /[.!?](?=["')\]]?\s+["'(`[]?[A-Z0-9[]|["')\]]?\s*$)/g
const abbreviation = /(?:\b(?:vs|e\.g|i\.e|etc|approx|resp|avg|no|fig|cf|ie|eg|Ie)\.|\b[A-Z]\.)$/
const codeLine =
  /^\s*(?:[$#>]\s\S|[{}]|\/\*|\*\/|#(?:include|define|if|endif)|(?:static|struct|int|void|unsigned|return|if \(|for \()\b.*[;{]$|@@|[-+]{3}\s)|\[k\]|\[kernel|^\s*[|\-`+\s]*--?\s?\d+\.\d+%|^\s*[|\s]*\d+\.\d+%\s{2,}\S+|^\s*\|/

/** "- 28.49% increase in throughput": an item of a list, no line of a call graph. */
const changeItem =
  /^\s*-\s\d+(?:\.\d+)?\s?%\s(?:[a-z]+ ){0,2}?(?:increase|decrease|reduction|improvement|faster|slower|higher|lower|drop|gain|speed-?up|regression|degradation|more|less|fewer|better|worse)\b/i

/** Lines of programs, profiles and call graphs: no prose. */
export function isCodeLine(text: string): boolean {
  if (changeItem.test(text)) return false
  return codeLine.test(text) || (text.includes(';') && statementEnd.test(text) && !endsClause(text))
}

const statementEnd = /;\s*(?:\/\*.*)?$/

/** "28: 2.9%;", "the read test gains 4%, the write test nothing;": a semicolon of prose. */
function endsClause(text: string): boolean {
  if (/\d\s?%\)?;\s*$/.test(text) || /\b(?:to|by|from|of|at) \d[\d.,]*\s?[\w%/]{0,8}\)?;\s*$/.test(text)) return true
  return !/[={}*]|->|::|\w\(/.test(text) && (text.match(/(?:^|\s)[a-z]{2,}(?=[\s,;])/g) ?? []).length >= 5
}

function sentenceAt(
  block: TextBlock,
  segments: { line: TextLine; start: number; end: number }[],
  at: number,
): Sentence | null {
  let text = ''
  const places: Sentence['places'] = []
  for (const segment of segments) {
    const piece = segment.line.text.slice(segment.start, segment.end)
    const lead = piece.length - piece.trimStart().length
    const trimmed = piece.trim()
    if (trimmed === '') continue
    if (text !== '') text += ' '
    places.push({ offset: text.length, line: segment.line, start: segment.start + lead })
    text += trimmed
  }
  return text === '' ? null : { block, text, places, at }
}

/**
 * The sentences of a block, without the lines in `taken` and lines of code. A list item begins one; a full stop
 * before a capital ends one, abbreviations aside.
 */
export function splitSentences(block: TextBlock, taken: Set<TextLine>): readonly Sentence[] {
  if (block.lines.some((line) => taken.has(line))) return readSentences(block, taken)
  const known = wholeBlocks.get(block)
  if (known) return known
  const sentences = readSentences(block, taken)
  wholeBlocks.set(block, sentences)
  return sentences
}

/** Sentences of blocks of which no line was taken: results and setup read the same. A block never changes. */
const wholeBlocks = new WeakMap<TextBlock, Sentence[]>()

function readSentences(block: TextBlock, taken: Set<TextLine>): Sentence[] {
  const sentences: Sentence[] = []
  let segments: { line: TextLine; start: number; end: number }[] = []
  const close = () => {
    const sentence = sentenceAt(block, segments, sentences.length)
    if (sentence) sentences.push(sentence)
    segments = []
  }
  for (const line of block.lines) {
    if (taken.has(line) || isCodeLine(line.text)) {
      close()
      continue
    }
    if (bullet.test(line.text) || labelled.test(line.text)) close()
    let start = 0
    end.lastIndex = 0
    for (let match = end.exec(line.text); match; match = end.exec(line.text)) {
      const stop = match.index + 1
      if (
        abbreviation.test(line.text.slice(Math.max(0, stop - 8), stop)) ||
        bullet.test(line.text.slice(start, stop + 1))
      )
        continue
      segments.push({ line, start, end: stop })
      close()
      start = stop
    }
    if (start < line.text.length) segments.push({ line, start, end: line.text.length })
    if (segments.length > 60) close()
  }
  close()
  return sentences
}

/** Where characters `start` to `end` of a sentence stand: in the line where they begin, cut at its end. */
export function spanIn(sentence: Sentence, start: number, endOffset: number): Span {
  let place = sentence.places[0]
  let next: number | null = null
  for (const [at, candidate] of sentence.places.entries())
    if (candidate.offset <= start) {
      place = candidate
      next = sentence.places[at + 1]?.offset ?? null
    }
  if (!place) throw new Error('spanIn: a sentence without lines')
  const from = place.start + start - place.offset
  const stop = next === null ? endOffset : Math.min(endOffset, next - 1)
  return { line: place.line, start: from, end: Math.max(from + 1, place.start + stop - place.offset) }
}
