import { z } from 'zod'
import { roles } from './names.ts'
import { originSchema, sourceSchema } from './source.ts'

const sides = z.strictObject({ before: z.number().nullable(), after: z.number().nullable() })

/** A member in a layout. Offsets and sizes in bytes from the start of the outermost struct; null = not stated. */
export const layoutMemberSchema = z.strictObject({
  name: z.string(),
  type: z.string().nullable().default(null),
  sizeBytes: z.number().nullable().default(null),
  offsetBytes: sides,
  /** True where that side's offset is worked out (a member before the change keeps its place), not stated. */
  inferred: z.strictObject({ before: z.boolean(), after: z.boolean() }).default({ before: false, after: false }),
  role: z.enum(roles).default('unknown'),
  roleFrom: z.enum(['stated', 'editor', 'inferred']).default('inferred'),
  sources: z.array(sourceSchema).default([]),
})
export type LayoutMember = z.infer<typeof layoutMemberSchema>

/** A struct before and after. Order of `members` is the source's (offset order where offsets are known). */
export const structLayoutSchema = z.strictObject({
  struct: z.string(),
  base: z.strictObject({
    alignment: z.enum(['aligned', 'phases', 'unknown']),
    how: z.string(),
    /** Slab phases: the starts modulo the line, in the order objects follow each other. */
    phasesBefore: z.array(z.number()).default([]),
    phasesAfter: z.array(z.number()).default([]),
  }),
  cachelineBytes: z.number().default(64),
  sizeBytes: sides,
  sizeSources: z.array(sourceSchema).default([]),
  members: z.array(layoutMemberSchema),
  /** Order of members on each side where no offsets are stated: names, in the diff's order. */
  order: z
    .strictObject({ before: z.array(z.string()), after: z.array(z.string()) })
    .nullable()
    .default(null),
  holes: z
    .array(
      z.strictObject({
        side: z.enum(['before', 'after']),
        offsetBytes: z.number(),
        sizeBytes: z.number(),
        inferred: z.boolean(),
        kind: z.enum(['hole', 'padding']),
      }),
    )
    .default([]),
  /** Members the source itself says share (or shared) a line: names, per side. */
  statedShared: z
    .array(
      z.strictObject({
        side: z.enum(['before', 'after']),
        members: z.array(z.string()),
        sources: z.array(sourceSchema),
      }),
    )
    .default([]),
  movedMembers: z.array(z.string()).default([]),
  from: originSchema,
  sources: z.array(sourceSchema).default([]),
})
export type StructLayout = z.infer<typeof structLayoutSchema>

/** One counter of `perf c2c`, before and after: HITM rows are samples of loads, averages where runs are stated. */
export const c2cSchema = z.strictObject({
  counter: z.string(), // "remote HITM", "local HITM", "peer", as the source names it
  object: z.string().nullable().default(null), // struct or symbol
  member: z.string().nullable().default(null),
  offsetBytes: z.number().nullable().default(null),
  test: z.string().nullable().default(null),
  before: z.number().nullable(),
  after: z.number().nullable(),
  unit: z.string().nullable().default(null), // "samples", "%"
  runs: z.number().nullable().default(null),
  from: originSchema,
  sources: z.array(sourceSchema).default([]),
})
export type C2c = z.infer<typeof c2cSchema>

/** A row of a pasted `perf c2c report` pareto. A missing column is null. */
export const c2cLineSchema = z.strictObject({
  address: z.string().nullable(),
  offsetBytes: z.number().nullable(),
  columns: z.record(z.string(), z.string()),
  symbol: z.string().nullable(),
  sourceLine: z.string().nullable(),
  sources: z.array(sourceSchema),
})
export type C2cLine = z.infer<typeof c2cLineSchema>
