import { describe, expect, test } from 'vitest'
import { joinPaholeFiles } from './layout-files.ts'

const listing = (second: number, struct = 'harbour'): string =>
  `struct ${struct} {\n\tlong int first;                        /*     0     8 */\n\tlong int second;                       /*    ${second}     8 */\n\n\t/* size: ${second + 8}, cachelines: ${second < 64 ? 1 : 2}, members: 2 */\n};\n`
const join = (before: string, after: string) =>
  joinPaholeFiles({ text: before, file: 'old.txt' }, { text: after, file: 'new.txt' })

describe('two listings of a struct', () => {
  test.each([
    ['no words', ''],
    ['words for the side after', 'After the patch:\n\n'],
    ['words for the side before', 'Before the patch:\n\n'],
  ])('each in its file, %s -> the file says which side it is', (_, words) => {
    const { value, problems } = join(words + listing(8), words + listing(64))
    expect(problems).toEqual([])
    expect(value.map(({ struct, sizeBytes }) => [struct, sizeBytes])).toEqual([['harbour', { before: 16, after: 72 }]])
    expect(value[0]?.members.map(({ name, offsetBytes }) => [name, offsetBytes])).toEqual([
      ['first', { before: 0, after: 0 }],
      ['second', { before: 8, after: 64 }],
    ])
  })
  test('of two structs -> nothing, and both are named', () => {
    const { value, problems } = join(listing(8), listing(8, 'pier'))
    expect(value).toEqual([])
    expect(problems.map(({ message }) => message)).toEqual([
      'expected one struct in both listings, found harbour before and pier after',
    ])
  })
})
