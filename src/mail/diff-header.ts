import type { FileDiff } from '../model/diff.ts'

/** Whether a diff of a file begins at this index: `diff --git`, `Index:` or `---`/`+++`/`@@` lines. */
export function isDiffStart(lines: string[], index: number): boolean {
  const line = lines[index] ?? ''
  if (line.startsWith('diff --git ')) return isFollowedByHeader(lines, index)
  if (line.startsWith('diff -') || line.startsWith('Index: ')) return findPlainStart(lines, index + 1, 4) >= 0
  return line.startsWith('--- ') && isPlainStart(lines, index)
}

/** `diff --git` in prose is no diff: the extended header, a hunk or binary marks must follow. */
function isFollowedByHeader(lines: string[], index: number): boolean {
  return /^(?:index |old mode |new mode |deleted file|new file|similarity |dissimilarity |rename |copy |--- |Binary |GIT binary)/.test(
    lines[index + 1] ?? '',
  )
}

/** `---`, `+++` and a hunk's header. */
export function isPlainStart(lines: string[], index: number): boolean {
  return (
    (lines[index] ?? '').startsWith('--- ') &&
    (lines[index + 1] ?? '').startsWith('+++ ') &&
    (lines[index + 2] ?? '').startsWith('@@ -')
  )
}

function findPlainStart(lines: string[], from: number, within: number): number {
  for (let index = from; index < from + within; index++) if (isPlainStart(lines, index)) return index
  return -1
}

/** The header of one file's diff at `at`: paths, modes and what happened; `next` is the index after it. */
export function readFileHeader(lines: string[], at: number): { file: FileDiff; next: number } {
  const file: FileDiff = {
    oldPath: null,
    newPath: null,
    status: 'modified',
    isBinary: false,
    oldMode: null,
    newMode: null,
    hunks: [],
  }
  let index = at
  const first = lines[at] ?? ''
  if (first.startsWith('diff --git ')) {
    const paths = parseGitPaths(first.slice('diff --git '.length).replace(/\r$/, ''))
    file.oldPath = paths.oldPath
    file.newPath = paths.newPath
    index = readExtended(lines, at + 1, file)
  } else if (!first.startsWith('--- ')) index = Math.max(at, findPlainStart(lines, at + 1, 4))
  if (isPlainStart(lines, index)) {
    readPaths(lines[index] ?? '', lines[index + 1] ?? '', file)
    index += 2
  } else if (/^Binary files .* differ\r?$/s.test(lines[index] ?? '')) {
    file.isBinary = true
    index++
  } else if ((lines[index] ?? '').startsWith('GIT binary patch')) {
    file.isBinary = true
    index = skipBinary(lines, index + 1)
  }
  if (file.status === 'modified' && file.hunks.length === 0 && file.oldMode !== file.newMode && index === lines.length)
    file.status = 'mode'
  return { file, next: index }
}

function readExtended(lines: string[], from: number, file: FileDiff): number {
  let index = from
  let isMode = false
  for (; index < lines.length && index - from < 12; index++) {
    const line = (lines[index] ?? '').replace(/\r$/, '')
    const match =
      /^(old mode|new mode|deleted file mode|new file mode|rename from|rename to|copy from|copy to|index|similarity index|dissimilarity index) (.*)$/s.exec(
        line,
      )
    if (!match) break
    const value = match[2] ?? ''
    if (match[1] === 'old mode') file.oldMode = value
    else if (match[1] === 'new mode') {
      file.newMode = value
      isMode = true
    } else if (match[1] === 'deleted file mode') {
      file.status = 'deleted'
      file.oldMode = value
      file.newPath = null
    } else if (match[1] === 'new file mode') {
      file.status = 'added'
      file.newMode = value
      file.oldPath = null
    } else if (match[1] === 'rename from' || match[1] === 'copy from') {
      file.status = match[1] === 'rename from' ? 'renamed' : 'copied'
      file.oldPath = unquotePath(value)
    } else if (match[1] === 'rename to' || match[1] === 'copy to') file.newPath = unquotePath(value)
    else if (match[1] === 'index' && file.oldMode === null && file.newMode === null) {
      const mode = / (\d{6})$/.exec(value)?.[1]
      if (mode !== undefined) file.oldMode = file.newMode = mode
    }
  }
  const next = lines[index] ?? ''
  if (isMode && file.status === 'modified' && !/^(?:--- |Binary |GIT binary)/.test(next)) file.status = 'mode'
  return index
}

