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
  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0])
  const words = new Int32Array(80)
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(block * 64 + i * 4)
    digestBlock(words, state)
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** One block of 16 words mixed into the state. Written out for speed: patch ids are made of megabytes. */
function digestBlock(words: Int32Array, state: Int32Array): void {
  for (let i = 16; i < 80; i++) {
    const word = (words[i - 3] ?? 0) ^ (words[i - 8] ?? 0) ^ (words[i - 14] ?? 0) ^ (words[i - 16] ?? 0)
    words[i] = (word << 1) | (word >>> 31)
  }
  let a = state[0] ?? 0
  let b = state[1] ?? 0
  let c = state[2] ?? 0
  let d = state[3] ?? 0
  let e = state[4] ?? 0
  for (let i = 0; i < 80; i++) {
    let mixed: number
    if (i < 20) mixed = ((b & c) | (~b & d)) + 0x5a827999
    else if (i < 40) mixed = (b ^ c ^ d) + 0x6ed9eba1
    else if (i < 60) mixed = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
    else mixed = (b ^ c ^ d) + 0xca62c1d6
    const next = (((a << 5) | (a >>> 27)) + mixed + e + (words[i] ?? 0)) | 0
    e = d
    d = c
    c = (b << 30) | (b >>> 2)
    b = a
    a = next
  }
  state[0] = ((state[0] ?? 0) + a) | 0
  state[1] = ((state[1] ?? 0) + b) | 0
  state[2] = ((state[2] ?? 0) + c) | 0
  state[3] = ((state[3] ?? 0) + d) | 0
  state[4] = ((state[4] ?? 0) + e) | 0
}
