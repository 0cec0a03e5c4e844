import type { FileDiff } from '../model/diff.ts'
import type { Message } from '../model/message.ts'
import type { Problem } from '../model/problem.ts'
import type { DiffRange } from './diff-text.ts'

const bidiControl = /[\u202a-\u202e\u2066-\u2069]/
const strangeSign = /[\0\ufffd]/

/**
 * What is wrong with a message's text: lost line breaks, NULs, hidden controls, a cut patch. `texts`: those of the
 * parts, each in one piece and with its NULs, for what one look over all lines can say.
 */
export function findTextProblems(message: Message, diffs: DiffRange[][], texts: readonly string[]): Problem[] {
  const where = `${message.file}:${message.fileLine} <${message.id}>`
  const problems: Problem[] = []
  const add = (code: Problem['code'], severity: Problem['severity'], text: string, whatToDo: string): void => {
    problems.push({ code, severity, where, message: text, whatToDo })
  }
  if (message.parts.some((part) => part.rawLines.some(isFlattened)))
    add(
      'flattened-message',
      'error',
      'the message has lost its line breaks; nothing is read from it',
      'Fetch the original.',
    )
  const strange = message.parts.flatMap((part, index) =>
    strangeSign.test(texts[index] ?? '')
      ? part.rawLines.flatMap((line, at) => (line.includes('\ufffd') ? at + 1 : []))
      : [],
  )
  if (strange.length > 0)
    add(
      'nul-bytes',
      'warning',
      `the text holds NULs or bytes of no character, shown as U+FFFD (${strange.length === 1 ? 'in' : 'first in'} line ${strange[0]} of its part)`,
      'Compare with the original.',
    )
  if (bidiControl.test(message.subject) || texts.some((text) => bidiControl.test(text)))
    add(
      'bidi-controls',
      'warning',
      'the text holds characters that reorder what is shown',
      'Read it with them made visible.',
    )
  if (message.parts.some(({ rawLines }) => isEncoded(rawLines)))
    add('bad-encoding', 'warning', 'the text is base64 that no header announces; it is not decoded', 'Fetch it again.')
  const tags = findStrangeTags(message)
  if (tags !== null) add('bad-header', 'warning', tags, 'Look at the series; nothing is guessed from it.')
  const bad = findBadDiff(message, diffs)
  if (bad !== null) add('bad-patch', 'warning', bad, 'The patch was cut, wrapped or edited on its way: compare it.')
  return problems
}

/** Three full lines of base64 or more, and nothing else. */
function isEncoded(rawLines: readonly string[]): boolean {
  let count = 0
  let isLast = false // a shorter line can only be the last one
  for (const line of rawLines) {
    if (line.trim() === '') continue
    if (isLast || !/^[A-Za-z0-9+/]{1,80}={0,2}\r?$/.test(line)) return false
    isLast = line.length < 60
    count++
  }
  return count >= 3
}

/** Numbers of a patch's subject that cannot be; null where all can. */
function findStrangeTags({ tags }: Message): string | null {
  if (!tags.isPatch) return null
  const version = tags.tags.flatMap((tag) => tag.split(' ')).find((word) => /^v\d{4,}$/i.test(word))
  if (version !== undefined)
    return `expected a version of at most three digits in the subject, found ${version.slice(0, 40)}; it is taken as none`
  const { index, total } = tags
  const isOutside = index !== null && total !== null && index > total
  return isOutside ? `expected a place in the series, found ${index}/${total} in the subject` : null
}

/** What of a message's diffs does not hold what it should; null where all of it does. */
function findBadDiff(message: Message, diffs: DiffRange[][]): string | null {
  const ranges = diffs.flat()
  const bad = ranges.flatMap(({ badHunks }) => badHunks)
  const count = ranges.reduce((sum, { files }) => sum + files.reduce((all, { hunks }) => all + hunks.length, 0), 0)
  if (bad.length > 0)
    return `${bad.length} of ${count} hunks hold more or fewer lines than their headers count (the first at line ${bad[0]} of its part); facts are taken from the lines that are there`
  const isEmpty = ({ status, isBinary, hunks }: FileDiff): boolean =>
    status === 'modified' && !isBinary && hunks.length === 0
  if (ranges.some(({ files }) => files.some(isEmpty)))
    return 'expected hunks below the header of each file, found none that can be read below some'
  if (ranges.length > 0 || message.tags.isReply) return null
  const isBroken = message.parts.some(({ rawLines }) => rawLines.some((line, at) => isLostDiff(line, rawLines[at + 1])))
  return isBroken ? 'expected a diff, found parts of one that cannot be read; the words alone are judged' : null
}

/** A header of a file or a hunk at the start of a line where no diff was read. */
function isLostDiff(line: string, next: string | undefined): boolean {
  const first = line[0]
  if (first !== 'd' && first !== '@' && first !== '-') return false
  if (/^diff --git a\/\S+ b\/\S+\s*$/.test(line)) return true
  if (/^@@ -\d{1,10}(?:,\d{1,10})? \+\d{1,10}(?:,\d{1,10})? @@/.test(line)) return true
  return /^--- a\/\S/.test(line) && /^\+\+\+ b\/\S/.test(next ?? '')
}

/** A diff's header and hunk in the middle of one long line: the line breaks are gone. */
export function isFlattened(line: string): boolean {
  return line.length > 200 && /\S\s{1,8}diff --git a\/\S+ b\/\S+ /.test(line.slice(0, 100_000)) && / @@ -\d+/.test(line)
}
