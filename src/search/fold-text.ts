import { hiddenCharacters } from '../text/visible-text.ts'

/** Letters that change nothing a reader sees: controls, zero-width ones, joiners, soft hyphens, tags. */
const unseen = new RegExp(`[${hiddenCharacters}\\u200c\\u200d]|(?<=\\udb40)[\\udc00-\\udfff]`, 'g')

/** Text as the index compares it: full-width and accented letters plain, lower case, unseen characters dropped. */
export function foldText(text: string): string {
  if (!/[^\u0020-\u007e]/.test(text)) return text.toLowerCase()
  return text.replace(unseen, '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** `->` and `::` as `.`, so that every way to write a member compares alike. */
export function foldMember(text: string): string {
  return foldText(text).replace(/->|::/g, '.')
}
