import { z } from 'zod'
import { isoDateSchema, schemaVersion, shaSchema, slugSchema } from './case.ts'
import { kinds, outcomes, roles, techniques } from './names.ts'

const side = z.strictObject({ before: z.number().nullable().optional(), after: z.number().nullable().optional() })
const web = z
  .string()
  .max(2000)
  .regex(/^(?:https?:\/\/[^\s<>"]+|<https?:\/\/[^\s<>"]+>|<[^\s<>":]+@[^\s<>":]+>)$/i, {
    error: 'expected an http or https address, or a Message-ID in angle brackets',
  })

/** One line of the catalogue: facts read from a commit or mail. Absent = not stated. */
export const catalogueLineSchema = z.strictObject({
  slug: slugSchema,
  title: z.string().min(1).max(1000),
  project: z.string().min(1).max(100),
  language: z.string().min(1).max(40).optional(),
  subsystem: z.string().min(1).max(200).optional(),
  kind: z.enum(kinds),
  claimed: z.literal('false-sharing').nullable().optional(),
  technique: z.enum(techniques),
  author: z.string().max(200).optional(),
  authored: isoDateSchema.optional(),
  committed: isoDateSchema.optional(),
  posted: isoDateSchema.optional(),
  release: z.string().max(100).optional(),
  commit: shaSchema.optional(),
  messageId: z.string().max(998).optional(),
  files: z.array(z.string().max(1000)).max(500).optional(),
  structs: z.array(z.string().max(200)).max(200).optional(),
  members: z
    .array(
      z.strictObject({
        struct: z.string().max(200).optional(),
        name: z.string().max(300),
        role: z.enum(roles).optional(),
        roleNote: z.string().max(1000).optional(),
      }),
    )
    .max(500)
    .optional(),
  layouts: z
    .array(
      z.strictObject({
        struct: z.string().max(200),
        members: z.array(z.strictObject({ name: z.string().max(300), offsetBytes: side })).optional(),
        sizeBytes: side.optional(),
      }),
    )
    .max(100)
    .optional(),
  layoutNotes: z.array(z.string().max(2000)).max(100).optional(),
  cachelineBytes: z.number().positive().optional(),
  benchmarks: z
    .array(
      z.strictObject({
        suite: z.string().nullable().optional(),
        test: z.string().nullable().optional(),
        variant: z.string().nullable().optional(),
        metric: z.string().nullable().optional(),
        unit: z.string().nullable().optional(),
        before: z.number().nullable().optional(),
        after: z.number().nullable().optional(),
        changePercent: z.number().nullable().optional(),
        changePercentIs: z.enum(['stated', 'computed']).optional(),
        higherIsBetter: z.boolean().nullable().optional(),
        runs: z.number().nullable().optional(),
        threads: z.number().nullable().optional(),
        stddevPercent: z.union([side, z.number()]).optional(), // one number: the source does not say of which side
        note: z.string().max(2000).optional(),
      }),
    )
    .max(500)
    .optional(),
  machines: z.array(z.string().max(1000)).max(50).optional(),
  kernel: z.string().max(200).optional(),
  evidenceNamed: z.array(z.string().max(1000)).max(100).optional(),
  c2c: z.unknown().optional(),
  cost: z
    .strictObject({ text: z.string().max(2000), bytesPerObject: z.number().optional(), percent: z.number().optional() })
    .optional(),
  outcome: z.enum(outcomes),
  outcomeNote: z.string().max(2000).optional(),
  supersededBy: z.union([z.string(), z.array(z.string())]).optional(),
  revertedBy: z.union([z.string(), z.array(z.string())]).optional(),
  fixes: z.union([z.string(), z.array(z.string())]).optional(),
  related: z.array(z.string().max(1000)).max(200).optional(),
  links: z.array(web).max(100).optional(),
  summary: z.string().min(1).max(4000),
  note: z.string().max(4000).optional(),
  confidence: z.enum(['high', 'medium', 'low']),
})
export type CatalogueLine = z.infer<typeof catalogueLineSchema>

/** `facts.json`: a catalogue line (or a form) as committed, with the slug it had there where it joined another case. */
export const factsFileSchema = z.strictObject({
  schema: z.literal(schemaVersion),
  /** Where the facts were read: `catalogue` or `form`. */
  readFrom: z.enum(['catalogue', 'form']),
  facts: catalogueLineSchema,
})
export type FactsFile = z.infer<typeof factsFileSchema>
