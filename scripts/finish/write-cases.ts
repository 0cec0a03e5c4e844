import { renderCaseFiles } from '../../src/render/case-files.ts'
import { renderResultRows } from '../../src/render/data-tables.ts'
import { buildSiteContext } from '../../src/render/site-context.ts'
import { type PreparedCase, prepareCase } from '../../src/search/build-index.ts'
import { themes } from '../../src/styles/tokens.ts'
import { readProjects, readThread } from '../read-content.ts'
import { readTechniques } from '../read-techniques.ts'
import { type CaseShells, readBuiltPage, renderCasePage, renderCaseThread } from './case-pages.ts'
import type { BuiltSite } from './finish-site.ts'
import { readSearchCase } from './identifier-index.ts'
import { listMessages, type PlacedMessage } from './message-index.ts'
import { type SiteWriter, writeFiles } from './site-writer.ts'
import type { StageClock } from './stage-clock.ts'

/** What is kept of all cases while their pages are written one by one: never a thread. */
export type CaseSummary = { messages: PlacedMessage[]; resultRows: string[]; prepared: PreparedCase[] }

/** Writes the pages and files of each case. Each thread is read once, and let go. */
export function writeCases(
  { outDir, site, contentDir, entries }: BuiltSite,
  shells: CaseShells,
  write: SiteWriter,
  clock: StageClock,
): CaseSummary {
  const contextOf = buildSiteContext({
    siteUrl: site,
    records: entries.map(({ record }) => record),
    counted: entries.filter(({ frontMatter }) => !frontMatter.leaveOut).map(({ record }) => record),
    projects: new Map(readProjects(contentDir).value.map((project) => [project.id, project])),
    techniques: new Set(readTechniques(contentDir).value.map(({ name }) => name)),
  })
  const summary: CaseSummary = { messages: [], resultRows: [], prepared: [] }
  for (const { record, frontMatter } of entries) {
    const { slug } = record
    const thread = clock.measure('threads read', () => readThread(contentDir, slug).value)
    const context = clock.measure('neighbours', () => contextOf(record, thread))
    const built = readBuiltPage(outDir, slug)
    const page = built ?? clock.measure('pages', () => renderCasePage(record, thread, context, shells))
    const threadPage = clock.measure('pages', () => renderCaseThread(record, thread, context, shells))
    const files = clock.measure('files', () => renderCaseFiles(record, thread, site, themes.light))
    clock.measure('written', () => {
      if (built === undefined) write(`cases/${slug}/index.html`, page)
      if (threadPage !== '') write(`cases/${slug}/thread/index.html`, threadPage)
      write(`cases/${slug}.json`, `${JSON.stringify(record, null, 1)}\n`)
      writeFiles(write, files)
    })
    summary.messages.push(...listMessages({ record, thread }))
    if (!frontMatter.leaveOut) summary.resultRows.push(renderResultRows({ record, thread }, site))
    summary.prepared.push(
      clock.measure('index', () => prepareCase(readSearchCase({ record, thread }, { page, threadPage }))),
    )
  }
  return summary
}
