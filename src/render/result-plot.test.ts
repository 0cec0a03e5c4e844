import { describe, expect, test } from 'vitest'
import { benchmarkSchema } from '../model/benchmark.ts'
import { markOf, readsAs } from './result-mark.ts'
import { buildScale, renderAxis } from './result-plot.ts'
import { changeWords, intervalWords, testName } from './results-table.ts'

const row = (more: object) => benchmarkSchema.parse({ verdict: 'claim', from: 'mail', ...more })

describe('buildScale', () => {
  test.each([
    [[1, 9.6], 0],
    [[-5, 40], -10],
    [[0], 0],
    [[-3], -3],
  ])('%j -> begins at zero or spans it', (values, low) => {
    const scale = buildScale(values)
    expect(scale.low).toBeLessThanOrEqual(Math.min(0, low))
    expect(scale.high).toBeGreaterThan(scale.low)
    expect(scale.ticks).toContain(0)
    expect(scale.ticks.length).toBeLessThanOrEqual(7)
  })
  test('renderAxis: lower is better -> the words turned round', () => {
    const scale = buildScale([-10, 10])
    expect(renderAxis(scale, '%', 'right')).toContain('← worse')
    expect(renderAxis(scale, '%', 'left')).toContain('← better')
    expect(renderAxis(scale, '%', null)).not.toContain('better')
  })
})

describe('words of a result', () => {
  test.each([
    [{ changePercent: 5.42, printed: { before: null, after: null, change: '5.42%' } }, '+5.42%'],
    [{ changePercent: -0.34, printed: { before: null, after: null, change: '-0.34' } }, '−0.34%'],
    [{ changePercent: 18, printed: { before: null, after: null, change: '1.18x' } }, '+18%'],
    [{ changePercent: 15, precision: 'up-to' }, 'up to +15%'],
    [{ changePercent: null, precision: 'no-change' }, 'no change'],
    [{ changePercent: null, changeAbsolute: -0.1 }, '−0.1 points'],
    [{ changePercent: null }, null],
  ])('changeWords: %j -> %j', (more, words) => {
    expect(changeWords(row(more))).toBe(words)
  })
  test('intervalWords: low and high -> signed', () => {
    expect(intervalWords(row({ ci95: { low: -2.76, high: 2.13 } }))).toBe('−2.76 to +2.13')
  })
  test('testName: the suite before the test -> left out', () => {
    expect(testName(row({ suite: 'hammer', test: 'hammer.open' }))).toBe('open')
    expect(testName(row({ suite: 'hammer', test: null, metric: 'ops' }))).toBe('ops')
  })
  test('readsAs and markOf: a claim with a spread -> says so, has a dot', () => {
    const spread = row({ stddevPercent: { before: 1, after: 2 } })
    expect(readsAs(spread)).toBe('claim, stddev stated')
    expect(markOf(spread)).toBe('spread')
    expect(markOf(row({ verdict: 'robot-headline', changePercent: -2, higherIsBetter: true }))).toBe('headline-worse')
  })
})
