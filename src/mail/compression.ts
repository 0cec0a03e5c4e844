import { Gunzip } from 'fflate'
import { Decompress } from 'fzstd'

/**
 * How much a compressed file may unpack to, in bytes: a hundred times its size (mail packs ten to one, a bomb a
 * thousand to one), yet at least 64 MB and at most 512 MB.
 */
export function unpackedBound(packedBytes: number): number {
  return Math.min(512_000_000, Math.max(64_000_000, packedBytes * 100))
}

export type Compression = 'gzip' | 'zstd'
export type Unpacked = { bytes: Uint8Array; fault: 'too-large' | 'damaged' | null }

/** The compression a file's first bytes name (RFC 1952, RFC 8878); null: none. */
export function findCompression(bytes: Uint8Array): Compression | null {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8) return 'gzip'
  return bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd ? 'zstd' : null
}

/**
 * Unpacks piece by piece and stops at the bound, so that a bomb costs no more than the bound. What came before a damage
 * or the bound is given back with the fault.
 */
export function unpack(bytes: Uint8Array, compression: Compression, maxBytes = unpackedBound(bytes.length)): Unpacked {
  const pieces: Uint8Array[] = []
  let total = 0
  const take = (piece: Uint8Array): void => {
    total += piece.length
    // A copy: the decoders reuse their buffers.
    if (total <= maxBytes) pieces.push(piece.slice())
  }
  const decoder = compression === 'gzip' ? new Gunzip(take) : new Decompress(take)
  const step = 16_384
  try {
    for (let at = 0; at < bytes.length && total <= maxBytes; at += step)
      decoder.push(bytes.subarray(at, at + step), at + step >= bytes.length)
  } catch {
    // Damaged or cut: the decoder's only way to say so. What was read stands.
    return { bytes: join(pieces), fault: 'damaged' }
  }
  return { bytes: join(pieces), fault: total > maxBytes ? 'too-large' : null }
}

function join(pieces: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
