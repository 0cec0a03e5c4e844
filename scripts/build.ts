/** `npm run build`: the site into dist/, whole or with the cases that could be read; anything left out ends with code 1. */

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { handOverCases, type SiteStory } from '../src/components/site-cases.ts'
import type { CaseRecord } from '../src/model/case.ts'
import { isSameProse } from '../src/render/same-prose.ts'
import { buildTopics, findNameClashes } from '../src/render/topics.ts'
import { refusesCall } from './call-fault.ts'
import { type ContentProblem, describeProblems, formatContentProblem } from './content-problem.ts'
import { digestOf } from './finish/case-cache.ts'
import { finishPage, finishSite } from './finish/finish-site.ts'
import { findTargetFault, isWithin, moveSite } from './finish/move-site.ts'
import { writeOfflineFiles } from './finish/offline-files.ts'
import { indexSite } from './finish/search-index.ts'
import { writeSitePictures } from './finish/share-pictures.ts'
import { createStageClock } from './finish/stage-clock.ts'
import { isPlainProse } from './front-matter.ts'
import { digestCode, openPageBundle, type PageBundle } from './generator/page-bundle.ts'
import { renderPages } from './generator/render-pages.ts'
import { renderStories } from './generator/render-stories.ts'
import { type CaseEntry, contentDir, readCases } from './read-content.ts'
import { readSketches } from './read-sketches.ts'
import { findSiteAddress } from './site-address.ts'

const help = `npm run build [-- --no-search] [--no-pictures] [--fresh] [--times]
Builds the site into dist/ (CASEBOOK_OUT), from content/ (CASEBOOK_CONTENT), for the address SITE
(else cites and feeds carry the homepage of package.json).
A content file that cannot be used is named with its key and what to do; the other cases are built, the code is 1.
--no-search    leaves the index of words out
--no-pictures  leaves out the pictures that previews of links show (/cases/<slug>.png)
--fresh        makes every case again, and keeps nothing for the next build
--times        prints the CPU seconds of each stage`

const problemsSchema = z.array(
  z.object({
    file: z.string(),
    key: z.string(),
    message: z.string(),
    whatToDo: z.string(),
    isGap: z.boolean().default(false),
  }),
)

/** Two names for one address: the page holds the cases of both, and the build ends with a code that is not 0. */
function findClashes(records: readonly CaseRecord[]): ContentProblem[] {
  return findNameClashes(buildTopics(records)).map(({ path: address, names }) => ({
    file: path.join(contentDir(), 'aliases.json'),
    key: address,
    message: `expected one name for this page, found ${names.map((name) => JSON.stringify(name)).join(' and ')}`,
    whatToDo: 'give one spelling in aliases.json, or tell two things apart by name',
  }))
}

/** The stories that people wrote, where they say more than the summary. */
const listStories = (entries: readonly CaseEntry[]): SiteStory[] =>
  entries.flatMap(({ record, body, storyPath }) =>
    storyPath === null || body === '' || isSameProse(body, record.summary)
      ? []
      : [{ slug: record.slug, body, file: storyPath }],
  )

/** The problems that the collections wrote while Astro ran. */
function readProblems(file: string): ContentProblem[] {
  try {
    return problemsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return [] // No file: nothing was left out.
  }
}

/** Where a build keeps things for the next one, one folder a content folder; CI starts from nothing and keeps nothing. */
function findCacheDir(root: string, name: string): string | null {
  if (process.env['CI'] || process.argv.includes('--fresh')) return null
  return path.join(root, '.cache', `${name}-${digestOf(path.resolve(root, contentDir())).slice(0, 8)}`)
}

