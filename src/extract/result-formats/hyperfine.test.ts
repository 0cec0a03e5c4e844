import { expect, test } from 'vitest'
import { hyperfine } from './hyperfine.ts'

const file = (times: string, more = ''): string =>
  `{\n"results": [\n{ "command": "frob", ${more}"times": [\n${times}\n] }\n]\n}\n`

test.each([
  ['negative', '0.5,\n-0.4', ['-0.4'], [0.5]],
  ['NaN', 'NaN,\n0.5', ['NaN'], [0.5]],
  ['Infinity', '0.5,\nInfinity', ['Infinity'], [0.5]],
  ['texts', '"0.5",\n"fast",\n0.6', ['"0.5"', '"fast"'], [0.6]],
  ['zero and more', '0,\n0.5', [], [0, 0.5]],
])('hyperfine: times that are %s -> %j', (_, times, said, kept) => {
  const { measures, troubles } = hyperfine.parse(file(times))
  expect(measures.flatMap(({ runs }) => runs.map(({ value }) => value))).toEqual(kept)
  expect(troubles.map(({ message }) => /found (.*);/.exec(message)?.[1])).toEqual(said)
  for (const { line } of troubles) expect(line).toBeGreaterThan(3)
})
test('hyperfine: a mean below zero and no times -> said, nothing stated', () => {
  const { measures, troubles } = hyperfine.parse(file('', '"mean": -1, "stddev": "much", '))
  expect(measures.map(({ stated }) => stated)).toEqual([null])
  expect(troubles.length).toBe(2)
})
