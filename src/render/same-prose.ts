/** The letters and digits of a text that may be Markdown: escapes and entities undone. */
const letters = (text: string): string =>
  text
    .replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** True where a page's own prose says what the summary says already. */
export const isSameProse = (body: string, summary: string | null): boolean =>
  summary !== null && letters(body) === letters(summary)
