import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { listFiles } from '../../scripts/list-files.ts'
import { createStaticServer } from '../../scripts/static-server.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A built site: of the repository's content, or of the fixture cases. */
export type SiteUnderTest = { name: string; dir: string; contentDir: string }

/** The latest change of a file under some folders, in ms. */
function newestChange(folders: readonly string[]): number {
  let newest = 0
  for (const folder of folders.filter((name) => existsSync(name)))
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) newest = Math.max(newest, statSync(path.join(entry.parentPath, entry.name)).mtimeMs)
  return newest
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Does something while no other process does it: test files run side by side, and one of them builds. */
function holdAlone(name: string, work: () => void): void {
  const lock = path.join(root, '.cache', `${name.replaceAll(' ', '-')}.lock`)
  mkdirSync(path.dirname(lock), { recursive: true })
  for (let tries = 0; tries < 3000; tries++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch {
      const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
      if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
  }
  try {
    work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Builds a site unless the one there is newer than everything it is made from. */
function ensureBuilt({ name, dir, contentDir }: SiteUnderTest): void {
  const stamp = path.join(dir, 'robots.txt')
  const sources = ['src', 'scripts', 'public'].map((name) => path.join(root, name))
  if (existsSync(stamp) && statSync(stamp).mtimeMs > newestChange([...sources, contentDir])) return
  const { status } = spawnSync(process.execPath, [path.join(root, 'scripts/build.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      CASEBOOK_CONTENT: contentDir,
      CASEBOOK_OUT: dir,
      CASEBOOK_SPECIMEN: name === 'content' ? '0' : '1',
    },
  })
  if (!existsSync(stamp)) throw new Error(`The site of ${contentDir} could not be built (code ${status}).`)
}

const all: SiteUnderTest[] = [
  { name: 'content', dir: path.join(root, 'dist'), contentDir: path.join(root, 'content') },
  {
    name: 'fixture cases',
    dir: path.join(root, '.cache/site-fixtures'),
    contentDir: path.join(root, 'tests/content'),
  },
]

/** The sites to test, built. The fixture cases' one only where they are there. */
export function buildSites(): SiteUnderTest[] {
  const sites = all.filter((site) => existsSync(path.join(site.contentDir, 'cases')))
  for (const site of sites) holdAlone(site.name, () => ensureBuilt(site))
  return sites
}

export { listFiles }

/** A site's pages, without its 404 page. */
export function listPages(dir: string): string[] {
  return listFiles(dir).filter((file) => file.endsWith('.html') && file !== '404.html')
}

export const readFile = (dir: string, file: string): string => readFileSync(path.join(dir, file), 'utf8')

/** What kind of page a path is: pages of one kind are made by one template. */
export function pageKind(page: string): string {
  if (/^cases\/[^/]+\/index\.html$/.test(page)) return 'case'
  if (/^cases\/[^/]+\/thread\//.test(page)) return 'thread'
  if (/^cases\/(?:by|page)\//.test(page)) return 'case list'
  if (/^techniques\/[^/]+\//.test(page)) return 'technique'
  if (/^[mc]\//.test(page)) return 'permalink'
  // structs/linux/journal_s/ -> structs, three deep: one template makes them all.
  const parts = page.split('/')
  return parts.length > 2 ? `${parts[0]} ${parts.length}` : page
}

/** Every page but those that lead on by themselves. */
export function ownPages({ dir }: SiteUnderTest): string[] {
  return listPages(dir).filter((page) => !readFile(dir, page).includes('http-equiv="refresh"'))
}

/** Pages to open in a browser: all of the fixtures but for the many lists of the table, else the first `most` of each kind. */
export function choosePages(site: SiteUnderTest, most: number): string[] {
  const pages = ownPages(site)
  const groups = Map.groupBy(pages, pageKind)
  if (site.name !== 'content')
    return [...groups].flatMap(([kind, group]) => (kind === 'case list' ? group.slice(0, most) : group))
  return [...groups.values()].flatMap((group) => group.slice(0, most))
}

/** Serves a folder under a base path until `close`; `address` ends with the base. */
export async function serve(dir: string, base = '/'): Promise<{ address: string; close: () => Promise<void> }> {
  const server = createStaticServer(dir, base)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
