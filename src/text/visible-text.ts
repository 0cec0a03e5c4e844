/**
 * Characters that hide or reorder what stands around them, for a class of a pattern: C0 and C1 controls but tab and
 * line feed, soft hyphens, fillers, zero widths, bidi controls (UAX 9), line separators, format controls, and (as the
 * first half of a surrogate pair) tags and further variation selectors.
 */
export const hiddenCharacters =
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\udb40'
const hidden = new RegExp(`\\udb40[\\udc00-\\udfff]|(?!\\udb40)[${hiddenCharacters}]`, 'g')

/** A quick look that most texts need no second after: what else begins with \udb40 is told apart by the pattern above. */
const mayHide = new RegExp(`[${hiddenCharacters}]`)

/**
 * Text with everything that hides or reorders it made visible: C0 and C1 controls become U+FFFD, bidi controls, zero
 * widths and tag characters are printed as code points (`[U+202E]`). Not escaped: that is done at the edge.
 */
export function showHidden(text: string): string {
  if (!mayHide.test(text)) return text
  return text.replace(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0xa0 ? '\ufffd' : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
  })
}

/** JSON with the same characters as escapes: it reads back the same, and shows itself as it is. */
export function escapeHidden(json: string): string {
  if (!mayHide.test(json)) return json
  return json.replace(hidden, (found) =>
    found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}
