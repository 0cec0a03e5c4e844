/** The side of a change: the code as it was, or with the patch. */
export type Side = 'before' | 'after'

/** "Before patch :" and "After:" hold for the lines below them, as does "the layout before the change:". */
export function findSideHeading(text: string): Side | null {
  const trimmed = text.trim()
  if (trimmed.length > 80 || !trimmed.endsWith(':')) return null
  if (/^\W*(?:before|without|old|current|original|vanilla)\b/i.test(trimmed)) return 'before'
  if (/^\W*(?:after|with|new|patched|now)\b/i.test(trimmed)) return 'after'
  const isBefore = /\b(?:before|without|prior to)\s+(?:the|this|that|my)\b/i.test(trimmed)
  const isAfter = /\b(?:after|with)\s+(?:the|this|that|it)\b/i.test(trimmed)
  return isBefore === isAfter ? null : isBefore ? 'before' : 'after'
}
