const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g

/**
 * Text with everything that hides or reorders it made visible: C0 and C1 controls become U+FFFD, bidi controls, zero
 * widths and tag characters are printed as code points (`[U+202E]`). Not escaped: that is done at the edge.
 */
export function showHidden(text: string): string {
  return text.replace(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0xa0 ? '\ufffd' : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
  })
}
