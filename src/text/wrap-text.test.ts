import { describe, expect, test } from 'vitest'
import { wrapText } from './wrap-text.ts'

describe('wrapText', () => {
  test('words: more than the width -> lines of at most the width', () => {
    expect(wrapText('one two three four', 9)).toEqual(['one two', 'three', 'four'])
  })
  test('a URL longer than the width -> alone on its line', () => {
    expect(wrapText('see https://example.org/a/very/long/path now', 12)).toEqual([
      'see',
      'https://example.org/a/very/long/path',
      'now',
    ])
  })
  test('another long word -> cut', () => {
    expect(wrapText('abcdefghijklmnop', 8)).toEqual(['abcdefgh', 'ijklmnop'])
  })
  test('indent: later lines -> indented within the width', () => {
    expect(wrapText('aaaa bbbb cccc', 10, '  ')).toEqual(['aaaa', '  bbbb', '  cccc'])
  })
})
