import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { SiteStory } from '../../src/components/site-cases.ts'
import { digestFolders, digestOf } from '../finish/case-cache.ts'

/** What the generator makes for all builds of one state of the code and the texts, whatever the cases are. */
export type PageBundle = {
  /** The code of the pages and the facts it runs with. */
  folder: string
  /** Files of every build that are no pages: scripts, style sheets, what `public` holds. */
  assets: string
  /** The content files that were left out, as JSON of a list. */
  problems: string
}

/** What a bundle is made from. */
type BundleParts = {
  contentDir: string
  site: string
  /** A digest of the code. */
  code: string
  /** Stories that use components: the generator compiles them. */
  stories: readonly SiteStory[]
}

const root = path.resolve(import.meta.dirname, '../..')

/** A digest of the code that pages are made by, whatever they are made from. */
export function digestCode(): string {
  const files = ['astro.config.mjs', 'tsconfig.json', 'package.json', 'package-lock.json']
  return digestOf(
    digestFolders(['src', 'scripts'].map((name) => path.join(root, name))),
    ...files.map((name) => readIfThere(path.join(root, name))),
    process.version,
  )
}

const readIfThere = (file: string): Uint8Array => (existsSync(file) ? readFileSync(file) : new Uint8Array())

/** A digest of the texts that the generator reads: all of the content folder but the cases. */
function digestTexts(contentDir: string): string {
  const entries = readdirSync(contentDir, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== 'cases').map(({ name }) => name)
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'permalinks.txt').map(({ name }) => name)
  return digestOf(
    JSON.stringify([folders, files]),
    digestFolders(folders.map((name) => path.join(contentDir, name))),
    ...files.map((name) => readFileSync(path.join(contentDir, name))),
  )
}

function digestParts({ contentDir, site, code, stories }: BundleParts): string {
  const settings = ['GITHUB_REPOSITORY', 'CASEBOOK_SPECIMEN', 'CASEBOOK_CONTENT'].map((name) => process.env[name] ?? '')
  const specimen = path.join(root, 'tests/specimen')
  return digestOf(
    code,
    digestFolders([path.join(root, 'public'), ...(existsSync(specimen) ? [specimen] : [])]),
    digestTexts(contentDir),
    JSON.stringify([site, settings, stories]),
  )
}

const placesOf = (folder: string): PageBundle & { key: string } => ({
  folder: path.join(folder, 'pages'),
  assets: path.join(folder, 'out'),
  problems: path.join(folder, 'problems.json'),
  key: path.join(folder, 'key'),
})

/** Runs the generator into a folder; false where it failed, having said why. */
function runGenerator(folder: string, { site, stories }: BundleParts): boolean {
  rmSync(folder, { recursive: true, force: true })
  const places = placesOf(folder)
  mkdirSync(places.folder, { recursive: true })
  const storiesFile = path.join(folder, 'stories.json')
  writeFileSync(storiesFile, JSON.stringify(stories))
  // A bundle takes seconds: helpers that collect and compile beside the work cost more than they spare it.
  const args = ['--single-threaded', path.join(root, 'node_modules/astro/bin/astro.mjs'), 'build']
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      SITE: site,
      CASEBOOK_STORIES: storiesFile,
      CASEBOOK_OUT: places.assets,
      CASEBOOK_BUNDLE: places.folder,
      CASEBOOK_PROBLEMS: places.problems,
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_NO_WARNINGS: '1',
    },
  })
  return status === 0
}

/**
 * The bundle of the pages for some code and texts: that of the build before where nothing it is made from has changed,
 * else a new one. `folder` is where it is kept. Null where the generator failed, having said why.
 */
export function openPageBundle(folder: string, parts: BundleParts): PageBundle | null {
  const places = placesOf(folder)
  const key = digestParts(parts)
  if (existsSync(places.key) && readFileSync(places.key, 'utf8') === key) return places
  // Another build may use the folder: what is new takes its place whole.
  const fresh = `${folder}-${process.pid}`
  if (!runGenerator(fresh, parts)) {
    rmSync(fresh, { recursive: true, force: true })
    return null
  }
  writeFileSync(placesOf(fresh).key, key)
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  return places
}
