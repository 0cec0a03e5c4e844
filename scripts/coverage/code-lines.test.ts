import { describe, expect, test } from 'vitest'
import { countLines, findCodeLines } from './code-lines.ts'
import { paintRanges } from './read-runs.ts'

const source = `import path from 'node:path'
/** A pond. */
type Pond = { depth: number }

// Deep ones only.
export function isDeep(pond: Pond): boolean {
  const text = 'no // comment' /* but this */
  if (pond.depth > 3) {
    return text !== path.sep
  }
  return false
}
`
const lines = findCodeLines(source, true)
const ranOf = (...lost: string[]): Uint8Array => {
  const ran = new Uint8Array(source.length).fill(1)
  for (const text of lost) ran.fill(0, source.indexOf(text), source.indexOf(text) + text.length)
  return ran
}

describe('lines that count', () => {
  test('imports, types, comments and brackets -> not counted', () => {
    expect(countLines(lines, ranOf())).toEqual({ lines: 5, missed: [] })
    expect(countLines(lines, new Uint8Array(source.length))).toEqual({ lines: 5, missed: [6, 7, 8, 9, 11] })
  })
  test('a line in part -> it ran; a whole one -> missed by its number', () => {
    expect(countLines(lines, ranOf('pond.depth > 3')).missed).toEqual([])
    expect(countLines(lines, ranOf('    return text !== path.sep\n')).missed).toEqual([9])
  })
  test('what runs around the code of a line -> does not count for it', () => {
    const ran = new Uint8Array(source.length)
    ran.fill(1, source.indexOf('/* but'), source.indexOf('this */') + 7)
    expect(countLines(lines, ran).missed).toContain(7)
  })
  test('plain JavaScript: a pattern with the marks of a comment in it -> code', () => {
    const code = "const pattern = /[/*]\\/\\/x/\nconst after = pattern\nexport * from './pond.js'\n"
    expect(countLines(findCodeLines(code, false), new Uint8Array(code.length)).missed).toEqual([1, 2])
  })
})

test('ranges that nest -> the inner one is painted over the outer one', () => {
  const functions = [
    { ranges: [{ startOffset: 2, endOffset: 4, count: 0 }] },
    {
      ranges: [
        { startOffset: 0, endOffset: 8, count: 1 },
        { startOffset: 5, endOffset: 7, count: 0 },
      ],
    },
  ]
  expect([...paintRanges({ functions }, 9)]).toEqual([1, 1, 0, 0, 1, 0, 0, 1, 0])
})
