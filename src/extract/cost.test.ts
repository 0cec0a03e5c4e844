import { describe, expect, test } from 'vitest'
import { findCost } from './cost.ts'
import { plainMessage } from './plain-message.ts'

const read = (text: string) => {
  const cost = findCost(plainMessage(`${text}\n`))
  return cost && [cost.bytesPerObject, cost.text]
}

describe('what a patch costs', () => {
  test.each([
    ['bytes of an object', 'The struct grows by 48 bytes per pond.', 48],
    ['bytes saved', 'This saves 16 bytes in each inode of the pond.', -16],
    ['bytes of code', 'The object grows by 48 bytes of text.', undefined],
    ['bytes of code, no "of"', 'The object grows by 48 bytes  code.', undefined],
    ['bytes sent', 'Each message of 64 bytes grows the queue.', undefined],
  ])('%s: %s -> %j', (_, text, bytes) => {
    expect(read(text)?.[0]).toBe(bytes)
  })
})
