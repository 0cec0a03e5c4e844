import { describe, expect, test } from 'vitest'
import { type Benchmark, benchmarkSchema } from '../model/benchmark.ts'
import { intervalMethod, renderRuns } from './results-runs.ts'

const measured = (before: number[], after: number[]): Benchmark =>
  benchmarkSchema.parse({
    test: 'splash',
    verdict: 'improvement',
    from: 'result-file',
    runsEach: { before, after },
    ci95: { low: 1, high: 2, of: "Welch's t of the log ratio", computed: true },
  })
const text = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('the runs', () => {
  test('runs: two sides -> n, mean, median, stddev and every run', () => {
    const shown = text(renderRuns([measured([1, 2, 6], [4, 5, 6, 7])], (row) => row.test))
    expect(shown).toContain('splash before 3 3 2 2.64575 1, 2, 6')
    expect(shown).toContain('splash after 4 5.5 5.5 1.29099 4, 5, 6, 7')
  })
  test('runs: none known -> nothing', () => {
    expect(renderRuns([{ ...measured([], []), runsEach: null }], () => null)).toBe('')
  })
  test('method: computed interval -> method, n, and what it does not cover', () => {
    const words = intervalMethod([measured([1, 2, 6], [4, 5, 6, 7])])
    expect(words).toContain("Welch's t of the log ratio, 95 %, n = 3 and 4")
    expect(words).toContain('does not cover other boots, builds or machines')
    expect(intervalMethod([])).toBeNull()
  })
})
