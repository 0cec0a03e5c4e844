import { describe, expect, test } from 'vitest'
import { askText, mayHoldAny, mayHoldTriplesOfAny, needWords, readTriples } from './letter-triples.ts'

const ask = (text: string, ...words: string[]): boolean => mayHoldAny(askText(text), needWords(...words))

describe('letter triples', () => {
  test.each([
    ['the FALSE sharing', ['fals'], true],
    ['cacheline', ['sharing', 'line'], true],
    ['a cache miss', ['cacheline'], false],
    ['', ['cache'], false],
    ['ab', ['abc'], false],
    ['the read_mostly mark', ['d_m'], true],
    ['a bat', ['cat'], false],
    ['an EYE', ['dxd'], false],
    ['don’t', ["n't"], true],
    ['naïve', ['nai'], false],
    ['align linen', ['aligned'], false],
    ['a reline of lined cachel', ['cacheline', 'ined c'], true],
  ])('words: %j asked for %j -> %j', (text, words, answer) => {
    expect(ask(text, ...words)).toBe(answer)
  })

  test('triples alone: all of a word, but apart -> it may stand there', () => {
    const triples = readTriples('cachel')
    readTriples('heline', triples)
    expect(mayHoldTriplesOfAny(triples, needWords('cacheline'))).toBe(true)
  })

  test('words: shorter than three signs -> refused', () => {
    expect(() => needWords('ab')).toThrow(/three signs/)
  })
})
