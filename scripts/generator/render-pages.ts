import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type PathWithRoute, StaticPaths } from 'astro/runtime/prerender/static-paths.js'
import { type BuildApp, fieldOf, loadBuildApp } from './build-app.ts'
import type { BundleFacts } from './bundle-hook.ts'
import type { PageBundle } from './page-bundle.ts'

function isFacts(value: unknown): value is BundleFacts {
  return typeof fieldOf(value, 'entry') === 'string' && Array.isArray(fieldOf(value, 'pagesByKeys'))
}

/** What the code of the pages says while it renders: warnings and errors alone. */
const destination = {
  write: (said: unknown): void => {
    const level = fieldOf(said, 'level')
    if (level === 'warn' || level === 'error') console.error(`[${fieldOf(said, 'label')}] ${fieldOf(said, 'message')}`)
  },
}

/** Loads the code of the pages and tells it what the generator knew when it made it. */
async function startPages({ folder }: PageBundle): Promise<BuildApp> {
  const facts: unknown = JSON.parse(readFileSync(path.join(folder, 'facts.json'), 'utf8'))
  if (!isFacts(facts)) throw new Error(`${folder}/facts.json: expected the facts of a bundle, found something else`)
  const app = await loadBuildApp(path.join(folder, 'code', facts.entry))
  app.setInternals({ pagesByKeys: new Map(facts.pagesByKeys), entrySpecifierToBundleMap: new Map() })
  app.setOptions({ settings: { scripts: facts.scripts }, logger: { options: { destination } } })
  return app
}

/** The file of a route from the site's folder, as the generator names it: `/cases/` -> `cases/index.html`. */
function fileOf({ pathname, route }: PathWithRoute): string {
  const plain = pathname.replace(/^\/+|\/+$/g, '')
  if (route.type === 'endpoint') return plain
  return plain === '404' ? '404.html' : path.posix.join(plain, 'index.html')
}

/** The address a route is rendered for: pages end with a slash. */
function addressOf({ pathname, route }: PathWithRoute, site: string): URL {
  const plain = pathname.replace(/^\/+|\/+$/g, '')
  return new URL(`/${plain}${route.type === 'endpoint' || plain === '' ? '' : '/'}`, site)
}

/**
 * Renders every route that is no page of a case's own into a folder, with the files they share. What a page says of
 * the cases comes from those that were handed over (`handOverCases`). `finish` gets each page but the shells, which
 * have no place yet, before it is written; gives back the names of the pages it got.
 */
export async function renderPages(
  bundle: PageBundle,
  outDir: string,
  site: string,
  finish: (html: string, page: string) => string,
): Promise<Set<string>> {
  cpSync(bundle.assets, outDir, { recursive: true })
  const app = await startPages(bundle)
  const seen = new Set<string>()
  const finished = new Set<string>()
  const folders = new Set<string>()
  for (const place of await new StaticPaths(app).getAll()) {
    const name = fileOf(place)
    const file = path.join(outDir, name)
    // A file of `public` goes before a route, as the generator has it.
    if (seen.has(file) || existsSync(file)) continue
    seen.add(file)
    const response = await app.render(new Request(addressOf(place, site)), { routeData: place.route })
    if (response.status !== 200 && name !== '404.html')
      throw new Error(`${place.route.component}: expected the page of ${place.pathname}, got status ${response.status}`)
    const folder = path.dirname(file)
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true })
    folders.add(folder)
    const text = await response.text()
    const isPage = name.endsWith('.html') && !name.startsWith('shell/')
    if (isPage) finished.add(name)
    writeFileSync(file, isPage ? finish(text, name) : text)
  }
  return finished
}
