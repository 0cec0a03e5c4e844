import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fillShell, type PageShell, shellWords, splitShell } from '../../src/layouts/page-shell.ts'
import type { CaseRecord } from '../../src/model/case.ts'
import type { ThreadFile } from '../../src/model/thread-file.ts'
import { type CaseContext, hasThreadPage } from '../../src/render/case-context.ts'
import { joinCaseParts, renderCaseParts, renderThreadPage } from '../../src/render/case-page.ts'
import { caseLinks } from '../../src/render/cite.ts'
import { caseDescription, renderJsonLd } from '../../src/render/json-ld.ts'
import { buildSearchFilters, buildSearchMeta } from '../../src/render/search-meta.ts'
import { pictureWords } from '../../src/render/share-picture.ts'
import { makeLinksRelative, relativeHref } from './relative-links.ts'
import { spaceCells } from './space-cells.ts'

/** Where pages of cases stand: as deep as any case's. */
const CASE_PAGE = 'cases/x/index.html'
const THREAD_PAGE = 'cases/x/thread/index.html'

/** What all pages of cases are made in: their shells; and the stories in plain prose, as markup by slug. */
export type CaseShells = { page: PageShell; thread: PageShell; stories: ReadonlyMap<string, string> }

/** Takes the shells out of the built folder. */
export function takeShells(outDir: string, site: string, stories: CaseShells['stories']): CaseShells {
  const folder = path.join(outDir, 'shell')
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8')
  const repository = process.env['GITHUB_REPOSITORY']
  const address = `${site}cases/${shellWords.slug}/`
  const page = makeLinksRelative(read('case/index.html'), { page: CASE_PAGE })
  const thread = makeLinksRelative(read('thread/index.html'), { page: THREAD_PAGE })
  const shells = {
    page: splitShell(page, address, repository),
    thread: splitShell(thread, `${address}thread/`, repository),
    stories,
  }
  rmSync(folder, { recursive: true })
  return shells
}

/** The page of a case. */
export function renderCasePage(
  record: CaseRecord,
  thread: ThreadFile | null,
  context: CaseContext,
  { page, stories }: CaseShells,
): string {
  const story = makeLinksRelative(stories.get(record.slug) ?? '', { page: CASE_PAGE })
  const own = { ...context, href: (to: string) => relativeHref(to, CASE_PAGE), hasStory: story.trim() !== '' }
  const parts = renderCaseParts(record, thread, own)
  return fillShell(page, {
    slug: record.slug,
    title: record.title,
    description: caseDescription(record),
    picture: pictureWords(record),
    permalink: `${context.siteUrl}cases/${record.slug}/`,
    searchMeta: buildSearchMeta(record),
    searchFilters: buildSearchFilters(record),
    jsonLd: renderJsonLd(record, caseLinks(record, context.siteUrl)),
    body: spaceCells(joinCaseParts(parts, story)),
  })
}

/** The page of a long thread; '' where the messages stand on the case's page. */
export function renderCaseThread(
  record: CaseRecord,
  thread: ThreadFile | null,
  context: CaseContext,
  { thread: shell }: CaseShells,
): string {
  if (!thread || !hasThreadPage(thread)) return ''
  return fillShell(shell, {
    slug: record.slug,
    title: `Thread: ${record.title}`,
    description: `All messages about ${record.title}`,
    picture: '',
    permalink: `${context.siteUrl}cases/${record.slug}/thread/`,
    searchMeta: {},
    searchFilters: {},
    jsonLd: '',
    body: spaceCells(renderThreadPage(record, thread, { ...context, href: (to) => relativeHref(to, THREAD_PAGE) })),
  })
}

/** The built folder, and the names of the pages that the generator put there. */
type BuiltPages = { outDir: string; rendered: ReadonlySet<string> }

/** The page of a case whose story needed the generator, as it was built; undefined where it did not. */
export function readBuiltPage({ outDir, rendered }: BuiltPages, slug: string): string | undefined {
  const name = `cases/${slug}/index.html`
  return rendered.has(name) ? readFileSync(path.join(outDir, name), 'utf8') : undefined
}
