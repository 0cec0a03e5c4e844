import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { messageOf } from '../../tests/message-of.ts'
import { seededRandom } from '../../tests/seeded-random.ts'
import { benchmarkSchema, robotReportSchema } from '../model/benchmark.ts'
import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { c2cLineSchema, c2cSchema, structLayoutSchema } from '../model/struct-layout.ts'
import { findC2c } from './c2c.ts'
import { findPaholeLayouts } from './pahole.ts'
import { robotBenchmarks } from './robot-benchmarks.ts'
import { parseRobotReport } from './robot-report.ts'

const head = (pairs = 1) =>
  `0a1b2c3d4e5f6071 ${'9f8e7d6c5b4a39281706f5e4d3c '.repeat(pairs)}
---------------- ${'--------------------------- '.repeat(pairs)}
         %stddev${'     %change         %stddev'.repeat(pairs)}
             \\  ${'        |                \\  '.repeat(pairs)}
`
const row = (metric: string, pairs = 1) =>
  `    128.43 ±  3%${'      +6.9%     137.23 ±  2%'.repeat(pairs)}  ${metric}\n`
const report = (text: string) => parseRobotReport(messageOf(text))

describe('robot report from bad input', () => {
  test('row: 1e400, NaN or Inf as a number -> no row, a problem names it', () => {
    const text = `${head()}${row('a.b')}     1e400            +1.0%       2.00        a.huge\n       NaN            +1.0%       2.00        a.nan\n${row('a.c')}`
    const { value, problems } = report(text)
    expect(value?.tables[0]?.rows.map(({ metric }) => metric)).toEqual(['a.b', 'a.c'])
    expect(problems.map(({ code }) => code).sort()).toEqual(['number-out-of-range', 'table-row-left'])
  })

  test('row: a change that is no finite number -> a row without a change', () => {
    const { value } = report(`${head()}      0.00           +Inf%       0.94 ±  7%  a.b\n`)
    expect(value?.tables[0]?.rows[0]?.change).toBeNull()
  })

  test('table: 300 commits compared -> no table, a problem says so', () => {
    const { value, problems } = report(`${head(300)}${row('a.b', 300)}`)
    expect(value).toBeNull()
    expect(problems.map(({ code }) => code)).toEqual(['too-large'])
  })

  test('table: quoted twice in one mail -> both are read, none is a result of this mail', () => {
    const quoted = (text: string) => text.replace(/^/gm, '> ')
    const { value, problems } = report(
      `${quoted(head() + row('a.b'))}\nsee above and\n\n${quoted(head() + row('a.b'))}\n`,
    )
    expect(value?.tables.map(({ rows }) => rows.length)).toEqual([1, 1])
    expect(value && robotBenchmarks(value, 'test@example.org')).toEqual([])
    expect(problems).toEqual([])
  })

  test('table: a head without rows, twice -> no report', () => {
    expect(report(head() + head()).value).toBeNull()
  })

  test('table: 100,000 rows -> all read', () => {
    const { value, problems } = report(head() + row('a.b').repeat(100_000))
    expect(value?.tables[0]?.rows).toHaveLength(100_000)
    expect(problems).toEqual([])
  })

  test('table: more rows than a mail may give -> stops, a problem says so', () => {
    const { problems } = report(head(4) + row('a.b', 4).repeat(90_000))
    expect(problems.map(({ code }) => code)).toEqual(['too-large'])
  })

  test('headline: 1e400 percent -> none', () => {
    const { value } = report(`kernel test robot noticed a 1e400% regression of a.b on:\n\ncommit: 0123456789ab ("x")\n`)
    expect(value?.headline).toBeNull()
  })

  test('prose: a person tells of a headline -> no report', () => {
    expect(report('The kernel test robot noticed a -5.0% regression of a.b on my patch.\n').value).toBeNull()
  })
})

