import { expect, test } from 'vitest'
import { findBenchmarks } from './benchmarks.ts'
import { plainMessage } from './plain-message.ts'

const resultsOf = (body: string) => findBenchmarks(plainMessage(body), 'patch').value

test('findBenchmarks: an aside tells where a loss was -> no result of this patch, the other one is', () => {
  const found = resultsOf(
    'The lock shares its line with the count (that commit is also where the\n70% degradation was). With this patch sorting is 12% faster.',
  )
  expect(found.map((one) => [one.changePercent, one.of])).toEqual([
    [-70, 'other-patch'],
    [12, 'patch'],
  ])
})

test('findBenchmarks: throughput in sec -> a time, lower is better', () => {
  const found = resultsOf('The throughput of perf bench sched messaging gets better from 3.20 sec to 2.40 sec.')
  expect(found[0]).toMatchObject({ before: 3.2, after: 2.4, unit: 'sec', higherIsBetter: false })
})
