import { createHash } from 'node:crypto'
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What was made of one case: its files, by path from the site's folder, and whatever else the build keeps of it. */
export type MadeCase<Summary> = { files: string[]; asked: [path: string, isThere: boolean][]; summary: Summary }

type Entry<Summary> = MadeCase<Summary> & { key: string; stamps: string[] }

/** Keeps what was made of cases between two builds, so that a case that did not change is not made again. */
export type CaseCache<Summary> = {
  /** Puts the files of an unchanged case in their places; undefined where something it depends on is another. */
  take: (slug: string, key: string, hasPage: (path: string) => boolean) => Summary | undefined
  /** Keeps what was made, from the site's folder. */
  keep: (slug: string, key: string, made: MadeCase<Summary>) => void
  /** Lets go of cases that are no longer there. */
  prune: (slugs: ReadonlySet<string>) => void
}

/** A digest of texts; each is told from the next. */
export function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const digest = createHash('sha1')
  for (const part of parts) digest.update(String(part.length)).update('\n').update(part)
  return digest.digest('hex')
}

/** A digest of every file of some folders: pages depend on the code that makes them. */
export function digestFolders(folders: readonly string[]): string {
  const digest = createHash('sha1')
  for (const folder of folders)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).sort((a, b) =>
      path.join(a.parentPath, a.name) < path.join(b.parentPath, b.name) ? -1 : 1,
    ))
      if (entry.isFile()) {
        const file = path.join(entry.parentPath, entry.name)
        digest.update(path.relative(folder, file)).update(readFileSync(file))
      }
  return digest.digest('hex')
}

/** The same file under a second name, which costs nothing; a copy where the file system has no links. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to) // throws where the file itself is the trouble
  }
}

/** What a file was when it was kept: one that was written to since is no longer trusted. */
function stampOf(file: string): string {
  const { size, mtimeMs } = statSync(file)
  return `${size} ${mtimeMs}`
}

const nameOf = (file: string): string => file.replaceAll('/', '+')

/** Opens the cache in a folder, for a site that is built in `outDir`. `base` is what all its cases depend on. */
export function openCaseCache<Summary>(folder: string, outDir: string, base: string): CaseCache<Summary> {
  const read = (slug: string): Entry<Summary> | undefined => {
    try {
      return JSON.parse(readFileSync(path.join(folder, slug, 'made.json'), 'utf8'))
    } catch {
      return undefined // no such case yet, or a build that was cut short
    }
  }
  const known = new Set(readdirSync(folder))
  const folders = new Set<string>()
  const makeFolder = (name: string): void => {
    if (!folders.has(name)) mkdirSync(name, { recursive: true })
    folders.add(name)
  }
  return {
    take: (slug, key, hasPage) => {
      const entry = read(slug)
      if (entry?.key !== base + key || entry.asked.some(([asked, isThere]) => hasPage(asked) !== isThere))
        return undefined
      const kept = entry.files.map((file) => path.join(folder, slug, nameOf(file)))
      try {
        if (kept.some((file, at) => stampOf(file) !== entry.stamps[at])) return undefined
      } catch {
        return undefined
      }
      for (const [at, file] of entry.files.entries()) {
        const to = path.join(outDir, file)
        makeFolder(path.dirname(to))
        link(kept[at] ?? '', to)
      }
      return entry.summary
    },
    keep: (slug, key, made) => {
      const own = path.join(folder, slug)
      if (known.has(slug)) rmSync(own, { recursive: true, force: true })
      mkdirSync(own, { recursive: true })
      known.add(slug)
      const stamps = made.files.map((file) => {
        const to = path.join(own, nameOf(file))
        link(path.join(outDir, file), to)
        return stampOf(to)
      })
      writeFileSync(path.join(own, 'made.json'), JSON.stringify({ ...made, key: base + key, stamps }))
    },
    prune: (slugs) => {
      for (const name of readdirSync(folder, { withFileTypes: true }))
        if (!slugs.has(name.name)) rmSync(path.join(folder, name.name), { recursive: true, force: true })
    },
  }
}
