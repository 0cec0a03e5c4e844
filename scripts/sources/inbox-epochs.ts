import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { readGit } from './git-process.ts'

/**
 * The epochs of a public-inbox v2 archive (public-inbox-v2-format(5)), oldest first: `<folder>/git/0.git …`, or the one
 * bare repository given. Empty: it is no such archive.
 */
export async function findEpochs(folder: string): Promise<string[]> {
  const parent = [path.join(folder, 'git'), folder].find((candidate) => epochNames(candidate).length > 0)
  if (parent !== undefined) return epochNames(parent).map((name) => path.join(parent, name))
  if (!existsSync(path.join(folder, 'objects')) || !existsSync(path.join(folder, 'HEAD'))) return []
  const top = await readGit(folder, ['ls-tree', '--name-only', 'HEAD']).catch(() => '')
  return /^(?:m|d)$/m.test(top) ? [folder] : []
}

function epochNames(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => /^\d+\.git$/.test(name))
  return names.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
}
