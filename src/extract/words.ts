import { mayHoldAny } from '../text/letter-triples.ts'
import { cuePatterns } from './cue-patterns.ts'
import { askedOf, type TextBlock } from './patch-text.ts'

/** What the words of a patch can point at. */
export type Cue =
  | 'claim'
  | 'pseudo'
  | 'bounce'
  | 'separate'
  | 'shared'
  | 'aligned'
  | 'read-mostly'
  | 'contention'
  | 'written'
  | 'locality'
  | 'straddle'
  | 'together'
  | 'size'
  | 'dma'
  | 'config'
  | 'prefetch'
  | 'page-level'
  | 'cleanup'
  | 'tool'
  | 'infrastructure'
  | 'passing'
  | 'parties'
  | 'mention'
  | 'apart'
  | 'purpose'
export type CueHit = { cue: Cue; block: TextBlock; start: number; end: number }

const maxHits = 400

/** The words of which each cue's pattern needs one. */
export const neededOfCues = cuePatterns.map(([, words, pattern]) => [pattern, words] as const)

/** Every cue in the given blocks, in the table's order; at most 400. */
export function findCues(blocks: TextBlock[]): CueHit[] {
  const hits: CueHit[] = []
  for (const block of blocks) {
    const asked = askedOf(block)
    for (const [cue, needed, pattern] of cuePatterns) {
      if (!mayHoldAny(asked, needed)) continue
      pattern.lastIndex = 0
      for (let match = pattern.exec(block.text); match; match = pattern.exec(block.text)) {
        if (hits.length >= maxHits) return hits
        const isDenied =
          (cue === 'claim' && isNegated(block.text, match.index, match.index + match[0].length)) ||
          (cue === 'mention' && isInside(hits, block, match.index))
        if (!isDenied) hits.push({ cue, block, start: match.index, end: match.index + match[0].length })
      }
    }
  }
  return hits
}

/** A mention that is part of words which say more is none of its own. */
const isInside = (hits: CueHit[], block: TextBlock, at: number): boolean =>
  hits.some((hit) => hit.block === block && hit.start <= at && at < hit.end)

/** "there is no false sharing here", "not about false sharing": said of something that is not there. */
function isNegated(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 60), start).replace(/\s+/g, ' ')
  const after = text.slice(end, end + 40).replace(/\s+/g, ' ')
  if (/\b(?:so|that|to|will|should|must|longer)\b[^.]{0,30}$/i.test(before) && !/\bdue to\s+$/i.test(before))
    return false
  if (
    /\b(?:not|isn't|never|wasn't|nothing)\s+(?:\w+\s+){0,2}(?:about|to do with|due to|caused by|related to|because of|an?|suffer(?:ing)? from|from|see|observe|prone to)\s+(?:any\s+)?$/i.test(
      before,
    )
  )
    return true
  return (
    /\b(?:is|was|there's|has|have|causes?|sees?|introduces?|shows?)\s+(?:\w+\s+)?no\s+$/i.test(before) &&
    !/\bmore\b/i.test(after.slice(0, 8))
  )
}
