import { z } from 'zod'
import { schemaVersion, slugSchema } from './case.ts'
import { kinds, outcomes, roles, techniques } from './names.ts'

/** The front matter of `index.mdx`: a person's file. Every override is shown as the editor's. */
export const frontMatterSchema = z.strictObject({
  schema: z.literal(schemaVersion).default(schemaVersion),
  title: z.string().min(1).max(1000),
  /** Slugs this case had or joined; each gets a redirect page. */
  aliases: z.array(slugSchema).default([]),
  overrides: z
    .strictObject({
      project: z.string().optional(),
      subsystem: z.string().optional(),
      language: z.string().optional(),
      kind: z.enum(kinds).optional(),
      technique: z.enum(techniques).optional(),
      outcome: z.enum(outcomes).optional(),
      outcomeNote: z.string().optional(),
      summary: z.string().optional(),
      structs: z.array(z.string()).optional(),
      roles: z
        .array(
          z.strictObject({ struct: z.string(), member: z.string(), role: z.enum(roles), note: z.string().optional() }),
        )
        .optional(),
      baseAlignment: z
        .array(
          z.strictObject({ struct: z.string(), alignment: z.enum(['aligned', 'phases', 'unknown']), how: z.string() }),
        )
        .optional(),
    })
    .default({}),
  related: z.array(slugSchema).default([]),
  /** The day a person added the case or last corrected it (`2026-11-30`): the feed puts it there. */
  changed: z.iso.date().nullable().default(null),
  /** Not drawn in counts and aggregate figures (demonstrations). */
  leaveOut: z.boolean().default(false),
})
export type FrontMatter = z.infer<typeof frontMatterSchema>
