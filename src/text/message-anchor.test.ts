import { expect, test } from 'vitest'
import { lineAnchor, messageAnchor } from './message-anchor.ts'

test('messageAnchor: a Message-ID -> twelve digits of its sha1', () => {
  expect(messageAnchor('abc', false)).toBe('m-a9993e364706')
})
test('messageAnchor: a derived id -> itself', () => {
  expect(messageAnchor('x0123456789a', true)).toBe('m-x0123456789a')
})
test('lineAnchor: first part -> L, later part -> its number too', () => {
  expect(lineAnchor('abc', false, 0, 7)).toBe('m-a9993e364706-L7')
  expect(lineAnchor('abc', false, 2, 7)).toBe('m-a9993e364706-p2L7')
})
