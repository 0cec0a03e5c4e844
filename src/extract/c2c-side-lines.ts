import type { Message } from '../model/message.ts'
import type { C2c } from '../model/struct-layout.ts'
import { splitQuote } from '../text/quote-prefix.ts'
import { sourceOfLine } from '../text/source-at.ts'

const sideLine =
  /^\s*(?:[-*]\s+)?(?:(before|without|w\/o|base|baseline|vanilla|old|unpatched)|(?:after|with|w\/|patched|new))\b[^:\d]{0,30}:\s+(\S.*)$/i
const amount =
  /(\d[\d,]{0,14}|\bnone|\bno|\bzero)\s+(?:(remote|local|total|rmt|lcl)\b)?\s?(HITMs?|peers?(?:\s+snoops?)?)?/gi
/** How many lines may stand between the two. */
const reach = 4

type SideLine = { isBefore: boolean; part: number; line: number; counts: Map<string, number> }

function nameOf(side: string, noun: string): string {
  const spelt = side.toLowerCase().replace('rmt', 'remote').replace('lcl', 'local')
  return spelt === '' ? noun : `${spelt} ${noun}`
}

function parseSideLine(text: string, part: number, line: number, earlier: SideLine | null): SideLine | null {
  const match = text.length < 300 ? sideLine.exec(text) : null
  const rest = match?.[2]
  if (!match || rest === undefined) return null
  const own = /HITM|peer/i.exec(rest)?.[0] ?? null
  if (own === null && earlier === null) return null
  const noun = /peer/i.test(own ?? [...(earlier?.counts.keys() ?? [])].join()) ? 'peer' : 'HITM'
  const counts = new Map<string, number>()
  for (const found of [...rest.matchAll(amount)].slice(0, 8)) {
    const [, value = '', side = '', counter = ''] = found
    if (side === '' && counter === '') continue
    const name = nameOf(side, noun)
    if (!counts.has(name)) counts.set(name, /^\d/.test(value) ? Number(value.replaceAll(',', '')) : 0)
  }
  return counts.size > 0 ? { isBefore: match[1] !== undefined, part, line, counts } : null
}

/** Two lines that begin with the sides and list counts: "before: 41022 remote HITMs, 90112 local" / "after: none remote". */
export function findSideLineCounters(message: Message): C2c[] {
  const found: C2c[] = []
  message.parts.forEach((part, index) => {
    let earlier: SideLine | null = null
    part.lines.forEach((raw, at) => {
      const { text, depth } = splitQuote(raw)
      if (depth > 0) return
      if (earlier && at - earlier.line > reach) earlier = null
      const one = parseSideLine(text, index, at, earlier)
      if (!one) return
      if (!earlier || earlier.isBefore === one.isBefore) {
        earlier = one
        return
      }
      const [before, after] = earlier.isBefore ? [earlier, one] : [one, earlier]
      for (const [counter, value] of before.counts) {
        const later = after.counts.get(counter)
        if (later === undefined) continue
        found.push({
          counter,
          object: null,
          member: null,
          offsetBytes: null,
          test: null,
          before: value,
          after: later,
          unit: null,
          runs: null,
          from: 'mail',
          sources: [before, after].map((side) => sourceOfLine(message, index, side.line + 1)),
        })
      }
      earlier = null
    })
  })
  return found
}
