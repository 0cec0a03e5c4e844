import { z } from 'zod'

/** Every code a stage can report. Append only: tests and pages name them. */
export const problemCodes = [
  // bytes and mail
  'not-mail',
  'empty-input',
  'flattened-message',
  'truncated-message',
  'fragment',
  'header-too-long',
  'bad-header',
  'missing-message-id',
  'repeated-message-id',
  'bad-date',
  'bad-charset',
  'bad-encoding',
  'too-large',
  'nul-bytes',
  'mime-error',
  'html-only',
  'encrypted',
  'bad-patch',
  'bidi-controls',
  // threads and series
  'bad-reference',
  'reference-loop',
  'missing-message',
  'inferred-version',
  'inferred-join',
  'ambiguous-join',
  'unplaced-comment',
  // facts
  'not-understood',
  'contradiction',
  'number-out-of-range',
  'zero-base',
  'table-row-left',
  'unknown-base',
  // content files
  'bad-content-file',
  'edited-by-hand',
  'duplicate-case',
  'bad-catalogue-line',
  'bad-result-file',
  'left-out',
  'write-failed',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** Bad input as a value. `where` is `<file>:<line> <message-id>` as far as known. */
export const problemSchema = z.strictObject({
  code: z.enum(problemCodes),
  severity: z.enum(['error', 'warning', 'note']),
  where: z.string(),
  message: z.string(),
  whatToDo: z.string(),
})
export type Problem = z.infer<typeof problemSchema>

/** What every stage returns: a value made from what was readable, and what was not. */
export type Result<T> = { value: T; problems: Problem[] }
