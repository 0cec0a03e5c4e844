import { describe, expect, test } from 'vitest'
import { findTests } from './covering-tests.ts'
import { applyMutant, findMutants } from './find-mutants.ts'

const changes = (code: string): string[] =>
  findMutants('pond.ts', code).map((mutant) => `${mutant.kind}: ${applyMutant(code, mutant)}`)

describe('changes of code', () => {
  test.each([
    ['a comparison', 'a < b', ['< becomes <=: a <= b']],
    ['one truth and another', 'a && b', ['&& becomes ||: a || b']],
    ['a denial', '!a', ['without !: a']],
    ['a number', 'a(3)', ['one less: a((2))', 'one more: a(4)']],
    ['no value', "a ?? ''", ['no value in place of none: a']],
    ['a text', "a('x')", ["empty text: a('')"]],
    ['a choice', 'a ? b : c', ['condition is false: false ? b : c', 'condition is true: true ? b : c']],
    ['a function of one value', '() => a', ['gives nothing: () => undefined']],
    ['a filter', 'a.filter(b)', ['without filter: a']],
    ['some', 'a.some(b)', ['some becomes every: a.every(b)']],
  ])('%s: %s -> each change', (_, code, expected) => {
    expect(changes(code)).toEqual(expected)
  })
  test('a pattern -> without each anchor and quantifier, but for what a class or a backslash holds', () => {
    expect(changes('/^a+[*+]\\*(?:b)?$/')).toEqual([
      'pattern without ^: /a+[*+]\\*(?:b)?$/',
      'pattern without +: /^a[*+]\\*(?:b)?$/',
      'pattern without ?: /^a+[*+]\\*(?:b)$/',
      'pattern without $: /^a+[*+]\\*(?:b)?/',
    ])
  })
  test('imports and types -> none', () => {
    expect(changes("import a from 'a'\ntype B = 'b' | 3\nexport { a } from 'c'\n")).toEqual([])
  })
})

test('tests of a place -> those that ran it, the own one of its file first, then its folder', () => {
  const file = '/src/pond/duck.ts'
  const ran = (is: number): ReadonlyMap<string, Uint8Array> => new Map([[file, Uint8Array.of(0, is)]])
  const reach = ['/tests/all.test.ts', '/src/pond/eel.test.ts', '/src/pond/duck.test.ts'].map((test) => ({
    test,
    ran: ran(1),
  }))
  expect(findTests([...reach, { test: '/src/pond/not.test.ts', ran: ran(0) }], file, 1)).toEqual([
    '/src/pond/duck.test.ts',
    '/src/pond/eel.test.ts',
    '/tests/all.test.ts',
  ])
})
