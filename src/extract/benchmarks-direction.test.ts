import { describe, expect, test } from 'vitest'
import { isMoreBetter } from '../model/benchmark.ts'
import { findBenchmarks } from './benchmarks.ts'
import { plainMessage } from './plain-message.ts'
import { findSetup } from './setup.ts'

/** `better`, `worse` or `open`, as every page reads it: the sign of the change against the side that is better. */
function readings(text: string): string[] {
  return findBenchmarks(plainMessage(text), 'patch').value.map((result) => {
    const isBetter = isMoreBetter(result)
    const percent = result.changePercent
    if (isBetter === null || percent === null || percent === 0) return 'open'
    return percent > 0 === isBetter ? 'better' : 'worse'
  })
}

describe('findBenchmarks: which way a change goes', () => {
  test.each([
    ['a bare improvement', 'We see a 5% improvement with frobbench.', ['better']],
    ['a bare regression', 'There was a 5% regression with frobbench.', ['worse']],
    ['faster, of a time', 'The runtime of frobbench is 9% faster.', ['better']],
    ['slower, of a time', 'The runtime of frobbench is 9% slower.', ['worse']],
    ['an improvement of a latency', 'The latency of frobd improves by 12%.', ['better']],
    [
      'a winner beside a time that went down',
      "The suite's runtime went down by 3.8%; the largest winner is frobsort with 9.1%.",
      ['better', 'better'],
    ],
    [
      'an improvement told before its throughput',
      'Uses more instructions. Up to 60% improvement in throughput.',
      ['better'],
    ],
    ['gains under contention', 'Under heavy contention, gains of 12% were measured.', ['better']],
    ['a suite whose own measure is a time', 'hackbench:\nbefore: 36.3\nafter: 35.1\n', ['better']],
    [
      'a plus sign beside a time that fell',
      'Test   base   patched   gain\nfrob   300 ms   200 ms   +33.3%\n',
      ['better'],
    ],
    [
      'a score whose test is called an overhead',
      'Unixbench\n                          before      after\nSystem Call Overhead   5300604.8   5312213.6   0.22%\n',
      ['better'],
    ],
    [
      'mmtests, where a positive percentage is better for times too',
      [
        '                            vanilla              patched',
        'Amean     latency-1         1.67 (   0.00%)      1.60 *   4.19%*',
        'Amean     latency-64        7.78 (   0.00%)      8.17 *  -5.01%*',
        'Hmean     1               849.13 (   0.00%)    851.51 *   0.28%*',
        'Hmean     2              1664.03 (   0.00%)   1650.94 *  -0.79%*',
      ].join('\n'),
      ['better', 'worse', 'better', 'worse'],
    ],
  ])('%s', (_, text, expected) => {
    expect(readings(text)).toEqual(expected)
  })

  test('a time in seconds under lines that speak of a rate -> no rate', () => {
    const [result] = findBenchmarks(
      plainMessage('Rate limit the frobs.\n\nThis takes frobbench from 62s to 45s.'),
      'patch',
    ).value
    expect(result).toMatchObject({ before: 62, after: 45, metric: null, higherIsBetter: false })
  })
})

describe('findBenchmarks: ranges', () => {
  test.each([
    ['3-5%', 'We see 3-5% better throughput with frobnet.', { low: 3, high: 5, is: 'percent' }],
    ['17 - 23%', 'This gives a 17 - 23% improvement in throughput.', { low: 17, high: 23, is: 'percent' }],
    ['between', 'Gains between 10% and 20% were measured with frobnet.', { low: 10, high: 20, is: 'percent' }],
    ['of a time', 'The latency of frobd drops by 3 to 5%.', null],
    ['2–15×', 'We measured a 2–15× throughput regression with 10 shards.', { low: 2, high: 15, is: 'multiple' }],
    ['signed', 'It provides +1-2% throughput improvement.', { low: 1, high: 2, is: 'percent' }],
  ])('%s -> both ends, no middle', (_, text, range) => {
    const [result] = findBenchmarks(plainMessage(text), 'patch').value
    if (range) expect(result?.range).toEqual(range)
    expect(result?.changePercent ?? null).toBeNull()
  })
})

test('findSetup: how a machine was set -> conditions with their words', () => {
  const setup = findSetup(
    plainMessage(
      'Measured on a two-socket EPYC 9654 system with 16 CPUs, SMT disabled, and the frequency fixed at 2 GHz.',
    ),
  )
  expect(setup.conditions.map(({ value }) => value)).toEqual(['SMT disabled', 'frequency fixed at 2 GHz'])
})
