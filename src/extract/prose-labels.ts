import { findTestName } from './known-suites.ts'
import { findMetrics } from './metric-direction.ts'

/** A name in a sentence and where it stands. */
export type Label = { text: string; start: number; end: number }

const preposition =
  /\b(?:for|of|in|on|with|under|at|using|both|are|is|the|like|running|as|when|by|between|across|via|while|where|that|including|e\.g\.|namely|:|see|saw|shows?|improves?|increases?|reduces?)\s+/gi
const tail =
  /\s+(?:by|increas\w*|improv\w*|decreas\w*|reduc\w*|dropp?\w*|respectively|is|are|was|were|has|have|had|shows?|showed|gets?|got|went|goes|with|on|in|at|from|to|when|using|under|for|can|we|which|that|the|tests?\b(?=\s+(?:by|increas|improv|show))|benchmarks?\s+(?:by|increas|improv|show|in|on))\b.*$/i

/**
 * The `count` names of a list in a text ("a, b and c", "16/32/64 threads"), in order: the list nearest its end or its
 * start. null where the text holds no such list.
 */
export function findLabelList(text: string, base: number, count: number, side: 'end' | 'start'): Label[] | null {
  const slash = findSlashList(text, base, count)
  const pieces: Label[] = []
  const parts = /,\s*(?:and\s+)?|\s+and\s+|\s*;\s*(?:and\s+)?|\s+&\s+/g
  let from = 0
  for (let match = parts.exec(text); match; match = parts.exec(text)) {
    pieces.push({ text: text.slice(from, match.index), start: from, end: match.index })
    from = parts.lastIndex
  }
  pieces.push({ text: text.slice(from), start: from, end: text.length })
  const starts = pieces.length - count
  for (let step = 0; step <= starts; step++) {
    const at = side === 'end' ? starts - step : step
    const window = pieces.slice(at, at + count)
    const labels = trimList(window, base, count)
    if (labels) return labels
  }
  return slash
}

function trimList(window: Label[], base: number, count: number): Label[] | null {
  const labels: Label[] = []
  for (const [at, piece] of window.entries()) {
    let { text, start } = piece
    if (at === 0) {
      preposition.lastIndex = 0
      let cut = 0
      for (let match = preposition.exec(text); match; match = preposition.exec(text))
        if (preposition.lastIndex < text.length) cut = preposition.lastIndex
      const open = Math.max(text.lastIndexOf('('), text.lastIndexOf(':'))
      cut = Math.max(cut, open + 1)
      start += cut
      text = text.slice(cut)
    }
    if (at === count - 1) text = text.replace(/[).:](?:\s.*)?$/, '').replace(tail, '')
    const lead = text.length - text.trimStart().length
    const trimmed = text.trim().replace(/[.)]+$/, '')
    if (trimmed === '' || trimmed.split(/\s+/).length > 7) return null
    if (/\b(?:we|it|which|this|that|because|respectively)\b/i.test(trimmed)) return null
    labels.push({ text: trimmed, start: base + start + lead, end: base + start + lead + trimmed.length })
  }
  return labels
}

/** "16/32/64 threads", "read/write": one word with `count` parts, and the word behind it. */
function findSlashList(text: string, base: number, count: number): Label[] | null {
  for (const match of text.matchAll(/[\w.-]+(?:\/[\w.-]+)+(?:\s+[a-z]+)?/gi)) {
    const [joined = '', noun = ''] = match[0].split(/\s+/)
    const parts = joined.split('/')
    if (parts.length !== count) continue
    const unit = noun !== '' && !/^(?:by|and|in|on|with|respectively|is|are|for)$/i.test(noun) ? ` ${noun}` : ''
    let at = base + match.index
    return parts.map((part) => {
      const label = { text: `${part}${unit}`, start: at, end: at + part.length }
      at += part.length + 1
      return label
    })
  }
  return null
}

const afterPhrase =
  /^[^,;]{0,60}?\b(?:for|on|in|with|when|at|under|using|of|to|running|by|across)\s+(?<phrase>[^,;()]{1,120})/i
const generic =
  /^(?:the |this |our |my |a |an |all |these |average|total|overall|performance|throughput|patch|test|tests|benchmark|case|cases|workload|kernel|it|change|improvement|both|some|same|most|top|results?|numbers?|case)*$/i

/** The phrase behind a value that says of what it is ("on will-it-scale page_fault1"); null where none does. */
export function phraseAfter(text: string, base: number): Label | null {
  const match = afterPhrase.exec(text)
  const phrase = match?.groups?.['phrase']
  if (!match || phrase === undefined) return null
  const cut =
    phrase.split(/\s+(?:and|while|but|where|which|compared|because|after|before|versus|vs)\s+|\.(?:\s|$)/)[0] ?? phrase
  const trimmed = cut.trim()
  if (trimmed === '' || generic.test(trimmed) || isOnlyMetric(trimmed) || /^\d+%/.test(trimmed)) return null
  const start = base + match[0].length - phrase.length + (phrase.length - phrase.trimStart().length)
  return { text: trimmed, start, end: start + trimmed.length }
}

