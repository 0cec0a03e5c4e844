import { expect, test } from 'vitest'
import { findCallFault, isDay } from './call-fault.ts'

const find = (...args: string[]) => findCallFault(args, ['--fresh'], ['--port'])

test('call: known options, with their values -> no fault', () => {
  expect(find()).toBeNull()
  expect(find('--fresh', '--port', '80', '--help', '--')).toBeNull()
})
test.each([
  [['--bogus'], 'no option "--bogus"; there are: --fresh, --port, --help'],
  [['extra'], 'expected options only, found "extra"; there are: --fresh, --port, --help'],
  [['--port'], '--port: expected a value, found none'],
  [['--port', '--fresh'], '--port: expected a value, found none'],
])('call: %j -> named', (args, says) => {
  expect(find(...args)).toBe(says)
})

test.each([
  ['2021-02-28', true],
  ['2021-02-31', false],
  ['2021-13-45', false],
  ['2021-1-2', false],
  ['yesterday', false],
])('day: %s -> %s', (text, is) => {
  expect(isDay(text)).toBe(is)
})
