import type { Token } from './number-text.ts'

const up =
  /^(?:improv\w*|increas\w*|boost\w*|gain\w*|faster|higher|better|speed-?ups?|speeds?|speeding|sped|more|ris\w+|rose|up|uplift\w*|win|wins|winners?|raise[sd]?|grow\w*|grew|enhanc\w*|benefit\w*|larger|greater|jump\w*|add(?:s|ed)?|bump\w*|upside|progress|bigger|climb\w*)$/i
const down =
  /^(?:decreas\w*|reduc\w*|drop\w*|lower\w*|less|fewer|slow\w*|degrad\w*|regress\w*|declin\w*|fall\w*|fell|worse\w*|down|los[est]\w*|cut\w*|shrink\w*|shrank|sav\w+|smaller|deteriorat\w*|hit|penalty|drops|eliminat\w*|shav\w*|hurt\w*|impact|overhead|shorter|quicker)$/i
const noun =
  /^(?:improv\w*|increase\w*|boost|gains?|faster|higher|better|speed-?ups?|more|uplift|wins?|decrease\w*|reduction\w*|drops?|lower|less|fewer|slower|slowdowns?|degradation\w*|regression\w*|decline|loss|worse|savings?|cut|shorter|rise|raise|penalty|overhead|hit|quicker|enhancement|benefit|jump|bump)$/i
const judges = /^(?:improv\w*|better|enhanc\w*|gains?|win|wins|winners?|benefit\w*|boost\w*|uplift\w*)$/i
const judgesWorse = /^(?:regress\w*|degrad\w*|worse\w*|deteriorat\w*|penalty|hurt\w*|loss|hit)$/i
const faster = /^(?:faster|speed-?ups?|speeds|speeding|sped|quicker)$/i

/** What a word says of the number: `sign` as it moves, `judges` where it says better or worse instead of up or down. */
export type ChangeWord = {
  at: number
  sign: 1 | -1
  judges: 'better' | 'worse' | null
  /** What it says of speed, whatever the metric: "9% faster", "2% slower", "the winner with 9%". */
  isOfSpeed: 'better' | 'worse' | null
  isFaster: boolean
  printed: string
}

/** Where a sentence says that something changes, in order. */
export function findChangeWords(tokens: readonly Token[]): ChangeWord[] {
  const found: ChangeWord[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word') continue
    const word = token.printed
    const isBehindPercent = tokens[at - 1]?.printed.endsWith('%') ?? false // "3.2% above the parent"
    const isUp = up.test(word) || (isBehindPercent && /^above$/i.test(word))
    if (!isUp && !down.test(word) && !(isBehindPercent && /^below$/i.test(word))) continue
    if (/^up$/i.test(word) && /^to$/i.test(tokens[at + 1]?.printed ?? '')) continue
    if (/^(?:more|less)$/i.test(word) && /^than$/i.test(tokens[at + 1]?.printed ?? '')) continue
    if (/^overhead|^impact|^hit$/i.test(word) && tokens[at - 1]?.kind !== 'number') continue
    if (/^(?:lower|higher)$/i.test(word) && /^(?:is|the)$/i.test(tokens[at + 1]?.printed ?? '')) continue
    const lead = [2, 1].map((back) => tokens[at - back]?.printed.toLowerCase() ?? '').join(' ')
    if (/^(?:not a|not an|\S* no)$/.test(lead) && !isUp) continue // "NOT a regression"
    const quick = faster.test(word)
    found.push({
      at,
      sign: isUp || quick ? 1 : -1,
      judges: judges.test(word) ? 'better' : judgesWorse.test(word) ? 'worse' : null,
      isOfSpeed: quick || /^winners?$/i.test(word) ? 'better' : /^slow/i.test(word) ? 'worse' : null,
      isFaster: quick,
      printed: word,
    })
  }
  return found
}

/** The change word that goes with a percentage: a noun right behind it, else the verb before it, else one after it. */
export function changeWordFor(
  words: ChangeWord[],
  tokens: readonly Token[],
  from: number,
  to: number,
  least: number,
  most: number,
): ChangeWord | null {
  const behind = words.find(
    (word) =>
      word.at >= to && word.at <= to + 4 && word.at < most && noun.test(word.printed) && !hasStop(tokens, to, word.at),
  )
  if (behind) return behind
  let before: ChangeWord | null = null
  for (const word of words) if (word.at < from && word.at >= least && word.at >= from - 24) before = word
  if (before) return before
  return words.find((word) => word.at >= to && word.at <= to + 12 && word.at < most) ?? null
}

function hasStop(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (/^(?:[,;.]|and|but)$/.test(tokens[at]?.printed ?? '')) return true
  return false
}
