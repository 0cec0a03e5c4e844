/** What the mail reader uses of Node's Buffer, for browsers; the build puts it in its place. */
type Text = { toString: (encoding: 'latin1') => string }

const PIECE = 32_768

function toBinary(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE) pieces.push(String.fromCharCode(...bytes.subarray(at, at + PIECE)))
  return pieces.join('')
}

/** Base64 as Node reads it: letters that are none are skipped, an odd end is dropped. */
function fromBase64(text: string): string {
  const letters = text
    .replace(/-/g, '+')
    .replace(/_/g, '/')
    .replace(/[^A-Za-z0-9+/]/g, '')
  const whole = letters.length % 4 === 1 ? letters.slice(0, -1) : letters
  return atob(whole)
}

function toBytes(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
  return bytes
}

export const Buffer = {
  from(value: string | ArrayBufferLike, encoding?: string | number, length?: number): Uint8Array | Text {
    if (typeof value === 'string') return encoding === 'base64' ? { toString: () => fromBase64(value) } : toBytes(value)
    const bytes = new Uint8Array(value, typeof encoding === 'number' ? encoding : 0, length)
    return { toString: () => toBinary(bytes) }
  },
  /** Bytes of a text in UTF-8. */
  byteLength: (text: string): number => new TextEncoder().encode(text).length,
}
