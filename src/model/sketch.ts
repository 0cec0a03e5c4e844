import { z } from 'zod'
import { roles } from './names.ts'

const access = z.union([
  z.tuple([z.int().min(0), z.enum(['r', 'w']), z.string()]),
  z.tuple([z.int().min(0), z.enum(['r', 'w']), z.string(), z.string()]),
])

/** A layout of an invented struct, before and after: offsets in bytes. */
export const layoutSketchSchema = z.strictObject({
  kind: z.literal('layout'),
  struct: z.string(),
  says: z.string(),
  members: z.array(
    z.strictObject({
      name: z.string(),
      type: z.string(),
      sizeBytes: z.number(),
      before: z.number(),
      after: z.number(),
      role: z.enum(roles),
    }),
  ),
  sizeBytes: z.strictObject({ before: z.number().nullable(), after: z.number().nullable() }),
})
/**
 * Accesses of some CPUs in order: [CPU, read or write, word, line]. Without a line the word has a line of its own.
 */
export const accessSketchSchema = z.strictObject({
  kind: z.literal('accesses'),
  says: z.string(),
  cpus: z.array(z.string()).min(1).max(8),
  before: z.array(access).max(24),
  after: z.array(access).max(24),
})
/** `content/techniques/sketches.json`: diagrams of examples of ours, by name. They are no case and say so. */
export const sketchSchema = z.discriminatedUnion('kind', [layoutSketchSchema, accessSketchSchema])
export const sketchesFileSchema = z.record(z.string(), sketchSchema)
export type LayoutSketch = z.infer<typeof layoutSketchSchema>
export type AccessSketch = z.infer<typeof accessSketchSchema>
export type Access = z.infer<typeof access>
export type Sketch = LayoutSketch | AccessSketch
