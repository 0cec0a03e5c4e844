import { describe, expect, test } from 'vitest'
import { findBenchmarks } from './benchmarks.ts'
import { plainMessage } from './plain-message.ts'

const read = (...lines: string[]) =>
  findBenchmarks(plainMessage(`Measured:\n\n${lines.join('\n')}\n`), 'patch').value.map((one) => ({
    test: one.test,
    metric: one.metric,
    change: one.changePercent,
    interval: one.ci95 && [one.ci95.low, one.ci95.high],
    better: one.higherIsBetter,
    verdict: one.verdict,
    quotes: one.sources.filter(({ says }) => says === 'value').map(({ quote }) => quote),
  }))

describe('what criterion prints', () => {
  test.each([
    ['below zero: a time', '[-9.10% -8.00% -7.50%]', -8, [-9.1, -7.5], 'improvement'],
    ['above zero: a time', '[+1.00% +2.00% +3.00%]', 2, [1, 3], 'regression'],
    ['from zero on', '[+0.00% +2.00% +3.00%]', 2, [0, 3], 'no-evidence-of-change'],
    ['up to zero', '[-3.00% -2.00% +0.00%]', -2, [-3, 0], 'no-evidence-of-change'],
  ])('a change whose interval lies %s -> %j', (_, printed, change, interval, verdict) => {
    const found = read(
      'pond/feed               time:   [1.2000 us 1.2100 us 1.2200 us]',
      `                        change: ${printed} (p = 0.00 < 0.05)`,
    )
    expect(found).toMatchObject([{ test: 'pond/feed', metric: 'time', change, interval, better: false, verdict }])
    expect(found[0]?.quotes).toEqual([printed.split(' ')[1]])
  })
  test('blanks behind the bracket -> the quote is the estimate alone', () => {
    const found = read(
      'pond/feed               time:   [1.2000 us 1.2100 us 1.2200 us]',
      '                        change: [  -9.10% -8.00% -7.50%] (p = 0.00 < 0.05)',
    )
    expect(found.map(({ quotes }) => quotes)).toEqual([['-8.00%']])
  })
  test('a throughput alone -> more is better', () => {
    const found = read(
      'pond/feed               thrpt:  [1.2000 Melem/s 1.2100 Melem/s 1.2200 Melem/s]',
      '                        thrpt:  [+7.50% +8.00% +9.10%] (p = 0.00 < 0.05)',
    )
    expect(found).toMatchObject([{ metric: 'throughput', change: 8, better: true, verdict: 'improvement' }])
  })
})
