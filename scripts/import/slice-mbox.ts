import { splitMbox } from '../../src/mail/mbox-split.ts'

/**
 * The messages of an mbox that start at the given lines, byte for byte with their separators; null where the file is
 * no mbox of several messages, or all of it is wanted: it is then kept whole.
 */
export function sliceMbox(bytes: Uint8Array, wantedLines: ReadonlySet<number>): Uint8Array | null {
  const starts = splitMbox(bytes).map((mail) => mail.fileLine)
  if (starts.length < 2 || bytes[0] !== 0x46) return null
  if (starts.every((line) => wantedLines.has(line))) return null
  const offsets = findOffsets(bytes, starts)
  const pieces = starts.flatMap((line, index) =>
    wantedLines.has(line) ? [bytes.subarray(offsets[index] ?? 0, offsets[index + 1] ?? bytes.length)] : [],
  )
  return pieces.length === 0 ? null : new Uint8Array(Buffer.concat(pieces))
}

/** Byte offsets of lines (from 1, ascending). */
function findOffsets(bytes: Uint8Array, lines: readonly number[]): number[] {
  const offsets: number[] = []
  let line = 1
  let at = 0
  for (const wanted of lines) {
    while (line < wanted && at >= 0) {
      const end = bytes.indexOf(0x0a, at)
      at = end < 0 ? bytes.length : end + 1
      line++
    }
    offsets.push(at)
  }
  return offsets
}