/** Renders the pages that are no case's own into an empty folder; null where one could not be, having said why. */
async function renderAll(
  bundle: PageBundle,
  outDir: string,
  problemsFile: string,
  { site, base }: { site: string; base: string },
): Promise<Set<string> | null> {
  process.env['CASEBOOK_PROBLEMS'] = problemsFile
  if (existsSync(bundle.problems)) copyFileSync(bundle.problems, problemsFile)
  rmSync(outDir, { recursive: true, force: true })
  try {
    return await renderPages(bundle, outDir, site, (html, page) => finishPage(html, page, base))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return null
  }
}

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    console.log(help)
    return 0
  }
  if (refusesCall('build', help, ['--no-search', '--no-pictures', '--fresh', '--times'])) return 2
  const root = path.resolve(import.meta.dirname, '..')
  const target = path.resolve(root, process.env['CASEBOOK_OUT'] ?? 'dist')
  // Astro renames files into its output, which no other file system allows: a folder elsewhere gets the whole at the end.
  const outDir = isWithin(root, target) ? target : path.join(root, '.cache', `site-${process.pid}`)
  const fault = outDir === target ? null : findTargetFault(target)
  if (fault !== null) {
    console.error(fault)
    return 1
  }
  // Without its diagrams every text that shows one would be named as well: what is wrong is said, and nothing is built.
  const sketches = readSketches(contentDir()).problems
  if (sketches.length > 0) {
    for (const problem of sketches) console.error(formatContentProblem(problem))
    console.error('Nothing was built: mend the file named above.')
    return 1
  }
  const { site, base } = findSiteAddress()
  const problemsFile = path.join(root, '.cache', `content-problems-${process.pid}.json`)
  mkdirSync(path.dirname(problemsFile), { recursive: true })
  const started = performance.now()
  const clock = createStageClock(process.argv.includes('--times'))
  const { value: entries, problems } = clock.measure('cases read', () => readCases(contentDir()))
  const clashes = findClashes(entries.map(({ record }) => record))
  const stories = listStories(entries)
  const code = clock.measure('code digest', digestCode)
  const kept = findCacheDir(root, 'pages')
  const folder = kept ?? path.join(root, '.cache', `pages-${process.pid}`)
  const compiled = stories.filter(({ body }) => !isPlainProse(body))
  const bundle = openPageBundle(folder, { contentDir: contentDir(), site, code, stories: compiled })
  handOverCases(
    entries.map(({ record, frontMatter: { leaveOut, aliases } }) => ({ record, leaveOut: leaveOut === true, aliases })),
  )
  const rendered = bundle
    ? await clock.measureWaiting('gathered pages', () => renderAll(bundle, outDir, problemsFile, { site, base }))
    : null
  const plain = stories.filter(({ body }) => isPlainProse(body))
  const prose = await clock.measureWaiting('stories', () => renderStories(plain, root, kept))
  if (kept === null) rmSync(folder, { recursive: true, force: true })
  const left = [...problems, ...clashes, ...readProblems(problemsFile)]
  rmSync(problemsFile, { force: true })
  if (rendered === null) {
    if (outDir !== target) rmSync(outDir, { recursive: true, force: true })
    console.error('The pages could not be built: see the message above.')
    return 1
  }
  const content = path.resolve(root, contentDir())
  const built = { outDir, site, base, contentDir: content, entries, stories: prose, rendered, code }
  const pages = finishSite({ ...built, cacheDir: findCacheDir(root, 'cases') }, clock)
  if (!process.argv.includes('--no-pictures'))
    clock.measure('pictures', () =>
      writeSitePictures(content, entries, { outDir, cacheDir: path.join(root, '.cache') }),
    )
  if (!process.argv.includes('--no-search')) await indexSite(outDir)
  writeOfflineFiles(outDir)
  if (outDir !== target) moveSite(outDir, target)
  console.log(
    `${pages} pages in ${path.relative(root, target)}, ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  if (process.argv.includes('--times'))
    console.log(
      `CPU seconds beside the bundling of pages: ${clock
        .list()
        .map(([stage, seconds]) => `${stage} ${seconds.toFixed(2)}`)
        .join(', ')}`,
    )
  for (const problem of left) console.error(formatContentProblem(problem))
  if (left.length > 0) console.error(describeProblems(left))
  return left.length > 0 ? 1 : 0
}

process.exitCode = await main()
