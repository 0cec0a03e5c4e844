import { defineCollection } from 'astro:content'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Loader, LoaderContext } from 'astro/loaders'
import { z } from 'astro/zod'
import { type ContentProblem, formatContentProblem } from '../scripts/content-problem.ts'
import { isPlainProse } from '../scripts/front-matter.ts'
import { contentDir, readProjects } from '../scripts/read-content.ts'
import { readSketches } from '../scripts/read-sketches.ts'
import { type GuideText, readPages, readTechniques } from '../scripts/read-techniques.ts'
import { readRemoved } from '../scripts/removed.ts'
import { readStories } from './components/site-cases.ts'
import { projectSchema } from './model/project.ts'
import { sketchSchema } from './model/sketch.ts'

/** What the build reads after Astro: content files that were left out. It then ends with a code that is not 0. */
const problemsFile = process.env['CASEBOOK_PROBLEMS']

/** Reports content that was left out: on the console, and to the build that asked for the list. */
function reportProblems(problems: ContentProblem[], logger: LoaderContext['logger']): void {
  for (const problem of problems) logger.error(formatContentProblem(problem))
  if (problemsFile === undefined) return
  mkdirSync(path.dirname(problemsFile), { recursive: true })
  const known: unknown = existsSync(problemsFile) ? JSON.parse(readFileSync(problemsFile, 'utf8')) : []
  writeFileSync(problemsFile, JSON.stringify([...(Array.isArray(known) ? known : []), ...problems]))
}

/**
 * Stories that use components or expressions. Compiling a body as a module costs 12 ms and 1 MB, so the build hands
 * over only these; it renders plain prose itself. The cases are no collection: the pages get them when they are
 * rendered.
 */
const stories = defineCollection({
  loader: {
    name: 'stories',
    load: async ({ store, generateDigest }) => {
      const digests = new Map<string, string>()
      for (const { slug: id, body, file } of readStories()) {
        const digest = generateDigest(body)
        digests.set(id, digest)
        if (store.get(id)?.digest !== digest)
          store.set({ id, data: {}, body, filePath: path.relative('.', file), digest, deferredRender: true })
      }
      for (const id of store.keys()) if (!digests.has(id)) store.delete(id)
    },
  },
  schema: z.object({}),
})

const projects = defineCollection({
  loader: {
    name: 'projects',
    load: async ({ store, logger }) => {
      const { value, problems } = readProjects(contentDir())
      reportProblems(problems, logger)
      store.clear()
      for (const project of value) store.set({ id: project.id, data: project })
    },
  },
  schema: projectSchema,
})

/** A collection of texts written by hand: plain prose is rendered at once, a text with components is compiled. */
function defineTexts(name: string, read: (dir: string) => { value: GuideText[]; problems: ContentProblem[] }) {
  const loader: Loader = {
    name,
    load: async ({ store, renderMarkdown, generateDigest, logger }) => {
      const { value, problems } = read(contentDir())
      reportProblems(problems, logger)
      store.clear()
      for (const { name: id, title, says, body, file } of value) {
        const entry = { id, data: { title, says }, body }
        if (isPlainProse(body)) store.set({ ...entry, rendered: await renderMarkdown(body) })
        else
          store.set({
            ...entry,
            filePath: path.relative('.', file),
            digest: generateDigest(body),
            deferredRender: true,
          })
      }
    },
  }
  return defineCollection({ loader, schema: z.object({ title: z.string(), says: z.string() }) })
}

/** Diagrams of examples of ours, by name; a sketch that breaks its schema fails the build with its name. */
const sketches = defineCollection({
  loader: {
    name: 'sketches',
    load: async ({ store }) => {
      store.clear()
      for (const [id, data] of Object.entries(readSketches(contentDir()))) store.set({ id, data })
    },
  },
  schema: sketchSchema,
})

/** Pages that were taken away, by their path: a text that refers to one links what tells so. */
const removed = defineCollection({
  loader: {
    name: 'removed',
    load: async ({ store }) => {
      const { value } = readRemoved(contentDir()) // its problems are among those of the cases
      store.clear()
      for (const { path: id, date } of value) store.set({ id, data: { date } })
    },
  },
  schema: z.object({ date: z.string() }),
})

export const collections = {
  sketches,
  removed,
  stories,
  projects,
  techniques: defineTexts('techniques', readTechniques),
  pages: defineTexts('pages', readPages),
}
