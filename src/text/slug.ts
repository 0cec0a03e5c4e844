/**
 * A name as part of a URL: lower case, accents dropped, runs of anything but letters and digits become `-`.
 * At most 120 characters and 40 hyphens; `untitled` where nothing is left.
 */
export function slug(text: string): string {
  const words = text
    .slice(0, 2000)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .slice(0, 40)
  return words.join('-').slice(0, 120).replace(/-$/, '') || 'untitled'
}

/** What moves a terminal's cursor or colours it (ECMA-48): its letters are no words of a title. */
const terminalSequence =
  /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,16}[@-~]|\u001b\][^\u0007\u001b]{0,1000}(?:\u0007|\u001b\\)|\u001b[ -~]/g

/** The slug of a new case: the first five words of a patch's title, its `subsystem:` counted as words. */
export function titleSlug(title: string): string {
  const words = title
    .replace(terminalSequence, ' ')
    .split(/\s+/)
    .filter((word) => /[A-Za-z0-9]/.test(word))
  return slug(words.slice(0, 5).join(' '))
}
