import { readFileSync } from 'node:fs'
import dictionary from 'dictionary-en-gb'
import nspell from 'nspell'
import { describe, expect, test } from 'vitest'
import { findWords, listProse, readProse } from './prose-words.ts'

const ownWords = readFileSync(new URL('spelling-words.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const speller = nspell(dictionary)
const own = new Set(ownWords)
const used = listProse().flatMap((file) => findWords(file, readProse(file)))
const isKnown = (word: string): boolean => own.has(word) || own.has(word.toLowerCase()) || speller.correct(word)

describe('spelling', () => {
  test('findWords: code, tags, addresses and capitals -> no words; lines keep their numbers', () => {
    const text =
      'Read `kmalloc` by\n\n[the guide](https://example.org/abcd)’s <Case slug="xyz" /> CPUs\n```c\nqqq\n```\nwell-known'
    expect(findWords('a.md', text).map(({ word, line }) => `${line} ${word}`)).toEqual([
      '1 Read',
      '1 by',
      '3 the',
      '3 guide',
      '7 well',
      '7 known',
    ])
  })
  test('prose of the site, README and CONTRIBUTING: every word -> in the dictionary or the project’s own', () => {
    const faults = used.filter(({ word }) => !isKnown(word)).map(({ word, file, line }) => `${file}:${line}: ${word}`)
    expect(faults).toEqual([])
  })
  test('the project’s own words: each -> used, not in the dictionary, in order, once', () => {
    const words = new Set(used.flatMap(({ word }) => [word, word.toLowerCase()]))
    expect(ownWords.filter((word) => !words.has(word) || speller.correct(word))).toEqual([])
    expect(ownWords).toEqual([...new Set(ownWords)].sort())
  })
})
