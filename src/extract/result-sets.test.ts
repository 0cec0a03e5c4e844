import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ResultSet } from '../model/result-set.ts'
import { readResultSets, resultEnding } from './result-sets.ts'

const folder = path.join(import.meta.dirname, 'fixtures/result-files')
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const fixture = (name: string): Uint8Array => readFileSync(path.join(folder, name))
const set = (more: Partial<ResultSet> = {}): ResultSet => ({
  before: { files: ['001.csv'], column: null },
  after: { files: ['002.csv'], column: null },
  machine: 'an example machine',
  kernel: null,
  test: null,
  paired: false,
  ...more,
})
const read = (before: Uint8Array, after: Uint8Array, more: Partial<ResultSet> = {}) =>
  readResultSets(
    [
      { file: 'a/results/001.csv', bytes: before },
      { file: 'a/results/002.csv', bytes: after },
    ],
    [set(more)],
  )
const table = (values: readonly (number | string)[], unit = 'ms'): Uint8Array =>
  bytes(`test,metric,unit,value\n${values.map((value) => `splash,time,${unit},${value}\n`).join('')}`)
const said = (result: ReturnType<typeof read>): string =>
  result.problems.map((problem) => `${problem.severity} ${problem.where} ${problem.message}`).join('\n')

describe('two sides', () => {
  test('tables of ten real runs -> means, spread, interval, every run with its line', () => {
    const { value, problems } = read(fixture('table-runs-before.in.csv'), fixture('table-runs-after.in.csv'))
    expect(problems).toEqual([])
    const [result] = value.benchmarks
    expect(result).toMatchObject({ before: 333.573, after: 75.8965, changePercent: -77.25, runs: 10, threads: 2 })
    expect(result?.ci95).toMatchObject({ low: -80.18, high: -72.96, of: "Welch's t of the log ratio", computed: true })
    expect(result?.stddevPercent).toEqual({ before: 19.04, after: 6.06 })
    expect(result?.runsEach?.before.length).toBe(10)
    expect(result?.sources.length).toBe(20)
    expect(result?.sources[1]).toMatchObject({ file: 'a/results/002.csv', startLine: 2 })
    expect(result?.machine).toBe('an example machine')
  })
  for (const [before, count] of [
    ['hyperfine-before.in.json', 1],
    ['fio-before.in.json', 4],
    ['perf-stat-json-before.in.json', 4],
    ['perf-stat-csv-before.in.csv', 4],
    ['stress-ng-metrics-before.in.txt', 1],
    ['stress-ng-yaml-before.in.yaml', 1],
    ['google-benchmark-before.in.json', 3],
    ['will-it-scale-before.in.csv', 4],
  ] as const)
    test(`${before} and its other side -> ${count} results`, () => {
      const { value, problems } = read(fixture(before), fixture(before.replace('before', 'after')))
      expect(value.benchmarks.length).toBe(count)
      expect(problems.filter((problem) => problem.severity === 'error')).toEqual([])
      for (const { before: old, after, changePercent } of value.benchmarks) {
        expect(old).not.toBeNull()
        expect(after).not.toBeNull()
        expect(changePercent === null).toBe(old === 0)
      }
    })
  test('two systems of one file -> the named ones are the sides', () => {
    const one = fixture('phoronix-json-newer.in.json')
    const sides = { before: { files: ['001.csv'], column: 'base' }, after: { files: ['001.csv'], column: 'padded' } }
    const [result] = read(one, bytes(''), sides).value.benchmarks
    expect(result).toMatchObject({ before: 12.5, after: 9.1, runs: 3, higherIsBetter: false, variant: 'Threads: 2' })
    expect(said(read(one, bytes(''), { ...sides, after: { files: ['001.csv'], column: 'nowhere' } }))).toContain(
      'expected a column "nowhere", found base, padded',
    )
  })
  test('columns of one table, paired -> paired t', () => {
    const one = fixture('table-columns.in.tsv')
    const sides = { before: { files: ['001.csv'], column: 'base' }, after: { files: ['001.csv'], column: 'padded' } }
    const [result] = read(one, bytes(''), { ...sides, paired: true }).value.benchmarks
    expect(result?.ci95).toMatchObject({ of: 'paired t of the log ratio', pairs: 3 })
  })
  test('one run a file, several files a side -> runs', () => {
    const files = [1, 2, 3, 4, 5, 6].map((n) => ({
      file: `a/results/00${n}.csv`,
      bytes: table([n < 4 ? 100 + n : 80 + n]),
    }))
    const sides = {
      before: { files: ['001.csv', '002.csv', '003.csv'], column: null },
      after: { files: ['004.csv', '005.csv', '006.csv'], column: null },
    }
    const [result] = readResultSets(files, [set(sides)]).value.benchmarks
    expect(result).toMatchObject({ before: 102, after: 85, runs: 3 })
    expect(result?.sources.map((source) => source.file).sort()).toEqual(files.map(({ file }) => file))
  })
})

