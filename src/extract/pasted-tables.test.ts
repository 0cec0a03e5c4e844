import { describe, expect, test } from 'vitest'
import { messageOf } from '../../tests/message-of.ts'
import { benchmarkSchema } from '../model/benchmark.ts'
import { findBenchmarks } from './benchmarks.ts'
import { findPastedResults } from './pasted-tables.ts'

const several = `         %stddev     %change         %stddev     %change         %stddev
    136040            -0.2%     135718            +5.2%     143114 ±  3%  pipes.per_thread_ops
     12.50            -8.0        4.50 ±  3%      -7.0        5.50        perf-profile.self.cycles-pp.turn
    128.43            +6.9%     137.23            +7.0%     137.42        pipes.time.user_time
`
const numbers = (text: string) =>
  findPastedResults(messageOf(text)).map((one) => [one.suite, one.metric, one.before, one.changePercent, one.after])

describe('findPastedResults', () => {
  test('commits: three compared -> a result for each against the base, no monitors', () => {
    expect(numbers(several)).toEqual([
      ['pipes', 'pipes.per_thread_ops', 136040, -0.2, 135718],
      ['pipes', 'pipes.per_thread_ops', 136040, 5.2, 143114],
    ])
    for (const one of findPastedResults(messageOf(several))) expect(benchmarkSchema.parse(one)).toEqual(one)
  })

  test.each([
    [
      'two commits: read with the other pasted rows',
      '         %stddev     %change         %stddev\n    136040            -0.2%     135718        pipes.ops\n',
    ],
    ['quoted', several.replace(/^/gm, '> ')],
    ['prose', '12 apples and -8.0% of 13 pears.\n'],
  ])('text: %s -> no result of these', (_, text) => {
    expect(numbers(text)).toEqual([])
  })

  test('sources: of a result -> its row; direction by the metric', () => {
    const [first] = findBenchmarks(messageOf(several), 'patch').value
    expect(first).toMatchObject({ before: 136040, by: 'author', verdict: 'claim', higherIsBetter: true })
    expect(first?.sources[0]).toMatchObject({ startLine: 2, quote: several.split('\n')[1]?.trim() })
  })
})
