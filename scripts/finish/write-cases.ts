import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { CaseContext } from '../../src/render/case-context.ts'
import { renderCaseFiles } from '../../src/render/case-files.ts'
import { renderResultRows } from '../../src/render/data-tables.ts'
import { buildSiteContext } from '../../src/render/site-context.ts'
import { type PreparedCase, prepareCase } from '../../src/search/build-index.ts'
import { themes } from '../../src/styles/tokens.ts'
import { type CaseEntry, readProjects, readThread } from '../read-content.ts'
import { readTechniques } from '../read-techniques.ts'
import { type CaseCache, digestOf, openCaseCache } from './case-cache.ts'
import { type CaseShells, readBuiltPage, renderCasePage, renderCaseThread } from './case-pages.ts'
import type { BuiltSite } from './finish-site.ts'
import { readSearchCase } from './identifier-index.ts'
import { listMessages, type PlacedMessage } from './message-index.ts'
import { type SiteWriter, writeFiles } from './site-writer.ts'
import type { StageClock } from './stage-clock.ts'

/** What is kept of all cases while their pages are written one by one: never a thread. */
export type CaseSummary = { messages: PlacedMessage[]; resultRows: string[]; prepared: PreparedCase[] }
/** The same of one case. */
type OneSummary = { messages: PlacedMessage[]; resultRows: string; prepared: Omit<PreparedCase, 'record'> }

const readIfThere = (file: string): Uint8Array => (existsSync(file) ? readFileSync(file) : new Uint8Array())

/** The cache of what was made of cases; null where the build keeps nothing. */
function openCache(
  { cacheDir, outDir, site, contentDir, code }: BuiltSite,
  shells: CaseShells,
): CaseCache<OneSummary> | null {
  if (cacheDir === null) return null
  mkdirSync(cacheDir, { recursive: true })
  const names = ['projects.json', 'aliases.json'].map((name) => readIfThere(path.join(contentDir, name)))
  return openCaseCache(cacheDir, outDir, digestOf(site, code, JSON.stringify([shells.page, shells.thread]), ...names))
}

/** A digest of everything that the pages and files of one case are made from, beside what all cases depend on. */
function digestCase({ record }: CaseEntry, context: CaseContext, contentDir: string, story: string): string {
  const thread = readIfThere(path.join(contentDir, 'cases', record.slug, 'thread.json'))
  const neighbours = JSON.stringify([context.related, context.edges, context.project])
  return digestOf(JSON.stringify(record), thread, neighbours, story)
}

/** Writes the pages and files of one case; gives back their names and what the build keeps. */
function writeCase(
  { record }: CaseEntry,
  { outDir, rendered, site, contentDir }: BuiltSite,
  contextOf: ReturnType<typeof buildSiteContext>,
  shells: CaseShells,
  write: SiteWriter,
  clock: StageClock,
): { files: string[]; asked: [string, boolean][]; summary: OneSummary } {
  const { slug } = record
  const thread = clock.measure('threads read', () => readThread(contentDir, slug).value)
  const known = clock.measure('neighbours', () => contextOf(record, thread))
  const asked = new Map<string, boolean>()
  const hasPage = (to: string): boolean => {
    const isThere = known.hasPage(to)
    asked.set(to, isThere)
    return isThere
  }
  const context = { ...known, hasPage }
  const built = readBuiltPage({ outDir, rendered }, slug)
  const page = built ?? clock.measure('pages', () => renderCasePage(record, thread, context, shells))
  const threadPage = clock.measure('pages', () => renderCaseThread(record, thread, context, shells))
  const files = clock.measure('files', () => renderCaseFiles(record, thread, site, themes.light))
  files.set(`cases/${slug}.json`, `${JSON.stringify(record, null, 1)}\n`)
  if (built === undefined) files.set(`cases/${slug}/index.html`, page)
  if (threadPage !== '') files.set(`cases/${slug}/thread/index.html`, threadPage)
  clock.measure('written', () => writeFiles(write, files))
  const { record: _, ...prepared } = clock.measure('index', () =>
    prepareCase(readSearchCase({ record, thread }, { page, threadPage })),
  )
  const messages = listMessages({ record, thread })
  const resultRows = renderResultRows({ record, thread }, site)
  return { files: [...files.keys()], asked: [...asked], summary: { messages, resultRows, prepared } }
}

/**
 * Writes the pages and files of each case. Each thread is read once, and let go; a case that did not change since the
 * build before is taken from what that build made.
 */
export function writeCases(site: BuiltSite, shells: CaseShells, write: SiteWriter, clock: StageClock): CaseSummary {
  const { contentDir, entries } = site
  const contextOf = buildSiteContext({
    siteUrl: site.site,
    records: entries.map(({ record }) => record),
    counted: entries.filter(({ frontMatter }) => !frontMatter.leaveOut).map(({ record }) => record),
    projects: new Map(readProjects(contentDir).value.map((project) => [project.id, project])),
    techniques: new Set(readTechniques(contentDir).value.map(({ name }) => name)),
  })
  const cache = openCache(site, shells)
  const all: CaseSummary = { messages: [], resultRows: [], prepared: [] }
  for (const entry of entries) {
    const { record, frontMatter } = entry
    // A page that the generator built is not ours to keep.
    const kept = readBuiltPage(site, record.slug) === undefined ? cache : null
    const story = shells.stories.get(record.slug) ?? ''
    const context = kept && contextOf(record, null)
    const key = context ? digestCase(entry, context, contentDir, story) : ''
    const known = context && kept?.take(record.slug, key, context.hasPage)
    const made = known ? null : writeCase(entry, site, contextOf, shells, write, clock)
    if (made) kept?.keep(record.slug, key, made)
    const summary = known ?? made?.summary
    if (!summary) continue
    all.messages.push(...summary.messages)
    if (!frontMatter.leaveOut) all.resultRows.push(summary.resultRows)
    all.prepared.push({ ...summary.prepared, record })
  }
  cache?.prune(new Set(entries.map(({ record }) => record.slug)))
  return all
}
