import { z } from 'zod'
import { kinds, roles, techniques } from './names.ts'
import { sourceSchema } from './source.ts'

/** A reason in the page's words, with the lines that decided. */
export const reasonSchema = z.strictObject({ says: z.string(), sources: z.array(sourceSchema).default([]) })
export type Reason = z.infer<typeof reasonSchema>

/** What `extract` makes of one patch: is it ours (`detected`), what it does, by what mechanism, what its author calls it. */
export const judgementSchema = z.strictObject({
  detected: z.boolean(),
  kind: z.enum(kinds),
  kindReason: reasonSchema,
  technique: z.enum(techniques),
  techniqueReason: reasonSchema,
  second: z.enum(techniques).nullable(),
  claimed: z.literal('false-sharing').nullable(),
  claimedSources: z.array(sourceSchema),
  reasons: z.array(reasonSchema),
  structs: z.array(z.string()),
  movedMembers: z.array(z.string()),
  members: z.array(
    z.strictObject({
      struct: z.string().nullable(),
      name: z.string(),
      role: z.enum(roles),
      roleNote: z.string().nullable(),
      roleFrom: z.enum(['stated', 'inferred']),
      sources: z.array(sourceSchema),
    }),
  ),
})
export type Judgement = z.infer<typeof judgementSchema>
