import { describe, expect, test } from 'vitest'
import { ByteQueue } from './byte-queue.ts'

describe('byte queue', () => {
  test('byte queue: pieces of any length taken off in parts -> the same bytes in the same order', () => {
    const all = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 31 + (index >> 9)) & 255))
    const queue = new ByteQueue()
    const out: Buffer[] = []
    for (let at = 0, size = 1; at < all.length; at += size, size = ((size * 7) % 65_521) + 1) {
      queue.push(all.subarray(at, at + size))
      const count = size % 3 === 0 ? 0 : Math.floor(queue.length / 2)
      out.push(Buffer.from(queue.view().subarray(0, count)))
      queue.take(count)
    }
    out.push(Buffer.from(queue.view()))
    expect(Buffer.concat(out).equals(all)).toBe(true)
  })
  test('byte queue: a piece longer than the buffer -> held whole', () => {
    const queue = new ByteQueue()
    queue.push(Buffer.from('ab'))
    queue.take(1)
    queue.push(Buffer.alloc(5_000_000, 'c'))
    expect(queue.length).toBe(5_000_001)
    expect(queue.view().toString('latin1', 0, 3)).toBe('bcc')
  })
})
