import { z } from 'zod'

/**
 * Where a fact is read: a place in one text part of a message, or in a file.
 * Lines and columns count from 1, columns in UTF-16 code units, the end column exclusive;
 * they refer to the part after transfer and charset decoding, mboxrd unescaped, CRLF -> LF,
 * before format=flowed unwrapping, addresses masked. `quote` is a verbatim substring of those
 * lines: the text from (startLine, startColumn) to (endLine, endColumn), lines joined by LF.
 */
export const sourceSchema = z.strictObject({
  messageId: z.string().min(1).max(998).optional(),
  file: z.string().min(1).max(400).optional(),
  part: z.int().min(0).optional(),
  startLine: z.int().min(1),
  startColumn: z.int().min(1),
  endLine: z.int().min(1),
  endColumn: z.int().min(1),
  quote: z.string().min(1).max(4000),
  says: z.enum(['value', 'label', 'unit', 'machine', 'runs', 'context']),
})
export type Source = z.infer<typeof sourceSchema>

/** Who says it when no line of a mail does. */
export const originSchema = z.enum(['mail', 'catalogue', 'editor', 'result-file', 'inferred'])
export type Origin = z.infer<typeof originSchema>

/**
 * A value with where it comes from: lines that state it, how it was worked out, or the catalogue / a person's
 * override. `but` holds what a source of lower precedence says instead; the page prints both.
 */
export function stated<T extends z.ZodType>(value: T) {
  const but = z
    .array(z.strictObject({ value, from: originSchema, sources: z.array(sourceSchema).default([]) }))
    .optional()
  return z.union([
    z.strictObject({ value, sources: z.array(sourceSchema).min(1), but }),
    z.strictObject({ value, inferred: z.literal(true), how: z.string().min(1), but }),
    z.strictObject({
      value,
      from: z.enum(['catalogue', 'editor']),
      confidence: z.enum(['high', 'medium', 'low']).optional(),
      but,
    }),
  ])
}
type But<T> = { but?: { value: T; from: Origin; sources: Source[] }[] | undefined }
export type Stated<T> =
  | ({ value: T; sources: Source[] } & But<T>)
  | ({ value: T; inferred: true; how: string } & But<T>)
  | ({ value: T; from: 'catalogue' | 'editor'; confidence?: 'high' | 'medium' | 'low' | undefined } & But<T>)
