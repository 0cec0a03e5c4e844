import { expect, test } from 'vitest'
import { robotReportSchema } from '../model/benchmark.ts'
import { robotBenchmarks } from './robot-benchmarks.ts'

const headline = (word: 'improvement' | 'regression' | null, changePercent: number) =>
  robotBenchmarks(
    robotReportSchema.parse({
      messageId: 'a@example.org',
      headline: { metric: 'pond.splashes_per_sec', changePercent, word, sources: [] },
      alsoAffects: [],
      commit: null,
      commitTitle: null,
      parent: null,
      machine: '96 threads 2 sockets with 128G memory',
      testcase: 'pond',
      parameters: [{ name: 'test', value: 'splash' }],
      disclaimer: [],
      tables: [],
    }),
    'a@example.org',
  ).map(({ suite, test: name, cpus, higherIsBetter, directionFrom, verdict }) => [
    ...[suite, name, cpus, higherIsBetter, directionFrom, verdict],
  ])

test('a headline without its row: word and sign -> which way is better; no word -> not known', () => {
  const rest = ['words', 'robot-headline']
  expect(headline('improvement', 12)).toEqual([['pond', 'splash', 96, true, ...rest]])
  expect(headline('regression', -12)).toEqual([['pond', 'splash', 96, true, ...rest]])
  expect(headline('improvement', -12)).toEqual([['pond', 'splash', 96, false, ...rest]])
  expect(headline('regression', 12)).toEqual([['pond', 'splash', 96, false, ...rest]])
  expect(headline(null, 12)).toEqual([['pond', 'splash', 96, null, null, 'robot-headline']])
})
