import { describe, expect, test } from 'vitest'
import { choiceWords, formatChoice, parseChoice } from './figure-choice.ts'

describe('figure choice', () => {
  test.each([
    ['', { line: 64, pair: false, hex: false }],
    ['?line=128', { line: 128, pair: false, hex: false }],
    ['?line=pair&offsets=hex', { line: 128, pair: true, hex: true }],
    ['?line=77&offsets=octal', { line: 64, pair: false, hex: false }],
  ])('query %j -> %j', (query, choice) => {
    expect(parseChoice(query, 64)).toEqual(choice)
  })
  test('formatChoice: the default -> nothing left of it, other parameters kept', () => {
    expect(formatChoice('?line=128&q=a', { line: 64, pair: false, hex: false }, 64)).toBe('?q=a')
    expect(formatChoice('', { line: 64, pair: false, hex: false }, 64)).toBe('')
    expect(formatChoice('', { line: 128, pair: true, hex: true }, 64)).toBe('?line=pair&offsets=hex')
  })
  test('choiceWords: another size -> says that nothing was recompiled', () => {
    expect(choiceWords({ line: 128, pair: false, hex: false }, 64)).toBe('redrawn for 128, not recompiled')
    expect(choiceWords({ line: 64, pair: false, hex: false }, 64)).toBe('')
  })
})