/** `--- a/x` and `+++ b/x`: a tab ends the path (dates follow); `/dev/null` is no path. */
function readPaths(minus: string, plus: string, file: FileDiff): void {
  const oldPath = cleanPath(minus.slice(4), file.oldPath !== null || file.newPath !== null ? 'a/' : '')
  const newPath = cleanPath(plus.slice(4), file.oldPath !== null || file.newPath !== null ? 'b/' : '')
  const hasGit = file.oldPath !== null || file.newPath !== null
  if (oldPath === null && file.status === 'modified') file.status = 'added'
  if (newPath === null && file.status === 'modified') file.status = 'deleted'
  if (hasGit && file.status !== 'modified') {
    if (oldPath === null) file.oldPath = null
    if (newPath === null) file.newPath = null
    return
  }
  const [shortOld, shortNew] = hasGit ? [oldPath, newPath] : stripFirst(oldPath, newPath)
  file.oldPath = shortOld
  file.newPath = shortNew
}

function cleanPath(raw: string, prefix: string): string | null {
  const text = unquotePath(raw.replace(/\t.*$/s, '').replace(/\r$/, '').replace(/ +$/, ''))
  if (text === '/dev/null') return null
  return prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : text
}

/** The folder of a release, as CVS and some differs print on both sides: `linux-2.6.11-mm2/`. */
const releaseFolder = /^[a-z]\w{0,40}-\d{1,4}\.\d[\w.+-]{0,40}\//i

/** Without `diff --git`, both sides begin with a folder of the differ's (`a/`, `linux.orig/`), or with none. */
function stripFirst(oldPath: string | null, newPath: string | null): [string | null, string | null] {
  const strip = (path: string | null): string | null => (path === null ? null : path.replace(/^[^/]+\//, ''))
  if (oldPath !== null && oldPath === newPath) {
    const path = oldPath.replace(releaseFolder, '')
    return [path, path]
  }
  return [strip(oldPath), strip(newPath)]
}

/** The two paths of `diff --git a/x b/x`: quoted, or equal halves when the names hold blanks. */
function parseGitPaths(text: string): { oldPath: string | null; newPath: string | null } {
  const quoted = /^("(?:[^"\\]|\\.)*"|[^" ]+) ("(?:[^"\\]|\\.)*"|[^" ]+)$/.exec(text)
  const half = (text.length - 1) / 2
  const isHalves = Number.isInteger(half) && text.charAt(half) === ' '
  const [left, right] = quoted
    ? [unquotePath(quoted[1] ?? ''), unquotePath(quoted[2] ?? '')]
    : isHalves
      ? [text.slice(0, half), text.slice(half + 1)]
      : [text.replace(/ b\/.*$/s, ''), text.slice(Math.max(0, text.lastIndexOf(' b/') + 1))]
  return { oldPath: stripSide(left), newPath: stripSide(right) }
}

function stripSide(path: string): string {
  return path.replace(/^[a-z]\//, '')
}

/** Undoes git's C quoting of a path: octal bytes are UTF-8 (core.quotePath). */
export function unquotePath(path: string): string {
  if (!path.startsWith('"') || !path.endsWith('"') || path.length < 2 || path.length > 8192) return path
  const escapes: Record<string, number> = { n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11 }
  const bytes: number[] = []
  for (const match of path.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)) {
    if (match[1] !== undefined) bytes.push(Number.parseInt(match[1], 8))
    else if (match[2] !== undefined) bytes.push(escapes[match[2]] ?? match[2].charCodeAt(0))
    else bytes.push(...new TextEncoder().encode(match[3] ?? ''))
  }
  return new TextDecoder().decode(new Uint8Array(bytes))
}

/** Past the `literal`/`delta` blocks of a binary patch: each ends with an empty line, lines begin with a length. */
function skipBinary(lines: string[], from: number): number {
  let index = from
  while (index < lines.length && /^(?:literal|delta) \d{1,12}\r?$/.test(lines[index] ?? '')) {
    index++
    while (index < lines.length && /^[A-Za-z][!-~]{5,}\r?$/.test(lines[index] ?? '')) index++
    if ((lines[index] ?? '').trim() === '' && /^(?:literal|delta) /.test(lines[index + 1] ?? '')) index++
  }
  return index
}