describe('results of a robot report', () => {
  const text = `kernel test robot noticed a 6.9% regression of gear.seconds on:

commit: 9f8e7d6c5b4a39281706f5e4d3c2b1a098765432 ("widget: turn")

testcase: gear
test machine: 64 threads 2 sockets Example with 256G memory
parameters:

	test: turn

${head()}${row('gear.seconds')}${row('gear.time.user_time')}     20.10           +3.2       23.30        gear.idle%
      0.00       +7.2e+103%       7.17        gear.zero
${row('vmstat.procs.r')}`
  const { value } = report(text)
  const results = value ? robotBenchmarks(value, 'test@example.org') : []

  test('rows: headline, own rows and monitors -> the first two are results', () => {
    expect(results.map(({ metric, verdict }) => [metric, verdict])).toEqual([
      ['gear.seconds', 'robot-headline'],
      ['gear.time.user_time', 'listed-by-robot'],
      ['gear.idle%', 'listed-by-robot'],
      ['gear.zero', 'listed-by-robot'],
    ])
    for (const result of results) expect(benchmarkSchema.parse(result)).toEqual(result)
  })

  test('headline: a regression whose row rises -> lower is better, by the words', () => {
    expect(results[0]).toMatchObject({
      suite: 'gear',
      test: 'turn',
      before: 128.43,
      after: 137.23,
      changePercent: 6.9,
      changePercentIs: 'stated',
      higherIsBetter: false,
      directionFrom: 'words',
      stddevPercent: { before: 3, after: 2 },
      cpus: 64,
      by: 'robot',
      printed: { before: '128.43', after: '137.23', change: '+6.9%' },
    })
  })

  test('row: in per cent -> points; from a zero base -> no change', () => {
    expect(results[2]).toMatchObject({ changePercent: null, changeAbsolute: 3.2, quantity: 'share' })
    expect(results[3]).toMatchObject({ before: 0, after: 7.17, changePercent: null, changePercentIs: null })
  })

  test('headline: no table at all -> the sentence alone', () => {
    const bare = report(text.slice(0, text.indexOf('0a1b2c3d4e5f6071'))).value
    expect(bare && robotBenchmarks(bare, 'test@example.org')).toMatchObject([
      { metric: 'gear.seconds', before: null, after: null, changePercent: -6.9, verdict: 'robot-headline' },
    ])
  })
})

const pieces = [
  '\n',
  '> ',
  '\t',
  '±',
  '\ufffd',
  '%',
  '1e400',
  'NaN',
  '-',
  '+',
  '|',
  '/* 0 8 */',
  '};',
  'struct x {',
  '0x10',
  '🙂',
  '\u0000',
  '\u202e',
  '99999999999999999999',
]

/** A text with up to twelve pieces cut, doubled, moved or put in. */
function mutate(text: string, random: () => number): string {
  let result = text
  for (let count = Math.ceil(random() * 12); count > 0; count--) {
    const at = Math.floor(random() * result.length)
    const end = at + Math.floor(random() * 60)
    const kind = Math.floor(random() * 4)
    if (kind === 0) result = result.slice(0, at) + result.slice(end)
    else if (kind === 1) result = result.slice(0, end) + result.slice(at)
    else if (kind === 2) result = result.slice(end) + result.slice(0, end)
    else result = result.slice(0, at) + (pieces[Math.floor(random() * pieces.length)] ?? '') + result.slice(at)
  }
  return result
}

function isAtItsPlace(message: Message, source: Source): boolean {
  const lines = (message.parts[source.part ?? 0]?.lines ?? []).slice(source.startLine - 1, source.endLine)
  const last = lines.length - 1
  const text = lines
    .map((line, at) =>
      line.slice(at === 0 ? source.startColumn - 1 : 0, at === last ? source.endColumn - 1 : undefined),
    )
    .join('\n')
  return text === source.quote
}

