import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { showHidden } from '../../src/text/visible-text.ts'
import { listFiles } from '../list-files.ts'
import type { CaseEntry } from '../read-content.ts'
import { readRemoved } from '../removed.ts'
import { takeShells } from './case-pages.ts'
import { buildDataFiles } from './data-files.ts'
import { buildAliasPages, buildPermalinkPages, buildTombstones, type SiteContext } from './extra-pages.ts'
import { writeIdentifierIndex } from './identifier-index.ts'
import { buildOpenSearch } from './open-search.ts'
import { makeLinksRelative, makeUrlsRelative } from './relative-links.ts'
import { buildReviewData } from './review-data.ts'
import { createSiteWriter, type Files, writeFiles } from './site-writer.ts'
import { spaceCells } from './space-cells.ts'
import type { StageClock } from './stage-clock.ts'
import { writeCases } from './write-cases.ts'

/**
 * The built folder, the address its links out cite (with a final slash), the path it is served under, the content it
 * was built from, and its cases.
 */
export type BuiltSite = {
  outDir: string
  site: string
  base: string
  contentDir: string
  entries: readonly CaseEntry[]
  /** Stories in plain prose, as markup, by the slugs of their cases. */
  stories: ReadonlyMap<string, string>
  /** Pages that are finished already. */
  rendered: ReadonlySet<string>
  /** A digest of the code that makes pages. */
  code: string
  /** Where what was made of each case is kept for the next build; null: nothing is kept. */
  cacheDir: string | null
}

const listPages = (outDir: string): string[] => listFiles(outDir).filter((file) => file.endsWith('.html'))

/**
 * A page as it is written: links relative, and hidden characters shown also in what a template prints as it is (names in
 * headings, labels of lists). `base` is what the site is served under.
 */
export function finishPage(html: string, page: string, base: string): string {
  const own = page === '404.html' ? { base } : {}
  return spaceCells(showHidden(makeLinksRelative(html, { page, ...own })))
}

/** Makes the links of style sheets relative, and those of pages that were copied as they are. */
function rewriteLinks(outDir: string, base: string, rendered: ReadonlySet<string>): void {
  for (const name of listFiles(outDir).filter((file) => /\.(?:css|html)$/.test(file) && !rendered.has(file))) {
    const file = path.join(outDir, name)
    const text = readFileSync(file, 'utf8')
    const changed = name.endsWith('.css') ? makeUrlsRelative(text, name) : finishPage(text, name, base)
    if (changed !== text) writeFileSync(file, changed)
  }
}

/** The site's one style sheet, from the root. */
function findStylesheet(outDir: string): string {
  const home = readFileSync(path.join(outDir, 'index.html'), 'utf8')
  return /<link rel="stylesheet" href="\.\/([^"]+)"/.exec(home)?.[1] ?? ''
}

/** A redirect for each former slug that no case has now. */
function listAliases(entries: readonly CaseEntry[]): { alias: string; slug: string; title: string }[] {
  const taken = new Set(entries.map(({ record }) => record.slug))
  return entries.flatMap(({ record, frontMatter }) =>
    frontMatter.aliases
      .filter((alias) => !taken.has(alias))
      .map((alias) => ({ alias, slug: record.slug, title: record.title })),
  )
}

/** `robots.txt` and a site map of the pages people look for. */
function buildCrawlerFiles(pages: readonly string[], site: string): Files {
  const shown = pages.filter((page) =>
    /^(?:(?:cases|techniques|structs|subsystems|projects|benchmarks|about)\/.*)?index\.html$/.test(page),
  )
  const locations = shown.map((page) => `<url><loc>${site}${page.slice(0, -'index.html'.length)}</loc></url>`)
  return new Map([
    ['robots.txt', `User-agent: *\nAllow: /\nSitemap: ${site}sitemap.xml\n`],
    [
      'sitemap.xml',
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${locations.join('\n')}\n</urlset>\n`,
    ],
    ['.nojekyll', ''],
  ])
}

/**
 * What the generator leaves to do: relative links, the pages of the cases, the pages and files that are no routes, and
 * what a host needs. Gives back the number of pages.
 */
export function finishSite(built: BuiltSite, clock: StageClock): number {
  const { outDir, site, base, contentDir, entries } = built
  const write = createSiteWriter(outDir)
  const shells = takeShells(outDir, site, built.stories)
  clock.measure('links', () => rewriteLinks(outDir, base, built.rendered))
  const { messages, resultRows, prepared } = writeCases(built, shells, write, clock)
  clock.measure('gathered files', () => {
    const records = entries.map(({ record }) => record)
    const counted = entries.filter(({ frontMatter }) => !frontMatter.leaveOut).map(({ record }) => record)
    const changed = new Map(entries.map(({ record, frontMatter }) => [record.slug, frontMatter.changed]))
    const context: SiteContext = { site, stylesheet: findStylesheet(outDir) }
    writeFiles(write, buildCrawlerFiles(listPages(outDir), site))
    writeFiles(write, buildDataFiles(counted, resultRows, site, changed))
    writeFiles(write, buildReviewData(counted))
    writeFiles(write, buildPermalinkPages(records, messages, context))
    writeFiles(write, buildAliasPages(listAliases(entries), context))
    writeFiles(write, buildTombstones(readRemoved(contentDir).value, context))
    writeFiles(write, buildOpenSearch(site))
  })
  clock.measure('index', () => writeIdentifierIndex(prepared, outDir))
  return listPages(outDir).length
}