describe('two sides: bad input', () => {
  test('mixed units -> said, no result', () => {
    const result = read(table([1, 2, 3], 'ms'), table([1, 2, 3], 's'))
    expect(said(result)).toContain('expected one unit, found ms before and s after')
    expect(result.value.benchmarks).toEqual([])
  })
  test('a missing side -> said', () => {
    expect(said(read(table([1, 2, 3]), bytes('')))).toMatch(/error .*expected a result file of a known format/)
    const other = bytes('test,metric,unit,value\ndive,depth,m,3\n')
    expect(said(read(table([1, 2, 3]), other))).toContain('expected the same tests on both sides')
    const more = bytes('test,metric,unit,value\nsplash,time,ms,3\ndive,depth,m,3\n')
    expect(said(read(table([1]), more))).toContain('dive depth stands only on the side after: left out')
  })
  test('one run a side -> a result without an interval, and why', () => {
    const result = read(table([10]), table([12]))
    expect(result.value.benchmarks[0]).toMatchObject({ before: 10, after: 12, changePercent: 20, ci95: null, runs: 1 })
    expect(said(result)).toContain('no interval: 1 and 1 runs, it needs three a side')
  })
  test('all runs equal -> no interval, and why', () => {
    const result = read(table([10, 10, 10]), table([12, 12, 12]))
    expect(result.value.benchmarks[0]?.ci95).toBeNull()
    expect(said(result)).toContain('coarser than the spread')
  })
  test('zero and negative values -> no interval, and why; a zero base has no change in per cent', () => {
    expect(said(read(table([1, 2, 0]), table([1, 2, 3])))).toContain('has no logarithm')
    expect(said(read(table([1, 2, -1]), table([1, 2, 3])))).toContain('has no logarithm')
    expect(read(table([0, 0, 0]), table([1, 2, 3])).value.benchmarks[0]?.changePercent).toBeNull()
  })
  test('NaN -> said with its line, no result', () => {
    const result = read(table([1, 2, 3]), table([1, 'NaN', 3]))
    expect(said(result)).toMatch(/error a\/results\/002\.csv:3 .*expected a number/)
    expect(result.value.benchmarks).toEqual([])
  })
  test('a cell that is no number, broken JSON, unequal pairs -> said with the line', () => {
    expect(said(read(table([1, 2, 'fast']), table([1])))).toContain('001.csv:4 expected a number, found fast')
    expect(said(read(bytes('{"fio version": "3",\n "jobs": [\n  {"x"\n'), table([1])))).toMatch(/001\.csv:[345] .*JSON/)
    expect(said(read(table([1, 2, 3]), table([1, 2, 3, 4]), { paired: true }))).toContain('as many runs on both sides')
  })
  test('a struct that differs in name, in two saved listings -> said with both names', () => {
    const listing = (name: string): Uint8Array =>
      bytes(
        `struct ${name} {\n\tlong int a;                       /*     0     8 */\n\n\t/* size: 8, cachelines: 1, members: 1 */\n};\n`,
      )
    expect(said(read(listing('harbour'), listing('pier')))).toContain('found harbour before and pier after')
    expect(read(listing('harbour'), listing('harbour')).value.layouts).toHaveLength(1)
  })
  test('a million rows -> read in bounded time, summed up and not listed', () => {
    const rows = (base: number): string =>
      Array.from({ length: 500_000 }, (_, row) => `splash,${base + (row % 7)}\n`).join('')
    const result = read(bytes(`test,value\n${rows(100)}`), bytes(`test,value\n${rows(90)}`))
    expect(result.problems.filter(({ severity }) => severity === 'error')).toEqual([])
    const [benchmark] = result.value.benchmarks
    expect(benchmark?.runs).toBe(500_000)
    expect(benchmark?.runsEach).toBeNull()
    expect(benchmark?.sources.length).toBe(200)
    expect(benchmark?.ci95).not.toBeNull()
  }, 60_000)
})

describe('what a file is', () => {
  test('ending by content -> ours; binary and prose -> none', () => {
    expect(resultEnding(fixture('stress-ng-yaml-before.in.yaml'))).toBe('yaml')
    expect(resultEnding(fixture('table-columns.in.tsv'))).toBe('tsv')
    expect(resultEnding(bytes('\u007fELF\u0002\u0001\u0000'))).toBeNull()
    expect(resultEnding(bytes('Nothing was measured.\n'))).toBeNull()
  })
  test('one file of a tool without its other side -> said', () => {
    const { problems } = readResultSets([{ file: 'a/results/001.json', bytes: fixture('fio-before.in.json') }], [])
    expect(problems[0]?.message).toContain('expected the other side of a fio file')
  })
})

describe('saved texts', () => {
  const saved = (name: string): Uint8Array => readFileSync(path.join(import.meta.dirname, 'fixtures', name))
  const alone = (content: Uint8Array) => readResultSets([{ file: 'a/results/001.txt', bytes: content }], [])
  test('perf c2c report -> its rows, with the file as source', () => {
    const { value, problems } = alone(saved('c2c/whole-report.in.txt'))
    expect(problems).toEqual([])
    expect(value.c2cLines.length).toBeGreaterThan(0)
    expect(value.c2cLines[0]?.sources[0]).toMatchObject({ file: 'a/results/001.txt' })
  })
  test('two reports with totals -> HITM counters before and after', () => {
    const report = (local: number): Uint8Array =>
      bytes(
        `=================================================\n            Trace Event Information              \n=================================================\n  Total records                     :      9000\n  Load Local HITM                   :       ${local}\n  Load Remote HITM                  :          0\n`,
      )
    const { value } = read(report(812), report(3))
    expect(value.c2c.map((one) => [one.counter, one.before, one.after])).toEqual([
      ['local HITM', 812, 3],
      ['remote HITM', 0, 0],
    ])
    expect(value.c2c[0]?.sources.map((source) => source.file)).toEqual(['a/results/001.csv', 'a/results/002.csv'])
  })
  test('robot table -> rows that the robot lists, with the file as source', () => {
    const { value } = alone(saved('robot/failed-runs-above-averages.in.txt'))
    expect(value.benchmarks.length).toBeGreaterThan(0)
    expect(value.benchmarks.every((row) => row.from === 'result-file' && row.by === 'robot')).toBe(true)
    expect(value.benchmarks.flatMap((row) => row.sources).every((source) => source.file === 'a/results/001.txt')).toBe(
      true,
    )
  })
})
