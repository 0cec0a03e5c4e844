/** What may stand between two words of raw mail: blanks, line ends, quote marks, soft line ends of quoted-printable. */
const gap = '[\\s>=_-]{0,6}'
const words = [
  `[Cc]ache${gap}[Ll]ines?`,
  'CACHE_?LINE',
  '[Ff]alse(?:ly)?[\\s>=_-]{1,6}(?:[a-zA-Z0-9]{2,9}[\\s>=_-]{1,6}){0,2}[Ss]har',
  'FALSE[ _-]SHAR',
  '[Ff]alseShar',
  '[Pp]seudo[\\s-]{1,3}[Ss]har',
  `[Pp]ing${gap}[Pp]ong`,
  '[Bb]ounc(?:e|es|ed|ing)\\b',
  '[Cc]ache[ -](?:align|bounc|contention|thrash)',
  'HWCACHE_ALIGN',
  '[Rr]ead_mostly',
  'CachePad',
  'CacheLinePad',
  '@Contended',
  '[Cc]ontention',
  '[Cc]ontended',
  'HITM',
  'destructive',
  'read[ -]mostly',
]
const pattern = new RegExp(words.join('|'))

/**
 * Whether raw mail or commit text, as binary text, may speak of sharing a cacheline: a quick look before anything is
 * parsed. It lets pass whatever the judgement could detect, and much more; base64 is let pass unread.
 */
export function mayMatter(binary: string): boolean {
  return pattern.test(binary)
}
