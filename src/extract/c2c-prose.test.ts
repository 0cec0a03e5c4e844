import { expect, test } from 'vitest'
import { findProseCounters } from './c2c-prose.ts'
import { plainMessage } from './plain-message.ts'

const read = (text: string) =>
  findProseCounters(plainMessage(`${text}\n`)).map(({ counter, before, after }) => [counter, before, after])

test('counts of perf c2c in a sentence -> before and after', () => {
  expect(read('With perf c2c the HITM samples drop from 5400 to 120.')).toMatchObject([[expect.any(String), 5400, 120]])
})
test('the same words among the monitors of the robot -> none: its tables count them too', () => {
  expect(read('%stddev HITM\nWith perf c2c the HITM samples drop from 5400 to 120.')).toEqual([])
})
test('no counter named -> none', () => {
  expect(read('With perf c2c the lines drop from 5400 to 120.')).toEqual([])
})
