import type { Message } from '../model/message.ts'
import type { C2c } from '../model/struct-layout.ts'
import { splitQuote } from '../text/quote-prefix.ts'
import { sourceOfLine } from '../text/source-at.ts'

type Count = {
  counter: string
  value: number
  isShare: boolean
  part: number
  line: number
  side: 'before' | 'after' | null
}

/** `Load Remote HITM : 1996`, as `perf c2c report` prints its totals, or as people write such a line. */
const total =
  /^\s*((?:[A-Za-z][\w/()-]*\s+){0,5}?(?:HITMs?|Peer)(?:\s+[A-Za-z][\w/()-]*){0,3}?)\s*[:=]\s*(\d[\d,]*(?:\.\d+)?)\s?(%)?(?=\s|$)/i
const saysBefore = /^\W*(?:before|without|w\/o|old|orig(?:inal)?|vanilla|base(?:line)?|unpatched|stock|mainline)\b/i
const saysAfter = /^\W*(?:after|with|w\/|new|patched|this patch|now)\b/i

/** Totals in the order they stand, with the side that the nearest short line above names. */
function findCounts(message: Message): Count[] {
  const counts: Count[] = []
  message.parts.forEach((part, index) => {
    let side: Count['side'] = null
    part.lines.forEach((line, at) => {
      const { text, depth } = splitQuote(line)
      if (depth > 0 || text.length > 200) return
      const match = total.exec(text)
      if (match) {
        const value = Number((match[2] ?? '').replaceAll(',', ''))
        const counter = (match[1] ?? '').trim().replace(/\s+/g, ' ')
        if (Number.isFinite(value))
          counts.push({ counter, value, isShare: match[3] === '%', part: index, line: at + 1, side })
      } else if (text.trim().length < 80 && text.trim() !== '') {
        if (saysBefore.test(text)) side = 'before'
        else if (saysAfter.test(text)) side = 'after'
      }
    })
  })
  return counts
}

/** Totals told twice, once before and once after: by their words, else in that order. A single one is no comparison. */
export function findEventCounters(message: Message): C2c[] {
  const byName = new Map<string, Count[]>()
  for (const count of findCounts(message)) {
    const key = count.counter.toLowerCase()
    byName.set(key, [...(byName.get(key) ?? []), count])
  }
  return [...byName.values()].flatMap((counts): C2c[] => {
    const [first, second] = counts
    if (!first || !second || counts.length !== 2 || first.isShare !== second.isShare) return []
    const isSwapped = first.side === 'after' && second.side === 'before'
    const [before, after] = isSwapped ? [second, first] : [first, second]
    if (first.side === second.side) return []
    return [
      {
        counter: first.counter,
        object: null,
        member: null,
        offsetBytes: null,
        test: null,
        before: before.value,
        after: after.value,
        unit: first.isShare ? '%' : null,
        runs: null,
        from: 'mail',
        sources: [before, after].map((count) => sourceOfLine(message, count.part, count.line)),
      },
    ]
  })
}
