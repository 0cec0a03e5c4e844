import type { FileDiff } from './diff.ts'

/**
 * The path a reader knows the file by: the new one, or the old one of a deleted file. It stands beside no schema: what
 * a scan loads must not load the library of schemas with all its languages.
 */
export function diffPath(file: Pick<FileDiff, 'oldPath' | 'newPath'>): string {
  return file.newPath ?? file.oldPath ?? ''
}
