import { z } from 'zod'

/** One entry of `content/projects.json`, the closed list. `commitUrl` and `messageUrl` hold `{id}` once. */
export const projectSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  name: z.string(),
  /** Other spellings of the name that input may use. */
  also: z.array(z.string()).default([]),
  host: z.url(),
  commitUrl: z.string().nullable(),
  messageUrl: z.string().nullable(),
  licence: z.string().nullable().default(null),
})
export const projectsFileSchema = z.array(projectSchema)
export type Project = z.infer<typeof projectSchema>

/** `content/aliases.json`: one spelling for people, subsystems, suites and structs. Key: as seen; value: as shown. */
export const aliasesFileSchema = z.strictObject({
  people: z.record(z.string(), z.string()),
  subsystems: z.record(z.string(), z.string()),
  suites: z.record(z.string(), z.string()),
  structs: z.record(z.string(), z.string()).optional(),
})
export type Aliases = z.infer<typeof aliasesFileSchema>
