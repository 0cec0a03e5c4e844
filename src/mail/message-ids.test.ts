import { expect, test } from 'vitest'
import { parseId, parseIds } from './message-ids.ts'

const lists: [string, string[]][] = [
  ['<a@b> <c@d>', ['a@b', 'c@d']],
  ['<a@b><a@b>\n <c@d>', ['a@b', 'c@d']],
  ['Ada\'s message of "Mon" <a@b>>', ['a@b']],
  ['a@b', ['a@b']],
  ['<a\n b@c>', ['ab@c']],
  ['< a @ b.org >', ['a@b.org']],
  ['your mail', []],
  ['<not an id>', []],
  ['<a@b (as forwarded)>', ['a@b(asforwarded)']],
  ['(see <x@y>) <a@b>', ['a@b']],
  ['<a@b> (Ada\'s message of "Tue, 1 Jan 2030 (CET)")', ['a@b']],
  ['<a@b> from "Ada" at Jan 1, 2030 10:00:00 am', ['a@b']],
  ['Your message of Tue, 1 Jan 2030 10:00:00 +0100. a@b.org.', ['a@b.org']],
  ['a@b.org of Tue, 1 Jan 2030', ['a@b.org']],
  ['<a@b', ['a@b']],
  ['a@b>', ['a@b']],
  ['<"a.1 x"@b.org>', ['"a.1x"@b.org']],
  ['&lt;a@b&gt;', ['a@b']],
  ['=?utf-8?q?=3Ca=40b=2Eorg=3E?=', ['a@b.org']],
  ['<https://lists.example.org/all/a@b/>', ['a@b']],
  ['<https://lists.example.org/r/a%40b>', ['a@b']],
]
for (const [value, expected] of lists)
  test(`parseIds: ${JSON.stringify(value)} -> ${expected.join(' ')}`, () =>
    expect(parseIds(value).ids).toEqual(expected))

test('parseIds: an address of the header beside an id -> no id, unless a message has it', () => {
  const value = 'Message from Ada <ada@example.org> of "Tue, 1 Jan 2030" <a@b>'
  expect(parseIds(value, new Set(['ada@example.org']))).toEqual({ ids: ['a@b'], maybe: ['ada@example.org'] })
})

test('parseIds: words beside bracketed ids, ids in comments, ids without @ -> may be ids', () => {
  expect(parseIds('x@y <a@b> (to <c@d>) <20300101.GA1>').maybe).toEqual(['20300101.GA1', 'x@y', 'c@d'])
})

test('parseIds: 2,000 ids -> the first and the newest', () => {
  const { ids } = parseIds(Array.from({ length: 2000 }, (_, index) => `<r${index}@b>`).join(' '))
  expect([ids.length, ids[0], ids[1], ids.at(-1)]).toEqual([1000, 'r0@b', 'r1001@b', 'r1999@b'])
})

const single: [string, string | null][] = [
  ['<a@b>', 'a@b'],
  ['a@b', 'a@b'],
  [' <a@b> (added by x)', 'a@b'],
  ['a@b (added by postmaster@c)', 'a@b'],
  ['<a\n b@c>', 'ab@c'],
  ['=?us-ascii?q?=3Ca=40b=3E?=', 'a@b'],
  ['<no-at-sign>', 'no-at-sign'],
  ['no at sign', 'noatsign'],
  ['', null],
  ['<>', null],
]
for (const [value, expected] of single)
  test(`parseId: ${value} -> ${expected}`, () => expect(parseId(value)).toBe(expected))
