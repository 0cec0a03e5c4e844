import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { benchmarkSchema } from '../model/benchmark.ts'
import { type CaseRecord, caseSchema } from '../model/case.ts'
import { sayWhatIsThere } from './stated-counts.ts'

const file = new URL('../../tests/content/cases/ring-full/case.json', import.meta.url)
const full = caseSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
const result = { test: 'spin', verdict: 'claim', from: 'catalogue', changePercent: 5, higherIsBetter: true } as const
const record = (slug: string, ...results: object[]): CaseRecord =>
  caseSchema.parse({
    ...full,
    slug,
    versions: [],
    layouts: [],
    benchmarks: results.map((more) => benchmarkSchema.parse({ ...result, ...more })),
  })

describe('what the cases hold', () => {
  test('numbers: some without a percentage or a direction -> counted, with the reasons', () => {
    const records = [
      record('bath', {}),
      record('sink', { ci95: { low: 1, high: 9 } }),
      record('tap', { changePercent: null }),
      record('well', { higherIsBetter: null }),
      record('pond'),
    ]
    expect(sayWhatIsThere(records)).toBe(
      '0 have the diff, 0 have a layout, 4 have numbers. Of these, 2 state a change in per cent and which side is better, 1 of them with an interval; the other 2: no percentage, or no better side stated.',
    )
  })
  test('numbers: every one an effect, no interval -> no rest', () => {
    expect(sayWhatIsThere([record('bath', {})])).toMatch(
      /1 has numbers\. Of these, 1 states a change in per cent and which side is better, none with an interval\.$/,
    )
  })
})
