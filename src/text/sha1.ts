/** SHA-1 of a text's UTF-8 bytes, or of bytes, as 40 hex digits (FIPS 180-4; for addresses, not for security). */
export function sha1(input: string | Uint8Array): string {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input
  const length = bytes.length
  const blocks = ((length + 8) >> 6) + 1
  const padded = new Uint8Array(blocks * 64)
  padded.set(bytes)
  padded[length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(length / 0x20000000))
  view.setUint32(padded.length - 4, (length << 3) >>> 0)
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0])
  const words = new Uint32Array(80)
  for (let block = 0; block < blocks; block++) digestBlock(view, block * 64, words, state)
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
}

function digestBlock(view: DataView, offset: number, words: Uint32Array, state: Uint32Array): void {
  const at = (index: number): number => words[index] ?? 0
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(offset + i * 4)
  for (let i = 16; i < 80; i++) words[i] = rotate(at(i - 3) ^ at(i - 8) ^ at(i - 14) ^ at(i - 16), 1)
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state
  for (let i = 0; i < 80; i++) {
    const next = (rotate(a, 5) + mix(i, b, c, d) + e + at(i)) >>> 0
    e = d
    d = c
    c = rotate(b, 30)
    b = a
    a = next
  }
  ;[a, b, c, d, e].forEach((value, index) => {
    state[index] = (state[index] ?? 0) + value
  })
}

function mix(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
  return (b ^ c ^ d) + 0xca62c1d6
}

function rotate(value: number, bits: number): number {
  return ((value << bits) | (value >>> (32 - bits))) >>> 0
}
