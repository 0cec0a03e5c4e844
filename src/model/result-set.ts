import { z } from 'zod'

const fileName = z.string().regex(/^\d{3,6}\.[a-z]{2,5}$/)
const side = z.strictObject({
  /** Files of `results/`, one or several (a tool that writes one run a file). */
  files: z.array(fileName).min(1).max(1000),
  /** The column, system or command that is this side; null where the whole file is. */
  column: z.string().min(1).max(400).nullable().default(null),
})

/**
 * `results/sets.json`: which files are the two sides of one measurement, and what the person who imported them says of
 * it. A file of `results/` that no set names is read alone.
 */
export const resultSetSchema = z.strictObject({
  before: side,
  after: side,
  machine: z.string().min(1).max(400).nullable().default(null),
  kernel: z.string().min(1).max(200).nullable().default(null),
  test: z.string().min(1).max(200).nullable().default(null),
  /** Run n of one side belongs to run n of the other. */
  paired: z.boolean().default(false),
})
export const resultSetsSchema = z.array(resultSetSchema).max(500)
export type ResultSet = z.infer<typeof resultSetSchema>
