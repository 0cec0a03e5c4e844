import { expect, test } from 'vitest'
import { escapeHidden, showHidden } from './visible-text.ts'

test.each([
  ['a\u202eb', 'a[U+202E]b'],
  ['a\u0000\u001b[1m', 'a\ufffd\ufffd[1m'],
  ['a\u200bb\u{e0061}', 'a[U+200B]b[U+E0061]'],
  ['a\u061cb\u00adc\u2028d\u3164e\u{e0101}', 'a[U+061C]b[U+00AD]c[U+2028]d[U+3164]e[U+E0101]'],
  ['plain\ttext\nÄ \u{1f600}\u200d', 'plain\ttext\nÄ \u{1f600}\u200d'],
])('showHidden: %j -> %j', (text, shown) => {
  expect(showHidden(text)).toBe(shown)
})

test('escapeHidden: JSON with hidden characters -> none is left, and it reads back the same', () => {
  const value = { 'a\u202e': ['\u0000\u001b\r\n\t', '\u007f\u2028\u{e0061}\u{1f600}'] }
  const json = escapeHidden(JSON.stringify(value, null, 1))
  expect(json).not.toMatch(/[\u007f\u202e\u2028]|\u{e0061}/u)
  expect(JSON.parse(json)).toEqual(value)
})
