import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { goldenPairs, readGolden } from '../../../tests/golden.ts'
import { findResultFormat } from './formats.ts'

const folder = path.join(import.meta.dirname, '../fixtures/result-files')

/** What a file gives: every number with its line. */
function summary(text: string) {
  const format = findResultFormat(text.slice(0, 20_000))
  const read = format?.parse(text)
  return {
    format: format?.name ?? null,
    ending: format?.ending ?? null,
    measures: read?.measures.map(({ runs, stated, ...labels }) => ({
      ...Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== null)),
      runs: runs.map((run) => [run.value, run.place.line]),
      ...(stated ? { stated: [stated.mean.value, stated.stddevPercent, stated.runs, stated.mean.place.line] } : {}),
    })),
    troubles: read?.troubles,
  }
}

describe('result formats', () => {
  for (const { situation, input, golden } of goldenPairs(folder))
    test(`format: ${situation} -> its golden`, () => {
      const text = new TextDecoder().decode(readFileSync(input))
      const made = `${JSON.stringify(summary(text), null, 1)}\n`
      expect(made).toBe(readGolden(golden ?? path.join(folder, `${situation}.out.json`), made))
    })
  for (const { situation, input } of goldenPairs(folder))
    test(`places: ${situation} -> every quote stands at its place`, () => {
      const text = new TextDecoder().decode(readFileSync(input))
      const lines = text.split(/\r?\n/)
      for (const { runs, stated } of findResultFormat(text.slice(0, 20_000))?.parse(text).measures ?? [])
        for (const { place } of [...runs, ...(stated ? [stated.mean] : [])])
          expect(lines[place.line - 1]?.slice(place.startColumn - 1, place.endColumn - 1)).toBe(place.quote)
    })
  test('format: prose, a mail, an empty file -> no format', () => {
    for (const text of [
      '',
      'Two threads, each with a counter.\nNothing else.\n',
      'From: A <a@example.org>\nSubject: x\n\nbody\n',
    ])
      expect(findResultFormat(text)?.name ?? null).toBeNull()
  })
})
