import type { Message } from '../model/message.ts'

/** Who wrote what a reply quotes, by its attribution ("On …, Ann Writer wrote:"); null where there is none. */
export function findQuotedAuthor(message: Message): string | null {
  for (const part of message.parts)
    for (const region of part.regions) {
      if (region.kind !== 'attribution') continue
      const text = part.lines
        .slice(region.startLine - 1, region.endLine)
        .join(' ')
        .slice(0, 1000)
      const before = /^(.*?)\s{0,4}(?:<[^<>]*>)?\s{0,4}(?:wrote|writes|said)\s{0,4}:?\s*$/i.exec(text)?.[1]
      const name = before
        ?.split(/,\s+|\b(?:AM|PM)\b,?|[+-]\d{4}\b,?|\d{2}:\d{2}(?::\d{2})?\b,?/)
        .at(-1)
        ?.trim()
      if (name && /\p{L}/u.test(name) && !/\d{4}/.test(name) && name.length <= 80) return name.replace(/^"|"$/g, '')
    }
  return null
}
