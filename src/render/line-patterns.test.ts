import { expect, test } from 'vitest'
import { buildLinePattern } from './line-patterns.ts'

/** The places of all searches in a line, from each of its places, as the colourer asks: some again, some from further left. */
function searchAll(regex: RegExp, line: string, starts: readonly number[]): (number | undefined)[] {
  return starts.map((start) => {
    regex.lastIndex = start
    return regex.exec(line)?.index
  })
}

const starts = [0, 1, 2, 5, 5, 9, 3, 0, 12, 4]
test.each([
  ['\\bint\\b', 'int a; int b;', [0, 7, 7, 7, 7, undefined, 7, 0, undefined, 7]],
  ['switch', 'int a; int b;', starts.map(() => undefined)],
  ['(?<=a)b', 'ab ab ab ab', [1, 1, 4, 7, 7, 10, 4, 1, undefined, 4]],
  ['(?i)INT', 'Int a; int b;', [0, 7, 7, 7, 7, undefined, 7, 0, undefined, 7]],
])('pattern of a line: %s in %s, from place to place -> what a fresh search finds', (pattern, line, found) => {
  expect(searchAll(buildLinePattern(pattern), line, starts)).toEqual(found)
})

test('pattern of a line: another line, and the first again -> each is searched', () => {
  const regex = buildLinePattern('x')
  expect(searchAll(regex, 'abx', [0])).toEqual([2])
  expect(searchAll(regex, 'abc', [0])).toEqual([undefined])
  expect(searchAll(regex, 'xbc', [0])).toEqual([0])
  expect(searchAll(regex, 'abx', [0])).toEqual([2])
})

test('pattern of a line: one that asks where the search begins -> is searched each time', () => {
  expect(searchAll(buildLinePattern('\\Gb'), 'abb', [0, 1, 2, 1])).toEqual([undefined, 1, 2, 1])
})