const leadWords =
  /^(?:\s*(?:and|that|we|see|saw|observed|with|the|this|patch|it|can|also|which|a|an|is|shows?|improves|increases|reduces|decreases|lowers|boosts|raises|cuts|gives|there|while|only|but|still|then|now)\b)+/i
const endWords =
  /\s*\b(?:increas\w*|improv\w*|decreas\w*|reduc\w*|dropp?\w*|degrad\w*|regress\w*|gain\w*|grows?|grew|went|goes|going|rises?|rose|falls?|fell|by|from|to|of|is|are|was|were|has|have|had|been|up|down|about|around|nearly|almost|roughly|over|more|than|shows?|showed|sees?|saw|gets|got|takes?|took|los(?:es?|t)|an?|the|at|with|for|on|in|additional|another|approximately|~|significantly|further|only|just|became|becomes?|boost\w*|speeds?|slows?|factor|least|some|respectively)\s*$/i

/** A phrase without the verbs and small words at its end. */
function trimVerbs(text: string): string {
  let left = text
  for (let round = 0; round < 8; round++) {
    const next = left.replace(endWords, '')
    if (next === left) break
    left = next
  }
  return left.replace(/[\s:~(]+$/, '')
}

/** Whether a phrase holds nothing but metric words. */
function isOnlyMetric(text: string): boolean {
  let left = text
  for (const metric of findMetrics(text)) left = left.replace(metric.metric, ' ')
  return generic.test(left.trim()) || !/[a-z0-9]/i.test(left)
}

/** A verb in the middle of a clause: what follows it is what changes. */
const middleVerb = /\b(?:increas|improv|reduc|decreas|boost|lower|rais|speed|cut|drop|bring|push|mak)\w*\s(?=\S+\s\S)/gi

/** The words before a value that name its subject: from the clause's start to the verb. */
export function phraseBefore(whole: string, base: number): Label | null {
  const text = whole
    .replace(/[\s(:~=–-]+$/, '')
    .replace(/,[^,]*\b(?:average|mean|median|avg|best)? ?(?:of|over)? ?\d* runs?\b[^,]*$/i, '')
  const titled = /(?:^|[.;]\s)\s*(?:[-*•]\s+)?([^.;:]{1,70}):\s*[~(]?$/.exec(whole)
  if (
    titled?.[1] &&
    titled[1].trim().split(/\s+/).length <= 8 &&
    !isOnlyMetric(titled[1]) &&
    !generic.test(titled[1])
  ) {
    const at = whole.indexOf(titled[1], titled.index)
    return { text: titled[1].trim(), start: base + at, end: base + at + titled[1].trim().length }
  }
  const counted = /,\s*\d+ \w+$/.exec(text)
  if (counted) return phraseBefore(text.slice(0, counted.index), base)
  const bare = text.replaceAll('()', '__').replace(/\([^()]*\)/g, (inside) => '_'.repeat(inside.length))
  const clause =
    Math.max(
      bare.lastIndexOf(','),
      bare.lastIndexOf(';'),
      bare.lastIndexOf(':'),
      bare.lastIndexOf(' and '),
      bare.lastIndexOf('('),
    ) + 1
  let from = clause
  if (text.slice(clause - 1, clause + 3) === ' and') from = clause + 3
  const clauseText = text.slice(from)
  const words = clauseText.trim().split(/\s+/).length
  const verb = words > 8 ? [...clauseText.trimEnd().matchAll(middleVerb)].pop() : undefined
  const behind = verb ? trimVerbs(clauseText.slice(verb.index + verb[0].length).replace(leadWords, '')).trim() : ''
  if (verb && behind !== '' && !generic.test(behind) && !isOnlyMetric(behind)) from += verb.index + verb[0].length
  const lead0 = text.slice(from).replace(leadWords, '')
  const start = text.length - lead0.length
  const piece = trimVerbs(lead0)
  const trimmed = piece.trim()
  if (generic.test(trimmed) || isOnlyMetric(trimmed)) return null
  if (trimmed === '' || trimmed.split(/\s+/).length > 14) {
    const name = findTestName(piece)
    return name
      ? { text: name.test, start: base + start + name.start, end: base + start + name.start + name.test.length }
      : null
  }
  const lead = piece.length - piece.trimStart().length
  return { text: trimmed, start: base + start + lead, end: base + start + lead + trimmed.length }
}

/** What a sentence begins with, where it says of what it speaks ("In frobmsg, ...", "With 64 threads ..."); else null. */
export function leadPhrase(text: string): Label | null {
  const match = /^(?:In|On|With|For|Under|Using|Running|When|At) (?:the |a |an |our |my )?([^,;:]{2,90})/.exec(text)
  const phrase = match?.[1]
  if (!match || phrase === undefined) return null
  const trimmed = trimVerbs(phrase.split(/\s(?:the|we|this|it)\s/)[0] ?? phrase).trim()
  if (trimmed === '' || generic.test(trimmed) || isOnlyMetric(trimmed)) return null
  const start = match[0].length - phrase.length
  return { text: trimmed, start, end: start + trimmed.length }
}
