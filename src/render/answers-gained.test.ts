import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { benchmarkSchema } from '../model/benchmark.ts'
import { caseSchema } from '../model/case.ts'
import { renderGained } from './answers-gained.ts'

const file = new URL('../../tests/content/cases/ring-no-numbers/case.json', import.meta.url)
const bare = caseSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
const gained = (results: object[]): string =>
  renderGained(
    {
      ...bare,
      c2c: [],
      benchmarks: results.map((each) => benchmarkSchema.parse({ verdict: 'claim', from: 'catalogue', ...each })),
    },
    null,
  )
    .replace(/<[^>]+>/g, '')
    .replace(/ catalogue/g, '')

const sure = { ci95: { low: 1, high: 3 }, verdict: 'improvement', metric: 'throughput' }
const open = { ci95: { low: -1, high: 3 }, verdict: 'no-evidence-of-change', metric: 'throughput' }

describe('what was gained', () => {
  test('results with variants -> variant by variant, the metric once', () => {
    expect(
      gained([
        { ...sure, test: 'push', variant: 'old', changePercent: 2 },
        { ...open, test: 'pull', variant: 'old', changePercent: 1 },
        { ...open, test: 'push', variant: 'new_list', changePercent: 1 },
      ]),
    ).toBe(
      'throughput, old: push +2% (+1.00 to +3.00), no evidence of change for pull; new_list: no evidence of change for push',
    )
  })
  test('results without variants -> by verdict', () => {
    expect(
      gained([
        { ...sure, test: 'push', changePercent: 2 },
        { ...open, test: 'pull', changePercent: 1 },
      ]),
    ).toBe('push +2% (+1.00 to +3.00) throughput; No evidence of change for pull')
  })
  test('one test measured in two ways -> by metric, the test once', () => {
    const row = { test: 'flood', changePercent: 32, higherIsBetter: true }
    expect(
      gained([
        { ...row, metric: 'datagrams' },
        { ...row, metric: 'handled', changePercent: 90 },
      ]),
    ).toBe('datagrams +32%; handled +90% in flood')
  })
  test('one test at many settings -> named, its results counted', () => {
    const row = { test: 'reads', metric: 'ops' }
    expect(gained([1, 2, 3, 4].map((changePercent) => ({ ...row, threads: changePercent, changePercent })))).toBe(
      '+1% to +4% ops (better side not stated) in reads, four results',
    )
  })
  test('errors counted as a gain -> why, in the words of the note', () => {
    const errors = { test: 'flood', metric: 'RxErrors', changePercent: 92, higherIsBetter: true }
    expect(gained([{ ...errors, note: 'more handled is the gain' }])).toBe(
      'flood +92% RxErrors (higher is better here: more handled is the gain)',
    )
    expect(gained([errors])).toBe('flood +92% RxErrors (higher is better here, as the source counts it)')
  })
})
