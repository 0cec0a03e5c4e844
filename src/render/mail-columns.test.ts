import { describe, expect, test } from 'vitest'
import { findColumnRuns } from './mail-columns.ts'

describe('tables in mail', () => {
  test.each<[string, string[], [number, number][]]>([
    ['prose', ['The ring is slow.  It is fast', 'after this.'], []],
    [
      'a table with its head',
      ['Results:', '', '            mean   change', 'push   10   12   +20%', 'pull   11   11   0%'],
      [[2, 4]],
    ],
    ['a quoted table', ['> name  a  b', '> push  1  2', '> and so on'], [[0, 1]]],
    ['columns by tabs', ['a\tb\tc', '1\t2\t3'], [[0, 1]]],
    ['one row alone', ['a   b   c', 'and on'], []],
    ['code that only stands in', ['+\t\tint a;', '+\t\tint b;', '    return  1;'], []],
    ['a table at the end', ['x', 'a  b  c', 'd  e  f'], [[1, 2]]],
  ])('%s -> its runs', (_, lines, expected) => {
    expect(findColumnRuns(lines).map(({ from, to }) => [from, to])).toEqual(expected)
  })
  test('a line of a million blanks -> soon done', () => {
    expect(findColumnRuns([' '.repeat(1_000_000), `a${' '.repeat(1_000_000)}b`])).toEqual([])
  })
})
