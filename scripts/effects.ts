import fs from 'node:fs'
import path from 'node:path'
import { showHidden } from '../src/text/visible-text.ts'

/**
 * Everything a command does to the world, behind one object, so that a test can make any single step fail.
 * Paths are absolute. Every method throws an Error that names the path.
 */
export type Effects = {
  readBytes(file: string): Uint8Array
  exists(file: string): boolean
  isFolder(file: string): boolean
  /** Names in a folder, sorted; an absent folder has none. */
  list(folder: string): string[]
  /** Writes a whole new file and flushes it to the disk. */
  write(file: string, bytes: Uint8Array): void
  makeFolder(folder: string): void
  rename(from: string, to: string): void
  remove(file: string): void
  log(text: string): void
  warn(text: string): void
}

/** The real world. */
export const realEffects: Effects = {
  readBytes: (file) => fs.readFileSync(file),
  exists: (file) => fs.existsSync(file),
  isFolder: (file) => fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false,
  list: (folder) => (fs.existsSync(folder) ? fs.readdirSync(folder).sort() : []),
  write(file, bytes) {
    const handle = fs.openSync(file, 'wx')
    try {
      fs.writeSync(handle, bytes)
      fs.fsyncSync(handle)
    } finally {
      fs.closeSync(handle)
    }
  },
  makeFolder: (folder) => void fs.mkdirSync(folder, { recursive: true }),
  rename: (from, to) => fs.renameSync(from, to),
  remove: (file) => fs.rmSync(file, { recursive: true, force: true }),
  // A title of a mail must not steer the terminal.
  log: (text) => void process.stdout.write(`${showHidden(text)}\n`),
  warn: (text) => void process.stderr.write(`${showHidden(text)}\n`),
}

const building = '.next-building'
const ready = '.next'

/**
 * Finishes or undoes what a run that was cut short left in the folder of a case: a complete set of new files
 * (`.next`) is moved in place, an incomplete one (`.next-building`) is thrown away. Gives back true where it did
 * anything.
 */
export function recoverFolder(effects: Effects, folder: string): boolean {
  const hadPieces = effects.exists(path.join(folder, building))
  if (hadPieces) effects.remove(path.join(folder, building))
  if (!effects.exists(path.join(folder, ready))) return hadPieces
  moveInPlace(effects, folder)
  return true
}

function moveInPlace(effects: Effects, folder: string): void {
  for (const relative of filesUnder(effects, path.join(folder, ready))) {
    const target = path.join(folder, relative)
    effects.makeFolder(path.dirname(target))
    effects.rename(path.join(folder, ready, relative), target)
  }
  effects.remove(path.join(folder, ready))
}

/** Files of a folder, at most two levels down: the depth of a case. */
function filesUnder(effects: Effects, folder: string): string[] {
  return effects
    .list(folder)
    .flatMap((name) =>
      effects.isFolder(path.join(folder, name))
        ? effects.list(path.join(folder, name)).map((inner) => path.join(name, inner))
        : [name],
    )
}

/** True where the file is there with just these bytes. */
function isSame(effects: Effects, file: string, bytes: Uint8Array): boolean {
  return effects.exists(file) && Buffer.compare(effects.readBytes(file), bytes) === 0
}

/**
 * Writes a set of files into a folder as one step: after a failure or a kill at any moment the folder is as it was
 * or, at the latest after {@link recoverFolder}, as it should be. A new folder appears by one rename. Files that
 * already hold the bytes are left alone. Gives back the relative paths that changed.
 */
export function writeFolder(effects: Effects, folder: string, files: ReadonlyMap<string, Uint8Array>): string[] {
  recoverFolder(effects, folder)
  const changed = [...files].filter(([relative, bytes]) => !isSame(effects, path.join(folder, relative), bytes))
  if (changed.length === 0) return []
  const isNew = !effects.exists(folder)
  const stage = isNew ? path.join(path.dirname(folder), `.new-${path.basename(folder)}`) : path.join(folder, building)
  effects.remove(stage)
  try {
    for (const [relative, bytes] of changed) {
      const target = path.join(stage, relative)
      effects.makeFolder(path.dirname(target))
      effects.write(target, bytes)
    }
    effects.rename(stage, isNew ? folder : path.join(folder, ready))
  } catch (error) {
    effects.remove(stage)
    throw error
  }
  if (!isNew) moveInPlace(effects, folder)
  return changed.map(([relative]) => relative)
}

/** Writes one file beside which nothing has to agree: a temporary file, flushed, then renamed over it. */
export function writeAtomically(effects: Effects, file: string, bytes: Uint8Array): boolean {
  if (isSame(effects, file, bytes)) return false
  effects.makeFolder(path.dirname(file))
  const temporary = `${file}.next`
  effects.remove(temporary)
  effects.write(temporary, bytes)
  effects.rename(temporary, file)
  return true
}
