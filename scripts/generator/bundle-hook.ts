import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { fieldOf, loadBuildApp } from './build-app.ts'

/** The folder in the generator's output that it writes the code of the pages to, and runs it from. */
const CODE_FOLDER = '.prerender'
const entryName = /^prerender-entry\..*\.mjs$/

/** What is kept of a run of the generator beside the code: its entry, and the style sheets of each route by its key. */
export type BundleFacts = {
  entry: string
  pagesByKeys: [key: string, page: { styles: unknown[] }][]
  scripts: unknown[]
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The style sheets of each route out of what the generator holds at the end of its run. */
function listStyles(internals: unknown): BundleFacts['pagesByKeys'] {
  const pages = fieldOf(internals, 'pagesByKeys')
  if (!(pages instanceof Map)) throw new Error('The generator no longer keeps the style sheets of pages by their keys')
  return [...pages].map(([key, page]: [unknown, unknown]) => [String(key), { styles: listOf(fieldOf(page, 'styles')) }])
}

/** Listens to what the generator tells the code of the pages when it sets it up. */
async function readFacts(codeDir: string, setUp: () => Promise<void> | undefined): Promise<BundleFacts> {
  const entry = readdirSync(codeDir).find((name) => entryName.test(name))
  if (entry === undefined) throw new Error(`${codeDir}: expected the entry of the pages, found none`)
  const app = await loadBuildApp(path.join(codeDir, entry))
  let internals: unknown
  const take = app.setInternals
  app.setInternals = (value) => {
    internals = value
    take.call(app, value)
  }
  await setUp()
  const scripts = listOf(fieldOf(fieldOf(app.getOptions(), 'settings'), 'scripts'))
  return { entry, pagesByKeys: listStyles(internals), scripts }
}

/**
 * Has the generator keep the code of the pages in a folder, with what it needs to run, and render none of them: the
 * build does that, with this code or with that of the build before.
 */
export function keepBundle(folder: string): AstroIntegration {
  let outDir = ''
  return {
    name: 'keep-bundle',
    hooks: {
      'astro:config:done': ({ config }) => {
        outDir = fileURLToPath(config.outDir)
      },
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer((own) => ({
          ...own,
          setup: async () => {
            const codeDir = path.join(outDir, CODE_FOLDER)
            const facts = await readFacts(codeDir, () => own.setup?.())
            cpSync(codeDir, path.join(folder, 'code'), { recursive: true })
            writeFileSync(path.join(folder, 'facts.json'), JSON.stringify(facts))
          },
          getStaticPaths: async () => [],
        }))
      },
    },
  }
}
