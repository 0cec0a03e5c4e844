import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { askText, mayHoldAny } from '../text/letter-triples.ts'
import { neededOfCode } from './diff-patterns.ts'
import { neededOfTechniques } from './technique-words.ts'
import { neededOfCues } from './words.ts'

const folder = path.join(import.meta.dirname, 'fixtures')
const lines = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.txt'))
  .flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n'))
/** Lines alone and with their neighbours, as patterns meet them. */
const texts = [...new Set(lines.flatMap((line, at) => [line, lines.slice(at, at + 3).join('\n')]))]

describe('needed words', () => {
  test.each([
    ['cues', neededOfCues],
    ['techniques', neededOfTechniques],
    ['code', neededOfCode],
  ] as const)('%s: where a pattern stands in a text of the fixtures -> one of its words does too', (_, table) => {
    const missed = table.flatMap(([pattern, words]) =>
      texts.filter((text) => text.search(pattern) >= 0 && !mayHoldAny(askText(text), words)),
    )
    expect(missed).toEqual([])
  })
})
