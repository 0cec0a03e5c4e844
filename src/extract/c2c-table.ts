import type { Message } from '../model/message.ts'
import type { C2c } from '../model/struct-layout.ts'
import { splitQuote } from '../text/quote-prefix.ts'
import { sourceOfLine } from '../text/source-at.ts'

/** How far below its heading a row may stand. */
const maxRows = 12

const counterWord = /\b(?:(remote|local|total|rmt|lcl)[- ]?)?(?:HITMs?|peer(?: snoops?)?)\b/i
const beforeWord = /\b(?:before|base(?:line)?|vanilla|orig(?:inal)?|old|unpatched|without|w\/o)\b/i
const afterWord = /\b(?:after|patched|new|with|w\/)(?![\w/])/i
const row =
  /^\s*[|]?\s*([A-Za-z][^|]{0,60}?)\s*[|:]?\s+(\d[\d,]{0,14}(?:\.\d{1,6})?)(%?)\s*(?:[|]|->|→)?\s+(\d[\d,]{0,14}(?:\.\d{1,6})?)(%?)(?=[\s|(]|$)/

function toNumber(text: string | undefined): number {
  return Number((text ?? '').replaceAll(',', ''))
}

/** The counter in full words, lower case before HITM. */
export function nameCounter(text: string): string | null {
  const match = counterWord.exec(text)
  if (!match) return null
  const side = (match[1] ?? '').toLowerCase().replace('rmt', 'remote').replace('lcl', 'local')
  const name = /peer/i.test(match[0]) ? 'peer' : 'HITM'
  return side ? `${side} ${name}` : name
}

/** A heading names both sides, the unpatched first. */
function isHeading(text: string): boolean {
  if (text.length > 200 || /\d{3,}/.test(text)) return false
  const before = beforeWord.exec(text)
  const after = afterWord.exec(text)
  return before !== null && after !== null && before.index < after.index
}

/**
 * Counts in small tables whose heading names the sides: rows that name the counter, or rows that name the test under
 * a heading that names the counter.
 */
export function findTableCounters(message: Message): C2c[] {
  const found: C2c[] = []
  message.parts.forEach((part, index) => {
    let heading = ''
    let left = 0
    part.lines.forEach((line, at) => {
      const { text, depth } = splitQuote(line)
      if (depth > 0 || text.length > 300) return
      if (isHeading(text)) {
        // Two heading lines in a row are one: the counter above, the sides below.
        heading = left >= maxRows - 1 ? `${heading} ${text}` : text
        left = maxRows
        return
      }
      left--
      const match = left > 0 ? row.exec(text) : null
      if (!match) return
      const label = (match[1] ?? '').trim()
      const own = nameCounter(label)
      const counter = own ?? nameCounter(heading)
      if (counter === null || match[3] !== match[5]) return
      found.push({
        counter,
        object: null,
        member: null,
        offsetBytes: null,
        test: own ? null : label,
        before: toNumber(match[2]),
        after: toNumber(match[4]),
        unit: match[3] === '%' ? '%' : null,
        runs: null,
        from: 'mail',
        sources: [sourceOfLine(message, index, at + 1)],
      })
    })
  })
  return found
}
