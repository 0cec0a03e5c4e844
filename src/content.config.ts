import { defineCollection } from 'astro:content'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Loader, LoaderContext } from 'astro/loaders'
import { z } from 'astro/zod'
import { type ContentProblem, formatContentProblem } from '../scripts/content-problem.ts'
import { isPlainProse } from '../scripts/front-matter.ts'
import { type CaseEntry, contentDir, readCases, readProjects } from '../scripts/read-content.ts'
import { readSketches } from '../scripts/read-sketches.ts'
import { type GuideText, readPages, readTechniques } from '../scripts/read-techniques.ts'
import { readRemoved } from '../scripts/removed.ts'
import type { CaseRecord } from './model/case.ts'
import type { FrontMatter } from './model/front-matter.ts'
import { projectSchema } from './model/project.ts'
import { sketchSchema } from './model/sketch.ts'
import { buildTopics, findNameClashes, type Topic } from './render/topics.ts'

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
 * Stores one case. Compiling a body as a module costs 12 ms and 1 MB, so only one that uses components or
 * expressions is registered for it; plain prose goes through the Markdown renderer.
 */
async function storeCase(entry: CaseEntry, { store, generateDigest, renderMarkdown }: LoaderContext): Promise<void> {
  const id = entry.record.slug
  const data = { record: entry.record, frontMatter: entry.frontMatter }
  // Of what is stored, not of the files read: the store keeps an entry of the same digest, and our code changes too.
  const digest = generateDigest(JSON.stringify(data) + entry.body)
  if (entry.storyPath !== null && entry.body !== '' && !isPlainProse(entry.body)) {
    store.set({
      id,
      data,
      body: entry.body,
      filePath: path.relative('.', entry.storyPath),
      digest,
      deferredRender: true,
    })
    return
  }
  const known = store.get(id)
  if (known?.digest === digest && known.deferredRender !== true) {
    store.set({ ...known, data })
    return
  }
  if (entry.body === '') store.set({ id, data, digest })
  else store.set({ id, data, body: entry.body, digest, rendered: await renderMarkdown(entry.body) })
}

/** Two names for one address: the page holds the cases of both, and the build ends with a code that is not 0. */
function buildClash({ path: address, names }: Topic): ContentProblem {
  return {
    file: path.join(contentDir(), 'aliases.json'),
    key: address,
    message: `expected one name for this page, found ${names.map((name) => JSON.stringify(name)).join(' and ')}`,
    whatToDo: 'give one spelling in aliases.json, or tell two things apart by name',
  }
}

const caseLoader: Loader = {
  name: 'cases',
  load: async (context) => {
    const { value, problems } = readCases(contentDir())
    reportProblems(problems, context.logger)
    const clashes = findNameClashes(buildTopics(value.map((entry) => entry.record)))
    reportProblems(clashes.map(buildClash), context.logger)
    const slugs = new Set(value.map((entry) => entry.record.slug))
    for (const id of context.store.keys()) if (!slugs.has(id)) context.store.delete(id)
    for (const entry of value) await storeCase(entry, context)
  },
}

/** The schema is only a type here: `readCases` has checked every file. */
const cases = defineCollection({
  loader: caseLoader,
  schema: z.object({ record: z.custom<CaseRecord>(), frontMatter: z.custom<FrontMatter>() }),
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
  cases,
  projects,
  techniques: defineTexts('techniques', readTechniques),
  pages: defineTexts('pages', readPages),
}
