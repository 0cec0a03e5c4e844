/** Bytes of which the sort is told where no mark tells it. */
const SAMPLE = 64

/** UTF-16 by its mark, or, without one, by a zero in every second byte of the start, as ASCII has it; null: none. */
function findWideCharset(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE)
  if (sample.length < 16) return null
  const isEvery = (from: 0 | 1): boolean => sample.every((byte, at) => (at % 2 === from) === (byte === 0))
  return isEvery(1) ? 'utf-16le' : isEvery(0) ? 'utf-16be' : null
}

/** A file that was saved as UTF-16 (as `>` of some Windows shells does) in UTF-8; any other as it is. */
export function narrowText(bytes: Uint8Array): Uint8Array {
  const charset = findWideCharset(bytes)
  return charset === null ? bytes : new TextEncoder().encode(new TextDecoder(charset).decode(bytes))
}
