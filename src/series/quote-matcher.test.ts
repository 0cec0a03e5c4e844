import { describe, expect, test } from 'vitest'
import { type DiffLine, lineKey } from './diff-lines.ts'
import { buildDiffIndex, matchQuotes } from './quote-matcher.ts'

const place = { file: 'pond.c', side: 'new', oldStart: 1 } as const
const texts = [
  '+\tlock(&pond);',
  '+\tfeed(duck);',
  '+\tunlock(&pond);',
  '+\tlock(&pond);',
  '+\tfeed(goose);',
  '+\tunlock(&pond);',
]
const flat: DiffLine[] = [
  { ...place, kind: 'file', text: 'pond.c', key: '', line: 0 },
  { ...place, kind: 'hunk', text: '@@ -1,1 +1,6 @@', key: '', line: 1 },
  ...texts.map((text, at): DiffLine => ({ ...place, kind: 'line', text, key: lineKey(text), line: at + 1 })),
]
const match = (...quotes: string[]) =>
  matchQuotes(
    quotes.map((quote, at) => ({
      line: at + 1,
      depth: quote.startsWith('> ') ? 1 : 0,
      text: quote.replace(/^> /, ''),
      shown: quote,
      isCut: false,
    })),
    buildDiffIndex(flat),
  ).map((one) => (typeof one === 'string' ? one : one.position))

describe('a diff that holds a line twice', () => {
  test('the whole quoted -> each line at its own place', () => {
    expect(match(...texts.map((text) => `> ${text}`))).toEqual([2, 3, 4, 5, 6, 7])
  })
  test('after a line between them -> the second; before it -> the first', () => {
    expect(match(`> ${texts[2]}`, `> ${texts[3]}`, `> ${texts[4]}`)).toEqual([4, 5, 6])
    expect(match(`> ${texts[4]}`, `> ${texts[5]}`, 'Feed both.')).toEqual([6, 7, 'prose'])
    expect(match(`> ${texts[0]}`, `> ${texts[1]}`)).toEqual([2, 3])
  })
  test('a line from further up, after the last -> the first of those like it', () => {
    expect(match(`> ${texts[4]}`, `> ${texts[5]}`, 'And above:', `> ${texts[0]}`)).toEqual([6, 7, 'prose', 2])
  })
})
