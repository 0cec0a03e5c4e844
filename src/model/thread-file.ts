import { z } from 'zod'
import { schemaVersion, slugSchema } from './case.ts'
import { fileDiffSchema } from './diff.ts'
import { messageKinds } from './names.ts'

export const storedPartSchema = z.strictObject({
  contentType: z.string(),
  fileName: z.string().nullable().default(null),
  flowed: z.boolean().default(false),
  lines: z.array(z.string()), // masked; line n is index n-1
  regions: z
    .array(z.strictObject({ kind: z.string(), startLine: z.int(), endLine: z.int(), quoteDepth: z.int() }))
    .default([]),
})
export const storedMessageSchema = z.strictObject({
  id: z.string(),
  idIsDerived: z.boolean(),
  /** The anchor without `#`: `m-<first 12 of sha1 of id>`, or `m-x<11>` where the id is derived. */
  anchor: z.string(),
  date: z.string().nullable(),
  from: z.strictObject({ name: z.string() }),
  subject: z.string(),
  inReplyTo: z.string().nullable(),
  references: z.array(z.string()),
  parentId: z.string().nullable(),
  depth: z.int().min(0),
  kind: z.enum(messageKinds),
  listIds: z.array(z.string()).default([]),
  parts: z.array(storedPartSchema),
})
export type StoredMessage = z.infer<typeof storedMessageSchema>

/** The diff of one posting of one version. `prefix` is the anchor's beginning: `v2p1`, `v1r2p1`. */
export const storedPatchSchema = z.strictObject({
  messageId: z.string(),
  version: z.int().min(1),
  posting: z.int().min(1),
  index: z.int().min(1),
  prefix: z.string(),
  part: z.int(),
  holdsAddress: z.boolean().default(false),
  files: z.array(fileDiffSchema),
})
export type StoredPatch = z.infer<typeof storedPatchSchema>

/** `thread.json`: the messages of a case as lines, and the diffs of its versions. Read per page, never compiled. */
export const threadFileSchema = z.strictObject({
  schema: z.literal(schemaVersion),
  slug: slugSchema,
  messages: z.array(storedMessageSchema),
  ghosts: z.array(z.strictObject({ id: z.string(), referencedBy: z.array(z.string()) })).default([]),
  patches: z.array(storedPatchSchema),
  interdiffs: z
    .array(
      z.strictObject({
        fromVersion: z.int(),
        toVersion: z.int(),
        files: z.array(fileDiffSchema),
        onlyMoved: z.boolean(),
      }),
    )
    .default([]),
})
export type ThreadFile = z.infer<typeof threadFileSchema>
