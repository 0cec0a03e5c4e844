import type { RowItem } from './row-items.ts'
import type { TextLine } from './text-blocks.ts'

/** A line of a table and its pieces. */
export type Row = { line: TextLine; items: RowItem[] }

/** Lines of rules and dots. */
export const separator = /^[\s|+=_\-–—:.*~]+$/

/** Whether a piece takes the place of a number. */
export function isNumeric(item: RowItem): boolean {
  return item.kind === 'value' || item.kind === 'change' || item.kind === 'empty'
}

/** Words between numbers of a sentence. */
const joining = /^(?:[,;]\s)?(?:to|and|from|but|while|which|instead|versus)\b|^[,;]\s\w+\s\w/i

/** Words of prose do not stand in rows: at most eight, and fewer than three for each number. */
export function isDataRow(items: RowItem[]): boolean {
  const numbers = items.filter((item) => item.kind === 'value' || item.kind === 'change').length
  if (numbers === 0) return false
  if (items.slice(1).some((item) => item.kind === 'text' && joining.test(item.text))) return false
  let words = 0
  for (const item of items) if (item.kind === 'text') words += item.text.split(/\s+/).length
  // "redirect (upstream path + bulking of frames): 10.1Mpps"
  if (items.length === 2 && items[0]?.kind === 'text' && /\):?$/.test(items[0].text)) return words <= 9
  return numbers >= 2 ? words <= Math.max(4, numbers * 3) : words <= 5 && items.length >= 2
}
