import { expect, test } from 'vitest'
import { findBenchmarks } from './benchmarks.ts'
import { plainMessage } from './plain-message.ts'

const read = (before: string, after: string) => {
  const body = `With the patch the frob test goes from ${before} to ${after}.`
  const [found] = findBenchmarks(plainMessage(body), 'patch').value
  return found && [found.before, found.after, found.unit, found.changePercent, found.printed.after]
}

test('inOneUnit: two sizes of one unit -> both sides in the first, the second as it was printed', () => {
  expect(read('1.96 s', '917.71 ms')).toEqual([1.96, 0.91771, 's', -53.1781, '917.71 ms'])
  expect(read('980 Mbps', '1.2 Gbps')).toEqual([980, 1200, 'Mbps', 22.449, '1.2 Gbps'])
  expect(read('900 us', '1.1 ms')).toEqual([900, 1100, 'us', 22.2222, '1.1 ms'])
})

test('inOneUnit: one size -> as it stands', () => {
  expect(read('900 us', '700 us')).toEqual([900, 700, 'us', -22.2222, '700'])
})
