import { describe, expect, test } from 'vitest'
import { MOST_LETTERS, parseQuery, parseRange } from './parse-query.ts'

const keysOf = (text: string): string[][] => parseQuery(text).units.map((unit) => unit.keys)

describe('parseQuery', () => {
  test.each([
    ['j_flags', [['j_flags', 'jflags']]],
    ['->s_orphan', [['s_orphan', 'sorphan']]],
    ['journal->j_flags', [['journal.j_flags', 'j_flags', 'journaljflags']]],
    ['&sbi->s_count;', [['sbi.s_count', 's_count', 'sbiscount']]],
    ['note_irq()', [['note_irq', 'noteirq']]],
    ['____aligned', [['____aligned', 'aligned']]],
    ['b/fs/toy/super.c:1510', [['b/fs/toy/super.c', 'fs/toy/super.c', 'super.c']]],
    ['ｊ＿ｆｌａｇｓ', [['j_flags', 'jflags']]],
    ['https://lore.example.org/all/20260101.1@example.org/', [['20260101.1@example.org']]],
    ['https://git.example.org/c/0123456789abcdef', [['0123456789abcdef']]],
    ['struct toy_ring', [['toy_ring', 'toyring']]],
  ])('parseQuery: %s -> what is looked up', (text, expected) => {
    expect(keysOf(text)).toEqual(expect.arrayContaining([]))
    for (const [index, keys] of expected.entries())
      expect(keysOf(text)[index]).toEqual(expect.arrayContaining([keys[0]]))
    expect(keysOf(text)).toHaveLength(expected.length)
  })
  test('parseQuery: prefixes, quotes, a minus and ranges together -> each its own', () => {
    const query = parseQuery('struct:toy_ring "false sharing" -lock year:2015..2020 effect:>10 author:"Ann Author"')
    expect(
      query.units.map(({ text, letters, isPhrase, isNegative }) => ({ text, letters, isPhrase, isNegative })),
    ).toEqual([
      { text: 'toy_ring', letters: ['s'], isPhrase: false, isNegative: false },
      { text: 'false sharing', letters: null, isPhrase: true, isNegative: false },
      { text: 'lock', letters: null, isPhrase: false, isNegative: true },
      { text: 'Ann Author', letters: ['a'], isPhrase: true, isNegative: false },
    ])
    expect(query.ranges.map(({ name, low }) => [name, Math.round(low)])).toEqual([
      ['year', 2015],
      ['effect', 10],
    ])
    expect(query.messages).toEqual([])
  })
  test.each([
    ['nosuch:thing', /no prefix/],
    ['"never closed', /not closed/],
    ['???', /marks alone/],
    ['effect:much', /number/],
    ['year:soon', /year/],
    ['x'.repeat(5000), new RegExp(`first ${MOST_LETTERS}`)],
  ])('parseQuery: %.20s -> a message', (text, message) => {
    expect(parseQuery(text).messages.join(' ')).toMatch(message)
  })
  test.each(['mm: page_counter: reduce', 'fs/toy: move x', 'svc_xprt::flags', 'a - b', 'smp: put -> x'])(
    'parseQuery: the title "%s" -> no message, no word left out',
    (text) => {
      const { messages, units } = parseQuery(text)
      expect(messages).toEqual([])
      expect(units.every(({ isNegative }) => !isNegative)).toBe(true)
    },
  )
  test.each([
    '',
    ' ',
    '"',
    '-',
    ':',
    '""',
    '-""',
    'file:',
    'struct',
    '\u202e',
    '<img src=x>',
    '%',
    '-:',
    '\u0000',
    'شبكة',
    '..',
    'year:..',
  ])('parseQuery: %j -> never throws', (text) => {
    expect(() => parseQuery(text)).not.toThrow()
  })
})

describe('parseQuery: a comparison with a prefix that takes words', () => {
  test.each([
    ['cpu:>100', ['cpu: takes words, no comparison; only year: and effect: take one.']],
    ['machine:16..64', ['machine: takes words, no comparison; only year: and effect: take one.']],
    ['cpu:"> 100"', []],
    ['cpu:xeon', []],
    ['effect:>10', []],
  ])('parseQuery: %s -> %j', (text, messages) => expect(parseQuery(text).messages).toEqual(messages))
})

describe('parseRange', () => {
  test.each([
    ['2015..2020', { low: 2015, high: 2020 }],
    ['2020..2015', { low: 2015, high: 2020 }],
    ['2015..', { low: 2015, high: Number.POSITIVE_INFINITY }],
    ['..2015', { low: Number.NEGATIVE_INFINITY, high: 2015 }],
    ['>=10%', { low: 10, high: Number.POSITIVE_INFINITY }],
    ['2.5..7.5', { low: 2.5, high: 7.5 }],
    ['-5', { low: -5, high: -5 }],
    ['..', null],
    ['x', null],
    ['', null],
  ])('parseRange: %s -> %j', (text, expected) => {
    expect(parseRange(text)).toEqual(expected)
  })
})
