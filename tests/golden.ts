import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = new URL('..', import.meta.url).pathname
const mayWrite = process.env['UPDATE_GOLDEN'] === '1' && !process.env['CI']

export type GoldenPair = { situation: string; input: string; golden: string | null }

/** Every folder called `fixtures` under `src`, `scripts` and `tests`. */
export function fixtureFolders(): string[] {
  return ['src', 'scripts', 'tests'].flatMap((top) =>
    readdirSync(path.join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name === 'fixtures')
      .map((entry) => path.join(entry.parentPath, entry.name)),
  )
}

/** The pairs `<situation>.in.*` and `<situation>.out.*` of a folder, at any depth; golden is null where it is missing. */
export function goldenPairs(folder: string): GoldenPair[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return names
    .filter((name) => /\.in\.[^/]+$/.test(name))
    .map((name) => {
      const situation = name.replace(/\.in\.[^/]+$/, '')
      const golden = names.find((other) => other.startsWith(`${situation}.out.`))
      return { situation, input: path.join(folder, name), golden: golden ? path.join(folder, golden) : null }
    })
}

/** Goldens that no input makes. */
export function strayGoldens(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter(
    (name) =>
      /\.out\.[^/]+$/.test(name) &&
      !names.some((other) => other.startsWith(`${name.replace(/\.out\.[^/]+$/, '')}.in.`)),
  )
}

/**
 * The golden text to compare with. With `UPDATE_GOLDEN=1`, outside CI, it is written first; a missing golden is
 * otherwise an Error, never a pass.
 */
export function readGolden(file: string, made: string): string {
  if (mayWrite) writeFileSync(file, made)
  if (!existsSync(file))
    throw new Error(
      `${file}: expected a golden file, found none; UPDATE_GOLDEN=1 writes it, look at it before you commit it`,
    )
  return readFileSync(file, 'utf8')
}
