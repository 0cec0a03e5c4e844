import { defaultJavaScriptRegexConstructor } from 'shiki/engine/javascript'
import cpp from 'shiki/langs/cpp.mjs'
import go from 'shiki/langs/go.mjs'
import { expect, test } from 'vitest'
import { splitCode } from './code-tokens.ts'
import { tamePattern } from './tame-pattern.ts'

/** Every text that stands under a pattern's key in a grammar. */
function listPatterns(grammar: unknown): string[] {
  const found = new Set<string>()
  const left: unknown[] = [grammar]
  while (left.length > 0) {
    const each = left.pop()
    if (typeof each !== 'object' || each === null) continue
    for (const [key, value] of Object.entries(each))
      if (typeof value === 'string' && ['match', 'begin', 'end', 'while'].includes(key)) found.add(value)
      else left.push(value)
  }
  return [...found]
}

test('tamePattern: the grammars of Go and C++ -> the patterns that take minutes are changed, no other', () => {
  const changed = (grammar: unknown) => listPatterns(grammar).filter((each) => tamePattern(each) !== each).length
  expect(changed(go)).toBeGreaterThan(3)
  expect(changed(cpp)).toBeGreaterThan(3)
})

test('tamePattern: a changed pattern of C++ -> reads what it read before, with the same groups', () => {
  const lines = [
    'int *const *p(int a);',
    'void f(int & x) {',
    'foo &/* a */* bar(int);',
    'struct a *b = *c;',
    '*&*(*x)(',
  ]
  for (const pattern of listPatterns(cpp).filter((each) => tamePattern(each) !== each))
    for (const line of lines) {
      const before = defaultJavaScriptRegexConstructor(pattern).exec(line)
      expect(defaultJavaScriptRegexConstructor(tamePattern(pattern)).exec(line)).toEqual(before)
    }
})

test('splitCode: lines that a grammar reads in a million ways -> every line whole, at once', () => {
  const repeated = (text: string) => text.repeat(Math.floor(370 / text.length))
  for (const [path, lines] of [
    ['a.go', ['chan ', 'chan<-', '<-chan ', '{', 'a{'].map(repeated).flatMap((each) => [each, `var x struct ${each}`])],
    ['a.cpp', ['*', '&', '* ', '&*', 'const *'].map(repeated).flatMap((each) => [each, `int ${each.slice(9)} x(y)`])],
  ] as const)
    expect(splitCode(lines, path)?.map((runs) => runs.map((run) => run.text).join(''))).toEqual(lines)
})
