import { z } from 'zod'
import { benchmarkSchema, robotReportSchema } from './benchmark.ts'
import { reasonSchema } from './judgement.ts'
import { editorTexts, evidenceItems, kinds, outcomes, roles, techniques } from './names.ts'
import { problemSchema } from './problem.ts'
import { originSchema, sourceSchema, stated } from './source.ts'
import { c2cLineSchema, c2cSchema, structLayoutSchema } from './struct-layout.ts'

export const schemaVersion = 1

/** A slug: folder name and URL. */
export const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+){0,40}$/)
  .max(120)
export const shaSchema = z.string().regex(/^[0-9a-f]{7,64}$/)
/** An ISO date, or date and time with its offset where one was seen. */
export const isoDateSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?$/)
  .refine((text) => !Number.isNaN(Date.parse(text)), { error: 'no such date' })

export const memberSchema = z.strictObject({
  struct: z.string().nullable().default(null),
  name: z.string(),
  role: z.enum(roles).default('unknown'),
  roleNote: z.string().nullable().default(null),
  roleFrom: z.enum(['stated', 'editor', 'inferred']).default('inferred'),
  from: originSchema,
  sources: z.array(sourceSchema).default([]),
})
export const machineSchema = z.strictObject({
  text: z.string(),
  cpus: z.number().nullable().default(null),
  sockets: z.number().nullable().default(null),
  /** How it was set for the measurement, in the source's words: "SMT disabled", "frequency fixed at 2 GHz". */
  conditions: z.array(z.strictObject({ text: z.string(), sources: z.array(sourceSchema) })).optional(),
  from: originSchema,
  sources: z.array(sourceSchema).default([]),
})
export const commitSchema = z.strictObject({
  sha: shaSchema,
  title: z.string().nullable().default(null),
  release: z.string().nullable().default(null),
  tree: z.string().nullable().default(null),
  date: z.string().nullable().default(null),
  /** How the commit was joined to the patch: message-id, title, patch-id, tip-bot, applied notice, catalogue. */
  joinedBy: z.string(),
  inferred: z.boolean(),
  from: originSchema,
  sources: z.array(sourceSchema).default([]),
})
export const costSchema = z.strictObject({
  text: z.string(),
  bytesPerObject: z.number().nullable().default(null),
  percent: z.number().nullable().default(null),
  /** How much of which unit (bytes, cache lines) per what, in the source's words: "one cache line per CPU". */
  amount: z.number().nullable().default(null),
  unit: z.enum(['bytes', 'cache lines']).nullable().default(null),
  per: z.string().nullable().default(null),
  from: originSchema,
  sources: z.array(sourceSchema).default([]),
})
export const reviewCommentSchema = z.strictObject({
  messageId: z.string(),
  author: z.string(),
  version: z.int(),
  file: z.string().nullable(),
  side: z.enum(['old', 'new']).nullable(),
  line: z.int().nullable(),
  text: z.string(),
  severity: z.string().nullable(),
  parentMessageId: z.string().nullable().default(null),
  how: z.string(),
  startLine: z.int(),
  endLine: z.int(),
  part: z.int().default(0),
})
export const trailerSchema = z.strictObject({
  name: z.string(),
  person: z.string().nullable(),
  value: z.string(),
  messageId: z.string(),
  part: z.int().default(0),
  line: z.int(),
  prose: z.boolean().default(false),
})
export const versionSchema = z.strictObject({
  version: z.int().min(1),
  versionIsInferred: z.boolean(),
  rfc: z.boolean(),
  index: z.int().min(0),
  total: z.int().min(0),
  posted: z.string().nullable(),
  /** One id a posting, oldest first. */
  messageIds: z.array(z.string()),
  changelog: z.strictObject({ messageId: z.string(), part: z.int(), startLine: z.int(), endLine: z.int() }).nullable(),
})
export const evidenceSchema = z.strictObject({
  item: z.enum(evidenceItems),
  state: z.enum(['stated', 'not stated', 'contradicted']),
  from: originSchema.default('mail'),
  sources: z.array(sourceSchema).default([]),
})

/**
 * The record of one case, schema 1. `case.json` holds what mail and result files say; pages read the merge of it,
 * `facts.json` and a person's overrides, in the same shape.
 */