describe('reading mutated fixtures', () => {
  const fixtures = path.join(import.meta.dirname, 'fixtures')
  for (const kind of ['robot', 'c2c', 'pahole'])
    test(`${kind}: 40 mutations of each fixture -> records that hold, quotes at their places, nothing thrown`, () => {
      const random = seededRandom(20_260_101)
      const names = readdirSync(path.join(fixtures, kind)).filter((name) => name.endsWith('.in.txt'))
      for (const name of names) {
        const text = readFileSync(path.join(fixtures, kind, name), 'utf8')
        for (let count = 0; count < 40; count++) {
          const message = messageOf(mutate(text, random))
          const found = parseRobotReport(message).value
          const { counters, lines } = findC2c(message).value
          const layouts = findPaholeLayouts(message)
          const results = found ? robotBenchmarks(found, message.id) : []
          if (found) robotReportSchema.parse(found)
          for (const one of counters) c2cSchema.parse(one)
          for (const one of lines) c2cLineSchema.parse(one)
          for (const one of layouts) structLayoutSchema.parse(one)
          for (const one of results) benchmarkSchema.parse(one)
          const sources = [
            ...(found?.headline?.sources ?? []),
            ...(found?.alsoAffects ?? []).flatMap((one) => one.sources),
            ...results.flatMap((one) => one.sources),
            ...counters.flatMap((one) => one.sources),
            ...lines.flatMap((one) => one.sources),
            ...layouts.flatMap((one) => [...one.sources, ...one.sizeSources, ...one.members.flatMap((m) => m.sources)]),
          ]
          expect(sources.filter((source) => !isAtItsPlace(message, source))).toEqual([])
        }
      }
    })
})

describe('speed', () => {
  /** The least processor time of three runs, in milliseconds: other work on the machine plays no part. */
  const timeOf = (run: () => unknown) =>
    Math.min(
      ...[0, 1, 2].map(() => {
        const start = process.cpuUsage()
        run()
        return process.cpuUsage(start).user / 1000
      }),
    )
  const hostile: [string, (size: number) => string][] = [
    ['rows', (size) => head() + row('a.b').repeat(size)],
    ['heads', (size) => head().repeat(size)],
    ['incomplete rows', (size) => head() + '    128.43 ±  3%      +6.9%\n'.repeat(size)],
    ['quoted comments', (size) => `> ${head().replaceAll('\n', '\n> ')}`.repeat(size)],
    ['borders', (size) => '+------------------+------+\n| testcase: change | a\n'.repeat(size)],
    ['noticed', (size) => 'noticed a 1.0% noticed a '.repeat(size)],
    ['HITM from', (size) => `HITM from 1, 2, 3, 4 and 5 to ${'6, '.repeat(10)}\n\n`.repeat(size)],
    ['HITM numbers', (size) => `HITM from ${'1, '.repeat(Math.min(size, 6000))}`],
    ['open structs', (size) => 'struct a { /* 0 4 */\n'.repeat(size)],
    ['members', (size) => `struct a {\n${'\tint a; /* 0 4 */\n'.repeat(size)}`],
    ['diff of members', (size) => `@@ -1 +1 @@ struct a {\n${'+\tint a; /* 0 4 */\n'.repeat(size)}`],
    ['hunks', (size) => '@@ -1 +1 @@ struct a {\n+/* 0 8 */\n'.repeat(size)],
    ['c2c headings', (size) => 'Rmt Hitm Lcl Hitm 0\n 1.00% 0x0 [k] a\n'.repeat(size)],
    ['parentheses', (size) => `struct a {\n int ${'('.repeat(Math.min(size, 900))} a; /* 0 4 */`],
  ]
  test.each(hostile)('size: %s, twice as many -> not five times as long', { retry: 4 }, (_, make) => {
    const readAll = (message: Message) => () => [
      parseRobotReport(message),
      findC2c(message),
      findPaholeLayouts(message),
    ]
    const fresh = (size: number) => timeOf(() => readAll(messageOf(make(size)))())
    const small = fresh(1500)
    const large = fresh(3000)
    expect(large).toBeLessThan(Math.max(small, 50) * 5)
  })
})
