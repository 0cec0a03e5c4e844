import { z } from 'zod'
import { kinds, messageKinds, techniques } from './names.ts'

/** One line of what `find` prints: a patch that may be a case. `import --found` reads it. */
export const candidateSchema = z.object({
  /** Message-ID, or the commit of a clone. */
  id: z.string().min(1).max(998),
  /** The SOURCE as it was named: import reads the thread from there. */
  source: z.string().min(1).max(4000),
  /** Set where the candidate is a commit of a clone. */
  commit: z.string().nullable(),
  subject: z.string(),
  date: z.string().nullable(),
  author: z.string(),
  messageKind: z.enum(messageKinds),
  kind: z.enum(kinds),
  claim: z.literal('false-sharing').nullable(),
  technique: z.enum(techniques),
  /** The words and diff lines that decided. */
  reason: z.array(z.object({ says: z.string(), quotes: z.array(z.string()) })),
  /** Messages of the thread in this archive; null for a clone. */
  threadSize: z.number().int().nullable(),
})
export type Candidate = z.infer<typeof candidateSchema>
