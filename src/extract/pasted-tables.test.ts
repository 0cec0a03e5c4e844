import { describe, expect, test } from 'vitest'
import { messageOf } from '../../tests/message-of.ts'
import { benchmarkSchema } from '../model/benchmark.ts'
import { findBenchmarks } from './benchmarks.ts'
import { findPastedResults } from './pasted-tables.ts'

const head = `commit:
  0a1b2c3d4e ("widget: count parts")
  9f8e7d6c5b ("widget: count parts per cpu")

0a1b2c3d4e5f6071 9f8e7d6c5b4a39281706f5e4d3c
---------------- ---------------------------
         %stddev     %change         %stddev
             \\          |                \\
`
const ops = '  12345678 ±  2%     +10.4%   13629629        pipes.per_process_ops'
const numbers = (text: string) =>
  findPastedResults(messageOf(text)).map((one) => [one.suite, one.metric, one.before, one.changePercent, one.after])

describe('findPastedResults', () => {
  test('table: whole, in a patch -> the test rows, no monitors', () => {
    const text = `Better:\n\n${head}${ops}
     12.50            -8.0        4.50 ±  3%  perf-profile.self.cycles-pp.turn
     94.65           -27.6%      68.51        vmstat.procs.r
    128.43            +6.9%     137.23        pipes.time.user_time\n\nThanks.\n`
    expect(numbers(text)).toEqual([['pipes', 'pipes.per_process_ops', 12345678, 10.4, 13629629]])
    for (const one of findPastedResults(messageOf(text))) expect(benchmarkSchema.parse(one)).toEqual(one)
  })

  test.each([
    ['one row alone', `so:\n\n${ops}\n`],
    [
      'dashes and names, no further head',
      `  v9.7   v9.7+patch\n---------------- ---------------------------\n${ops}\n`,
    ],
    ['indented by a tab', `so:\n\n\t${ops}\n`],
  ])('row: %s -> its numbers', (_, text) => {
    expect(numbers(text)).toEqual([['pipes', 'pipes.per_process_ops', 12345678, 10.4, 13629629]])
  })

  test('commits: three compared -> a result for each against the base', () => {
    const text = `         %stddev     %change         %stddev     %change         %stddev
    136040            -0.2%     135718            +5.2%     143114 ±  3%  pipes.per_thread_ops\n`
    expect(numbers(text)).toEqual([
      ['pipes', 'pipes.per_thread_ops', 136040, -0.2, 135718],
      ['pipes', 'pipes.per_thread_ops', 136040, 5.2, 143114],
    ])
  })

  test.each(['12 apples and -8.0% of 13 pears.', '1.2.3 +4.0% 5 x', '2026 -9.0% 12 a sentence. Here'])(
    'prose: %j -> no result',
    (text) => {
      expect(numbers(`${text}\n`)).toEqual([])
    },
  )

  test('sources: of a row -> its line; told in prose too -> the row comes first', () => {
    const message = messageOf(`A 10.4% improvement of pipes.per_process_ops was measured:\n\n${ops}\n`)
    const [first] = findBenchmarks(message, 'patch').value
    expect(first).toMatchObject({ before: 12345678, by: 'author', verdict: 'claim', higherIsBetter: true })
    expect(first?.sources[0]).toMatchObject({ startLine: 3, quote: ops.trim() })
  })
})
