import { describe, expect, test } from 'vitest'
import { findBenchmarks } from './benchmarks.ts'
import { plainMessage } from './plain-message.ts'

/** Results of a text as `test | variant | metric: before -> after (change)`, what is not stated left empty. */
const read = (text: string): string[] =>
  findBenchmarks(plainMessage(`${text}\n`), 'patch').value.map(
    ({ test: name, variant, metric, before, after, changePercent }) =>
      `${name ?? ''} | ${variant ?? ''} | ${metric ?? ''}: ${before ?? ''} -> ${after ?? ''} (${changePercent ?? ''})`,
  )

describe('names of results in prose', () => {
  test.each([
    ['a count right before the value', 'The pond test shows, with 16 threads 2.7% more throughput.', ['16 threads']],
    ['names behind the values', 'Throughput improves by 3.1% and 5.2% for skim and dive.', ['skim', 'dive']],
    ['respectively', 'Skim and dive improve by 3.1% and 5.2% respectively.', ['Skim', 'dive']],
  ])('%s -> %j', (_, text, expected) => {
    const found = read(text)
    expect(found.map((one, at) => one.includes(expected[at] ?? '?'))).toEqual(expected.map(() => true))
  })
})

const rows = ['2 threads |  | : 1000 -> 1100 (10)', '4 threads |  | : 1000 -> 1200 (20)']

describe('columns of a table', () => {
  test.each([
    ['v0 and v1 -> before and after', 'threads   v0      v1\n  2     1000    1100\n  4     1000    1200', rows],
    [
      'header in the block above the rows -> its columns',
      'threads   before   after\n\n  2     1000    1100\n  4     1000    1200',
      rows,
    ],
    [
      'counts of threads below no heading -> no result of theirs',
      '        before   after\n  2     1000    1100\n  4     1000    1200',
      rows.map((row) => row.replace(/^\d threads/, '')),
    ],
    [
      'two measures on each side -> each against its own',
      '           before             after\nthreads   ops/s   lat(us)   ops/s   lat(us)\n  2       1000     20       1100     18\n  4       1000     25       1200     20',
      [
        '2 threads |  | ops/s: 1000 -> 1100 (10)',
        '2 threads |  | lat us: 20 -> 18 (-10)',
        '4 threads |  | ops/s: 1000 -> 1200 (20)',
        '4 threads |  | lat us: 25 -> 20 (-20)',
      ],
    ],
    [
      'a test named in the caption -> of the result',
      'netperf TCP_RR, transactions per second:\n\n  before   1000\n  after    1100',
      ['netperf TCP_RR |  | transactions per second: 1000 -> 1100 (10)'],
    ],
  ])('%s', (_, text, expected) => {
    expect(read(text).toSorted()).toEqual(expected.toSorted())
  })
})
