import { describe, expect, test } from 'vitest'
import { splitQuote } from './quote-prefix.ts'

describe('splitQuote', () => {
  test.each([
    ['no mark', 'plain > text', 0, '', 'plain > text'],
    ['one mark', '> text', 1, '> ', 'text'],
    ['marks apart', '> > text', 2, '> > ', 'text'],
    ['marks together', '>>> text', 3, '>>> ', 'text'],
    ['no blank behind', '>text', 1, '>', 'text'],
    ['columns of a table kept', '>      12 +3%', 1, '> ', '     12 +3%'],
    ['bare mark', '>', 1, '>', ''],
    ['box of a table', '| cell |', 0, '', '| cell |'],
  ])('line: %s -> its depth, prefix and text', (_, line, depth, prefix, text) => {
    expect(splitQuote(line)).toEqual({ depth, prefix, text })
  })

  test('line: a thousand marks -> the first forty are marks', () => {
    const { depth, prefix, text } = splitQuote('>'.repeat(1000))
    expect([depth, prefix.length + text.length]).toEqual([40, 1000])
  })
})
