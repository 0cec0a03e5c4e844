import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { escapeHidden } from '../../src/text/visible-text.ts'
import { readCases, readThread } from '../read-content.ts'
import { readRemoved } from '../removed.ts'
import { buildCaseFiles } from './case-files.ts'
import { buildDataFiles } from './data-files.ts'
import { buildAliasPages, buildPermalinkPages, buildTombstones, type Files, type SiteContext } from './extra-pages.ts'
import { writeIdentifierIndex } from './identifier-index.ts'
import type { BuiltCase } from './message-index.ts'
import { buildOpenSearch } from './open-search.ts'
import { makeLinksRelative, makeUrlsRelative } from './relative-links.ts'
import { buildReviewData } from './review-data.ts'

/**
 * The built folder, the address its links out cite (with a final slash), the path it is served under and the content
 * it was built from.
 */
export type BuiltSite = { outDir: string; site: string; base: string; contentDir: string }

/** Paths of the files of one kind under a folder, from that folder, with `/`. */
function listFiles(outDir: string, ending: string): string[] {
  return readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => path.relative(outDir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
}

function writeFiles(outDir: string, files: Files): void {
  for (const [name, text] of files) {
    const file = path.resolve(outDir, name)
    if (!file.startsWith(outDir + path.sep)) throw new Error(`A page outside the site: ${name}`)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, /\.js(?:on)?$/.test(name) ? escapeHidden(text) : text)
  }
}

/** Rewrites a built file in place. */
function rewrite(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, 'utf8')
  const changed = change(text)
  if (changed !== text) writeFileSync(file, changed)
}

/** The site's one style sheet, from the root. */
function findStylesheet(outDir: string): string {
  const home = readFileSync(path.join(outDir, 'index.html'), 'utf8')
  return /<link rel="stylesheet" href="\/([^"]+)"/.exec(home)?.[1] ?? ''
}

function readBuiltCases(contentDir: string): {
  cases: BuiltCase[]
  /** Cases that counts are made of: without those a person left out. */
  counted: BuiltCase[]
  aliases: { alias: string; slug: string; title: string }[]
} {
  const entries = readCases(contentDir).value
  const taken = new Set(entries.map((entry) => entry.record.slug))
  const cases = entries.map(({ record }) => ({ record, thread: readThread(contentDir, record.slug).value }))
  return {
    cases,
    counted: cases.filter((_, index) => entries[index]?.frontMatter.leaveOut !== true),
    aliases: entries.flatMap(({ record, frontMatter }) =>
      frontMatter.aliases
        .filter((alias) => !taken.has(alias))
        .map((alias) => ({ alias, slug: record.slug, title: record.title })),
    ),
  }
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
 * What Astro leaves to do: relative links, the pages and files that are no routes, and what a host needs.
 * Gives back the number of pages.
 */
export function finishSite({ outDir, site, base, contentDir }: BuiltSite): number {
  const pages = listFiles(outDir, '.html')
  const context: SiteContext = { site, stylesheet: findStylesheet(outDir) }
  for (const page of pages) {
    const own = page === '404.html' ? { base } : {}
    rewrite(path.join(outDir, page), (html) => makeLinksRelative(html, { page, ...own }))
  }
  for (const file of listFiles(outDir, '.css')) rewrite(path.join(outDir, file), (css) => makeUrlsRelative(css, file))
  const { cases, counted, aliases } = readBuiltCases(contentDir)
  writeFiles(outDir, buildCaseFiles(cases, site))
  writeFiles(outDir, buildDataFiles(counted, site))
  writeFiles(outDir, buildReviewData(counted))
  writeFiles(outDir, buildPermalinkPages(cases, context))
  writeFiles(outDir, buildAliasPages(aliases, context))
  writeFiles(outDir, buildTombstones(readRemoved(contentDir).value, context))
  writeFiles(outDir, buildCrawlerFiles(pages, site))
  writeFiles(outDir, buildOpenSearch(site))
  writeIdentifierIndex(cases, outDir)
  return listFiles(outDir, '.html').length
}
