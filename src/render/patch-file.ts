import type { FileDiff } from '../model/diff.ts'
import type { StoredPatch } from '../model/thread-file.ts'

/** A path as git writes it: quoted where it holds a blank at its end, a quote, a backslash or a control character. */
function gitPath(side: 'a' | 'b', path: string | null): string {
  if (path === null) return '/dev/null'
  const full = `${side}/${path}`
  return /["\\\u0000-\u001f]/.test(full)
    ? `"${full.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t')}"`
    : full
}

const range = (start: number, lines: number): string => (lines === 1 ? String(start) : `${start},${lines}`)

/** The lines of one file that git apply reads: names, modes, renames, hunks. */
function fileLines(file: FileDiff): string[] {
  const { oldPath, newPath, oldMode, newMode, status, hunks } = file
  const lines = [`diff --git ${gitPath('a', oldPath ?? newPath)} ${gitPath('b', newPath ?? oldPath)}`]
  if (status === 'added') lines.push(`new file mode ${newMode ?? '100644'}`)
  else if (status === 'deleted') lines.push(`deleted file mode ${oldMode ?? '100644'}`)
  else if (oldMode !== null && newMode !== null && oldMode !== newMode)
    lines.push(`old mode ${oldMode}`, `new mode ${newMode}`)
  if (status === 'renamed' || status === 'copied') {
    const verb = status === 'renamed' ? 'rename' : 'copy'
    lines.push(`${verb} from ${oldPath ?? ''}`, `${verb} to ${newPath ?? ''}`)
  }
  if (hunks.length > 0) lines.push(`--- ${gitPath('a', oldPath)}`, `+++ ${gitPath('b', newPath)}`)
  for (const { oldStart, oldLines, newStart, newLines, section, lines: body } of hunks)
    lines.push(
      `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@${section ? ` ${section}` : ''}`,
      ...body,
    )
  return lines
}

/** A posting's diff as text for `git apply`. */
export function renderPatchFile(patch: StoredPatch): string {
  return `${patch.files.flatMap(fileLines).join('\n')}\n`
}
