import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { escapeHidden } from '../../src/text/visible-text.ts'

/** Files to write, by path from the output folder. */
export type Files = ReadonlyMap<string, string>
/** Writes one file of the site, by its path from the output folder, with `/`. */
export type SiteWriter = (name: string, text: string) => void

/** A writer into a folder; each folder in it is made once; JSON and scripts are escaped where text would hide. A path that leads out of it throws. */
export function createSiteWriter(outDir: string): SiteWriter {
  const known = new Set<string>()
  return (name, text) => {
    const file = path.resolve(outDir, name)
    if (!file.startsWith(outDir + path.sep)) throw new Error(`A page outside the site: ${name}`)
    const folder = path.dirname(file)
    if (!known.has(folder)) {
      mkdirSync(folder, { recursive: true })
      known.add(folder)
    }
    writeFileSync(file, /\.js(?:on)?$/.test(name) ? escapeHidden(text) : text)
  }
}

/** Writes files that were made as a map. */
export function writeFiles(write: SiteWriter, files: Files): void {
  for (const [name, text] of files) write(name, text)
}
