import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha1 } from './sha1.ts'

const texts = ['', 'abc', 'a'.repeat(55), 'a'.repeat(56), 'a'.repeat(63), 'a'.repeat(64), 'é€😀'.repeat(999)]
for (const text of texts)
  test(`sha1: ${text.length} characters -> what the platform's own says`, () => {
    expect(sha1(text)).toBe(createHash('sha1').update(text).digest('hex'))
  })
test('sha1: bytes -> their digest', () => {
  expect(sha1(new Uint8Array([0, 255]))).toBe(
    createHash('sha1')
      .update(new Uint8Array([0, 255]))
      .digest('hex'),
  )
})
