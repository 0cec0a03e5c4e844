import { z } from 'zod'

/** One hunk; `lines` carry their prefix (` `, `+`, `-`, or `\ No newline at end of file`), without line ends. */
export const hunkSchema = z.strictObject({
  oldStart: z.int().min(0),
  oldLines: z.int().min(0),
  newStart: z.int().min(0),
  newLines: z.int().min(0),
  section: z.string(), // what follows the second @@: usually the function or struct
  lines: z.array(z.string()),
  /** Line of the `@@` header in its message part, from 1; 0 where the diff has no mail. */
  mailLine: z.int().min(0).default(0),
})
export type Hunk = z.infer<typeof hunkSchema>

export const fileDiffSchema = z.strictObject({
  oldPath: z.string().nullable(), // null: /dev/null
  newPath: z.string().nullable(),
  status: z.enum(['modified', 'added', 'deleted', 'renamed', 'copied', 'mode']),
  isBinary: z.boolean(),
  oldMode: z.string().nullable(),
  newMode: z.string().nullable(),
  hunks: z.array(hunkSchema),
})
export type FileDiff = z.infer<typeof fileDiffSchema>
