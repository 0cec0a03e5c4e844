import { Buffer } from 'node:buffer'

/**
 * Mail is cut up as "binary text": a string with one character (0-255) a byte, so that string search works on it and
 * nothing is lost before the charset is known.
 */
export function bytesToBinary(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** The bytes of a binary text. */
export function binaryToBytes(binary: string): Uint8Array {
  return Buffer.from(binary, 'latin1')
}

/** Whether a binary text is plain ASCII: then it is its own decoding in every charset met here. */
export function isAscii(binary: string): boolean {
  // ESC: ISO-2022 charsets are 7-bit. NUL: UTF-16 is. Searches of the engine's own: a pattern costs five times as much.
  return Buffer.byteLength(binary, 'utf8') === binary.length && !binary.includes('\x1b') && !binary.includes('\x00')
}
