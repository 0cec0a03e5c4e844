import type { FileDiff } from '../model/diff.ts'
import type { StoredPatch } from '../model/thread-file.ts'

/** A path as git writes it: quoted where it holds a quote, a backslash or a control character. */
function quotePath(path: string): string {
  if (!/["\\\u0000-\u001f\u007f]/.test(path)) return path
  const short: Record<string, string> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t' }
  return `"${path.replace(/["\\\u0000-\u001f\u007f]/g, (sign) => short[sign] ?? `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`)}"`
}

const gitPath = (side: 'a' | 'b', path: string | null): string =>
  path === null ? '/dev/null' : quotePath(`${side}/${path}`)

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
    lines.push(`${verb} from ${quotePath(oldPath ?? '')}`, `${verb} to ${quotePath(newPath ?? '')}`)
  }
  if (hunks.length > 0) lines.push(`--- ${gitPath('a', oldPath)}`, `+++ ${gitPath('b', newPath)}`)
  for (const { oldStart, oldLines, newStart, newLines, section, lines: body } of hunks)
    lines.push(
      `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@${section ? ` ${section}` : ''}`,
      ...body,
    )
  return lines
}

/** What steers a terminal, or shows a line as another one: form feeds and returns stand in sources and stay. */
const steering = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/** Why a posting's diff is not offered as a file; null where it is. A file that is offered is true to the byte. */
export function whyNoPatchFile(patch: StoredPatch): string | null {
  if (patch.files.length === 0) return 'there is no diff'
  if (patch.holdsAddress) return 'it holds an e-mail address'
  const texts = patch.files.flatMap(({ oldPath, newPath, hunks }) => [
    oldPath ?? '',
    newPath ?? '',
    ...hunks.flatMap(({ section, lines }) => [section, ...lines]),
  ])
  return texts.some((text) => steering.test(text)) ? 'it holds control characters' : null
}

/** A posting's diff as text for `git apply`. */
export function renderPatchFile(patch: StoredPatch): string {
  return `${patch.files.flatMap(fileLines).join('\n')}\n`
}
