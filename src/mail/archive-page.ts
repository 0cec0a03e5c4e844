import { parseSubject } from './subject-tags.ts'

/** A message as an archive's page prints it: no date, no id. */
export type PageMessage = { subject: string; author: string; body: string[]; startLine: number }

/**
 * The messages of archive page text: subject, empty line, `[Author]`, empty line, body; each message repeats the
 * subject. Empty: it is no such page.
 */
export function splitArchivePage(lines: string[]): PageMessage[] {
  const starts = findStarts(lines)
  return starts.map((start, order) => {
    const next = starts[order + 1]
    const body = lines.slice(start + 4, next ?? lines.length)
    while (body.length > 0 && (body.at(-1) ?? '').trim() === '') body.pop()
    return {
      subject: (lines[start] ?? '').trim(),
      author: (lines[start + 2] ?? '').trim().slice(1, -1).trim(),
      body,
      startLine: start + 1,
    }
  })
}

function findStarts(lines: string[]): number[] {
  const first = lines.findIndex((line, index) => index < 20 && isStart(lines, index) && line.trim() !== '')
  if (first < 0) return []
  // Above the first message a page has its own title, nothing else.
  const title = (lines[first] ?? '').trim()
  if (lines.slice(0, first).some((line) => line.trim() !== '' && line.trim() !== title)) return []
  const core = parseSubject(title).title.toLowerCase()
  const starts = [first]
  for (let index = first + 4; index < lines.length; index++) {
    if (!isStart(lines, index)) continue
    const tags = parseSubject(lines[index] ?? '')
    if (tags.title.toLowerCase() === core || tags.isReply || tags.isPatch) starts.push(index)
  }
  return starts
}

function isStart(lines: string[], index: number): boolean {
  const isBelowBlank = index === 0 || (lines[index - 1] ?? '').trim() === ''
  return (
    isBelowBlank &&
    /^\S.{0,998}$/.test(lines[index] ?? '') &&
    lines[index + 1]?.trim() === '' &&
    /^\[[^[\]<>]{1,200}\]\s*$/.test(lines[index + 2] ?? '') &&
    (lines[index + 3] ?? '').trim() === ''
  )
}
