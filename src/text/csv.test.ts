import { describe, expect, test } from 'vitest'
import { formatCsv, parseCsv } from './csv.ts'

describe('csv', () => {
  test.each([
    ['plain', 'a,b\n'],
    ['=1+1', "'=1+1,b\n"],
    ['+cmd', "'+cmd,b\n"],
    ['-x', "'-x,b\n"],
    ['@sum', "'@sum,b\n"],
    ['\tx', "'\tx,b\n"],
    ["'=x", "''=x,b\n"],
    ['-4.3%', '-4.3%,b\n'],
    ['+9.6', '+9.6,b\n'],
    ['-1+1', "'-1+1,b\n"],
    ['say "x", y', '"say ""x"", y",b\n'],
  ])('cell: %j -> no formula, and read back as it was', (cell, line) => {
    if (cell !== 'plain') expect(formatCsv([[cell, 'b']])).toBe(line)
    expect(parseCsv(formatCsv([[cell, 'b']]))).toEqual([[cell, 'b']])
  })
  test('cell: number, truth, null -> as written, null empty', () => {
    expect(formatCsv([[-1.5, true, null, 0]])).toBe('-1.5,true,,0\n')
  })
  test('rows: line breaks within cells -> read back', () => {
    const rows = [
      ['a\nb', 'c\r\nd'],
      ['', "it's"],
    ]
    expect(parseCsv(formatCsv(rows))).toEqual(rows)
  })
})
