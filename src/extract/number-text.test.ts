import { describe, expect, test } from 'vitest'
import { splitTokens } from './number-text.ts'

/** Numbers of a text as `value kind unit`, the upper end of a range behind `..`. */
const numbersOf = (text: string): string[] =>
  splitTokens(text).flatMap((token) =>
    token.kind === 'number'
      ? [
          [token.value, token.high === null ? '' : `..${token.high}`, ` ${token.is}`, token.unit && ` ${token.unit}`]
            .filter(Boolean)
            .join(''),
        ]
      : [],
  )

describe('numbers of a line', () => {
  test.each([
    ['12', ['12 plain']],
    ['1,234,567', ['1234567 plain']],
    ['-3.5%', ['-3.5 percent']],
    ['2.5x faster', ['2.5 multiple']],
    ['2×', ['2 multiple']],
    ['2048X', []],
    ['100k/s', ['100000 plain /s']],
    ['1.5M/sec', ['1500000 plain /sec']],
    ['13.9m reads/s', ['13900000 plain']],
    ['10K-59K', ['10000..59000 plain']],
    ['4K', ['4000 plain']],
    ['64B', ['64 plain B']],
    ['12.5ms', ['12.5 plain ms']],
    ['v6.1-rc3 x86_64', []],
  ])('%s -> %j', (text, expected) => {
    expect(numbersOf(text)).toEqual(expected)
  })
})
