import type { Message } from '../model/message.ts'
import type { Problem } from '../model/problem.ts'
import type { DiffRange } from './diff-text.ts'

/** What is wrong with a message's text: lost line breaks, NULs, hidden controls, a cut patch. */
export function findTextProblems(message: Message, diffs: DiffRange[][]): Problem[] {
  const where = `${message.file}:${message.fileLine} <${message.id}>`
  const problems: Problem[] = []
  const add = (code: Problem['code'], severity: Problem['severity'], text: string, whatToDo: string): void => {
    problems.push({ code, severity, where, message: text, whatToDo })
  }
  const holds = (isSo: (line: string) => boolean): boolean => message.parts.some((part) => part.rawLines.some(isSo))
  if (holds(isFlattened))
    add(
      'flattened-message',
      'error',
      'the message has lost its line breaks; nothing is read from it',
      'Fetch the original.',
    )
  if (holds((line) => line.includes('\ufffd')))
    add(
      'nul-bytes',
      'warning',
      'the text holds NULs or bytes of no character, shown as U+FFFD',
      'Compare with the original.',
    )
  if (holds((line) => /[\u202a-\u202e\u2066-\u2069]/.test(line)))
    add(
      'bidi-controls',
      'warning',
      'the text holds characters that reorder what is shown',
      'Read it with them made visible.',
    )
  if (diffs.some((ranges) => ranges.some((range) => range.isCut)))
    add(
      'bad-patch',
      'warning',
      'the last hunk has fewer lines than it states',
      'The patch was cut or wrapped on its way.',
    )
  return problems
}

/** A diff's header and hunk in the middle of one long line: the line breaks are gone. */
export function isFlattened(line: string): boolean {
  return line.length > 200 && /\S\s{1,8}diff --git a\/\S+ b\/\S+ /.test(line.slice(0, 100_000)) && / @@ -\d+/.test(line)
}
