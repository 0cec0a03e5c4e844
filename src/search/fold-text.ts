/** Letters that change nothing a reader sees: bidi controls, zero-width ones, soft hyphens. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Text as the index compares it: full-width and accented letters plain, lower case, unseen characters dropped. */
export function foldText(text: string): string {
  if (!/[^\u0020-\u007e]/.test(text)) return text.toLowerCase()
  return text.replace(unseen, '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** `->` and `::` as `.`, so that every way to write a member compares alike. */
export function foldMember(text: string): string {
  return foldText(text).replace(/->|::/g, '.')
}
