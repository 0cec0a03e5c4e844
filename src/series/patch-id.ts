import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'

/** Where the reader of a patch stands: before the first file, in a file's header, or in hunks. */
type State = { isHeader: boolean; isBinary: boolean; before: number; after: number }

function hunkLengths(line: string): { before: number; after: number } | null {
  const match = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/.exec(line)
  return match && { before: Number(match[1] ?? 1), after: Number(match[2] ?? 1) }
}

/** SHA-1 of a file's lines without white space. */
function hashLines(lines: string[]): Uint8Array {
  const text = lines.join('')
  return createHash('sha1')
    .update(squeezeAscii(text) ?? Buffer.from(text.replace(/\s+/g, ''), 'utf8'))
    .digest()
}

/**
 * The bytes of a text in ASCII without its white space, undefined for any other text. A pass over bytes costs a
 * quarter of a replacement, which makes a piece of string of each word of a diff.
 */
function squeezeAscii(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length !== text.length) return undefined
  let kept = 0
  for (const byte of bytes) if (byte !== 32 && (byte < 9 || byte > 13)) bytes[kept++] = byte
  return bytes.subarray(0, kept)
}

/** Adds two hashes as git's `flush_one_hunk` does: byte by byte from the left, with carry. */
function addHashes(sum: Uint8Array, hash: Uint8Array): void {
  let carry = 0
  for (let index = 0; index < sum.length; index += 1) {
    carry += (sum[index] ?? 0) + (hash[index] ?? 0)
    sum[index] = carry & 0xff
    carry >>= 8
  }
}

/** The header line's part in the hash; undefined where the line ends the patch. */
function readHeader(line: string, state: State): string | undefined {
  if (line.startsWith('index ')) return ''
  if (line.startsWith('GIT binary patch') || line.startsWith('Binary files')) {
    state.isBinary = true
    return ''
  }
  if (line.startsWith('--- ')) {
    state.isHeader = false
    state.before = 0
    state.after = 1
    return line
  }
  return /^[A-Za-z]/.test(line) ? line : undefined
}

/**
 * A patch's id by the rule of `git patch-id --stable` (git-patch-id(1)): a sum of one SHA-1 a file over its lines
 * without white space, line numbers and `index` lines left out, so that neither a rebase nor the order of files
 * changes it. `text` begins at the first `diff --git` or earlier. Null where it holds no diff, and where a file is
 * binary (git then hashes the blob ids, which a mail may abbreviate).
 */
export function patchId(text: string): string | null {
  const sum = new Uint8Array(20)
  const state: State = { isHeader: true, isBinary: false, before: 0, after: 0 }
  let lines: string[] = []
  let files = 0
  for (const line of text.split('\n')) {
    if (files === 0 && !line.startsWith('diff ')) continue
    if (line.startsWith('\\ ') && line.length > 11) continue
    const isNewFile =
      line.startsWith('diff ') && (files === 0 || state.isHeader || (state.before <= 0 && state.after <= 0))
    if (isNewFile) {
      if (lines.length > 0) addHashes(sum, hashLines(lines))
      lines = []
      files += 1
      state.isHeader = true
    } else if (state.isHeader) {
      const header = readHeader(line, state)
      if (state.isBinary) return null
      if (header === undefined) break
      if (header === '') continue
    } else if (state.before <= 0 && state.after <= 0) {
      const lengths = hunkLengths(line)
      if (lengths === null) break
      Object.assign(state, lengths)
      continue
    } else {
      if (line.startsWith('-') || line.startsWith(' ') || line === '') state.before -= 1
      if (line.startsWith('+') || line.startsWith(' ') || line === '') state.after -= 1
    }
    lines.push(line)
  }
  if (lines.length > 0) addHashes(sum, hashLines(lines))
  if (files === 0) return null
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