export const caseSchema = z.strictObject({
  schema: z.literal(schemaVersion),
  slug: slugSchema,
  project: z.string().nullable().default(null), // id of projects.json
  subsystem: z.string().nullable().default(null),
  language: z.string().nullable().default(null),
  title: z.string(),
  author: z.strictObject({ name: z.string() }).nullable(),
  authored: stated(isoDateSchema).nullable().default(null),
  committed: stated(isoDateSchema).nullable().default(null),
  posted: stated(isoDateSchema).nullable().default(null),
  files: z.array(z.string()).default([]),
  structs: z.array(z.string()).default([]),
  baseCommit: stated(shaSchema).nullable().default(null),
  previousVersion: stated(z.string()).nullable().default(null),
  /** Message-IDs of every posting of the patch, oldest first; derived ids where the mail has none. */
  postings: z.array(z.string()).default([]),
  movedMembers: z.array(z.string()).default([]),
  members: z.array(memberSchema).default([]),
  layoutNotes: z
    .array(z.strictObject({ text: z.string(), from: originSchema, sources: z.array(sourceSchema).default([]) }))
    .default([]),
  machines: z.array(machineSchema).default([]),
  kernel: stated(z.string()).nullable().default(null),
  /** Bytes of a cacheline as the source names them; a layout states its own. */
  cachelineBytes: stated(z.number().positive()).optional(),
  evidenceNamed: z.array(z.string()).default([]),
  claimed: stated(z.literal('false-sharing')).nullable().default(null),
  kind: stated(z.enum(kinds)),
  technique: stated(z.enum(techniques)),
  techniqueSecond: z.enum(techniques).nullable().default(null),
  detected: z.boolean().nullable().default(null),
  reasons: z.array(reasonSchema).default([]),
  outcome: stated(z.enum(outcomes)),
  outcomeNote: z.string().nullable().default(null),
  commit: commitSchema.nullable().default(null),
  supersededBy: z.array(z.string()).default([]),
  revertedBy: z.array(z.string()).default([]),
  /** Patches in the thread that revert it: `applied` where a mail or a commit says that they were. */
  reverts: z
    .array(
      z.strictObject({
        messageId: z.string(),
        applied: z.boolean(),
        commit: shaSchema.nullable(),
        tree: z.string().nullable(),
        /** Of the commit where that is stated, else of the mail. */
        date: z.string().nullable(),
        how: z.string(),
        sources: z.array(sourceSchema).default([]),
      }),
    )
    .optional(),
  fixes: z.array(z.string()).default([]),
  backports: z
    .array(
      z.strictObject({
        messageId: z.string().nullable(),
        commit: shaSchema.nullable(),
        tree: z.string().nullable(),
        how: z.string(),
      }),
    )
    .default([]),
  related: z.array(z.string()).default([]),
  reports: z.array(robotReportSchema).default([]),
  links: z.array(z.string()).default([]),
  subject: z
    .strictObject({ index: z.int().nullable(), total: z.int().nullable(), version: z.int(), rfc: z.boolean() })
    .nullable()
    .default(null),
  versions: z.array(versionSchema).default([]),
  missing: z.array(z.strictObject({ messageId: z.string(), why: z.string() })).default([]),
  benchmarks: z.array(benchmarkSchema).default([]),
  layouts: z.array(structLayoutSchema).default([]),
  c2c: z.array(c2cSchema).default([]),
  c2cLines: z.array(c2cLineSchema).default([]),
  cost: costSchema.nullable().default(null),
  reviewComments: z.array(reviewCommentSchema).default([]),
  trailers: z.array(trailerSchema).default([]),
  evidence: z.array(evidenceSchema).default([]),
  summary: z.string().nullable().default(null),
  /** Of the texts that hold no source of their own: those a person's front matter gives. */
  byEditor: z.array(z.enum(editorTexts)).optional(),
  note: z.string().nullable().default(null),
  confidence: z.enum(['high', 'medium', 'low']).nullable().default(null),
  /** Where each joined message comes from, for the lineage. */
  joins: z
    .array(z.strictObject({ messageId: z.string(), by: z.string(), how: z.string(), inferred: z.boolean() }))
    .default([]),
  problems: z.array(problemSchema).default([]),
  /** Of `case.json` alone: sha1 of the file without this line; another value means that it was edited by hand. */
  digest: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .nullable()
    .default(null),
})
export type CaseRecord = z.infer<typeof caseSchema>
export type CaseRecordInput = z.input<typeof caseSchema>
export type ReviewComment = z.infer<typeof reviewCommentSchema>
export type Evidence = z.infer<typeof evidenceSchema>
export type CaseMember = z.infer<typeof memberSchema>
