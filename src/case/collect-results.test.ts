import { describe, expect, test } from 'vitest'
import { type Benchmark, benchmarkSchema } from '../model/benchmark.ts'
import { isRetold } from './collect-results.ts'
import { judgeVerdict } from './verdict.ts'

const result = (fields: Partial<Benchmark>): Benchmark =>
  benchmarkSchema.parse({ verdict: 'claim', from: 'mail', ...fields })
const interval = (low: number, high: number) => ({ ...noInterval, low, high })
const noInterval = { level: 95, of: null, isOfChange: true, computed: false, pairs: null }

describe('isRetold', () => {
  test.each([
    [
      'the same two numbers under another name',
      { before: 10, after: 12, test: 'a' },
      { before: 10, after: 12, test: 'b' },
      true,
    ],
    [
      'the same change of the same test, no numbers',
      { changePercent: 5, test: 'a' },
      { changePercent: 5, test: 'A' },
      true,
    ],
    [
      'the same change, numbers on one side',
      { before: 10, after: 12, changePercent: 20, test: 'a' },
      { changePercent: 20 },
      true,
    ],
    ['the same change of another test', { changePercent: 5, test: 'a' }, { changePercent: 5, test: 'b' }, false],
    ['another variant', { before: 10, after: 12, variant: 'x' }, { before: 10, after: 12, variant: 'y' }, false],
    ['other numbers', { before: 10, after: 12 }, { before: 10, after: 13 }, false],
  ])('result told again: %s -> %#', (_situation, a, b, expected) => {
    expect(isRetold(result(a), result(b))).toBe(expected)
  })
})

describe('judgeVerdict', () => {
  test.each([
    ['no interval', {}, 'claim'],
    ['interval around zero', { ci95: interval(-1, 2), higherIsBetter: true }, 'no-evidence-of-change'],
    ['interval above zero, higher is better', { ci95: interval(1, 2), higherIsBetter: true }, 'improvement'],
    ['interval above zero, lower is better', { ci95: interval(1, 2), higherIsBetter: false }, 'regression'],
    ['interval below zero, lower is better', { ci95: interval(-2, -1), higherIsBetter: false }, 'improvement'],
    ['interval, direction not known', { ci95: interval(1, 2) }, 'claim'],
    ['a robot’s headline', { by: 'robot', verdict: 'robot-headline', ci95: interval(1, 2) }, 'robot-headline'],
  ] as const)('verdict: %s -> %s', (_situation, fields, expected) => {
    expect(judgeVerdict(result(fields))).toBe(expected)
  })
})
