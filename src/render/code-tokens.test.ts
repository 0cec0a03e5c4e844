import { describe, expect, test } from 'vitest'
import { findLanguage, splitCode } from './code-tokens.ts'

const kinds = (line: string, path = 'a.c'): string =>
  (splitCode([line], path)?.[0] ?? [])
    .filter((token) => token.kind !== null)
    .map((token) => `${token.kind}:${token.text.trim()}`)
    .join(' ')

describe('code tokens', () => {
  test('C: a member with a comment -> type and note', () => {
    expect(kinds('\tunsigned long flags; /* of the ring */')).toMatch(/type:unsigned long|type:unsigned.*type:long/)
    expect(kinds('\tint x; /* of the ring */')).toContain('note:/*')
  })
  test('C: a number, a string, a keyword -> text and key', () => {
    expect(kinds('return strlen("a") + 64;')).toContain('key:return')
    expect(kinds('return strlen("a") + 64;')).toContain('text:64')
  })
  test('lines: their runs -> join to the line', () => {
    const lines = ['static int a(void)', '{', '\treturn 1;  ', '}', '', '#define X "y"']
    expect(splitCode(lines, 'a.c')?.map((row) => row.map((token) => token.text).join(''))).toEqual(lines)
  })
  test('rust, go, java, c++: by their endings -> coloured; others and long lines plain', () => {
    for (const path of ['a.rs', 'a.go', 'A.java', 'a.hpp']) expect(splitCode(['return 1'], path)).not.toBeNull()
    expect(splitCode(['return 1'], 'Makefile')).toBeNull()
    expect(splitCode(['x'.repeat(500)], 'a.c')).toBeNull()
    expect(findLanguage('a.constructor')).toBeUndefined()
  })
})
