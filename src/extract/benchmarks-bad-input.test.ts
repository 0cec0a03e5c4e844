import { expect, test } from 'vitest'
import { findBenchmarks } from './benchmarks.ts'
import { plainMessage } from './plain-message.ts'

const read = (text: string) => findBenchmarks(plainMessage(text), 'patch')
const pairs = (text: string) => read(text).value.map((one) => [one.before, one.after])

test('findBenchmarks: thousands separators, comma decimals, unicode minus, tabs -> the numbers meant', () => {
  expect(pairs('test\tbefore\tafter\nget\t1,234,567\t2,345,678')).toEqual([[1234567, 2345678]])
  expect(pairs('test     before     after\nget       12,5       13,75')).toEqual([[12.5, 13.75]])
  const found = read('test     before    after    change\nget      100       95       −5,0%').value
  expect(found[0]).toMatchObject({ before: 100, after: 95, changePercent: -5 })
})

test('findBenchmarks: 1e400, NaN, a dash in a cell -> that row is left, the others stand', () => {
  const text =
    'test     before    after\nbig      1e400     12\nnan      NaN       3\nnone     -         4\nfine     10        11'
  const { value, problems } = read(text)
  expect(value.map((one) => one.test)).toEqual(['fine'])
  expect(problems.map((one) => one.code)).toContain('number-out-of-range')
})

test('findBenchmarks: a zero base -> no change in per cent, and a note', () => {
  const { value, problems } = read('test     before    after\nmisses   0         12')
  expect(value[0]).toMatchObject({ before: 0, after: 12, changePercent: null, changePercentIs: null })
  expect(problems.map((one) => one.code)).toContain('zero-base')
})

test('findBenchmarks: the same table quoted again -> the results of both places, each at its own lines', () => {
  const table = 'test     before    after\nget      10        11'
  const { value } = read(`${table}\n\nOn Monday, X wrote:\n${table.replace(/^/gm, '> ')}`)
  expect(value.map((one) => [one.before, one.after, one.sources[0]?.startLine])).toEqual([
    [10, 11, 2],
    [10, 11, 6],
  ])
})

test('findBenchmarks: two places that disagree -> one result, that of the table, and a contradiction', () => {
  const text = 'get goes from 10 ops/s to 12 ops/s.\n\ntest     before    after\nget      10        11'
  const { value, problems } = read(text)
  expect(value.map((one) => one.after)).toEqual([11])
  expect(problems.map((one) => one.code)).toContain('contradiction')
})

/** Time of this thread on the processor, ms: a busy machine does not lengthen it. */
function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}

test('findBenchmarks: 300 columns, 100,000 rows -> read within bounds', () => {
  const wide = `test ${Array.from({ length: 150 }, (_, at) => ` before${at}  after${at}`).join(' ')}`
  const cells = `get  ${Array.from({ length: 150 }, (_, at) => ` ${100 + at}  ${200 + at}`).join(' ')}`
  expect(() => read(`${wide}\n${cells}`)).not.toThrow()
  const rows = Array.from({ length: 100_000 }, (_, at) => `t${at}    ${at + 1}    ${at + 2}`).join('\n')
  const started = process.threadCpuUsage()
  const { value, problems } = read(`test    before    after\n${rows}`)
  expect(value.length).toBeLessThanOrEqual(5000)
  expect(problems.map((one) => one.code)).toContain('too-large')
  expect(processorMs(started)).toBeLessThan(20_000)
}, 180_000)

test('findBenchmarks: lines made to be slow -> time grows with length', () => {
  for (const piece of [
    'from 1 to ',
    '1 -> ',
    '12% ',
    '[1, ',
    '(+- ',
    'a_b.c ',
    '1,2,',
    '± 3 ',
    'before: 1 ',
    'x/y ',
    '|1',
    '- 1',
    'improved by ',
  ]) {
    const started = process.threadCpuUsage()
    read(piece.repeat(20_000))
    read(Array.from({ length: 2000 }, () => piece).join('\n'))
    expect(processorMs(started), piece).toBeLessThan(4000)
  }
})
