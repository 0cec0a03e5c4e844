import { expect, test } from 'vitest'
import { parseDate, parsePerson } from './header-values.ts'

const people: [string, string, string | null][] = [
  ['Ada Example <ada@example.org>', 'Ada Example', 'ada@example.org'],
  ['"Example, Ada" <ada@example.org>', 'Example, Ada', 'ada@example.org'],
  ['"Ada \\"A\\" Example" <ada@example.org>', 'Ada "A" Example', 'ada@example.org'],
  ['ada@example.org (Ada Example)', 'Ada Example', 'ada@example.org'],
  ['ada@example.org', 'ada', 'ada@example.org'],
  ['"ada@example.org" <ada@example.org>', 'ada', 'ada@example.org'],
  ['=?utf-8?q?Zo=C3=AB?= Example <z@example.org>', 'Zoë Example', 'z@example.org'],
  ['ada at example.org (Ada Example)', 'Ada Example', 'ada@example.org'],
  ['kernel test robot', 'kernel test robot', null],
  ['Ada <>', 'Ada', null],
  ['', '', null],
]
for (const [value, name, address] of people)
  test(`parsePerson: ${value} -> ${name}`, () => expect(parsePerson(value)).toEqual({ name, address }))

const dates: [string, string | null][] = [
  ['Mon, 6 Jan 2025 10:00:00 +0100', '2025-01-06T09:00:00Z'],
  ['6 Jan 2025 10:00 GMT', '2025-01-06T10:00:00Z'],
  ['Mon,  6 Jan 2025 10:00:00 -0500 (EST)', '2025-01-06T15:00:00Z'],
  ['Mon, 06 Jan 25 10:00:00 PDT', '2025-01-06T17:00:00Z'],
  ['Mon, 06 Jan 99 10:00:00 +0000', '1999-01-06T10:00:00Z'],
  ['Mon Jan  6 10:00:00 2025', '2025-01-06T10:00:00Z'],
  ['Mon Jan  6 10:00:00 2025 +0530', '2025-01-06T04:30:00Z'],
  ['Mon Oct 23 15:29:40 +0000 2017', '2017-10-23T15:29:40Z'],
  ['2025-01-06T10:00:00+01:00', '2025-01-06T09:00:00Z'],
  ['Mon, 6 Jan 2025 10:00:60 +0000', '2025-01-06T10:00:59Z'],
  ['Mon, 36 Jan 2025 10:00:00 +0000', null],
  ['Mon, 6 Foo 2025 10:00:00 +0000', null],
  ['Mon, 6 Jan 20250 10:00:00', null],
  ['soon', null],
  ['', null],
]
for (const [value, expected] of dates)
  test(`parseDate: ${value} -> ${expected}`, () => expect(parseDate(value)).toBe(expected))
