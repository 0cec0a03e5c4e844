import { expect, test } from 'vitest'
import { showHidden } from './visible-text.ts'

test.each([
  ['a\u202eb', 'a[U+202E]b'],
  ['a\u0000\u001b[1m', 'a\ufffd\ufffd[1m'],
  ['a\u200bb\u{e0061}', 'a[U+200B]b[U+E0061]'],
  ['plain\ttext\nÄ', 'plain\ttext\nÄ'],
])('showHidden: %j -> %j', (text, shown) => {
  expect(showHidden(text)).toBe(shown)
})
