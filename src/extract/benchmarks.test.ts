import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Benchmark } from '../model/benchmark.ts'
import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { findBenchmarks } from './benchmarks.ts'
import { plainMessage } from './plain-message.ts'

type Expected = {
  test?: string
  variant?: string
  before?: number
  after?: number
  changePercent?: number
  ci95?: { low: number; high: number }
  runs?: number
  threads?: number
  machine?: string
  kernel?: string
  unit?: string
  metric?: string
}
type Fixture = { name: string; expected: Expected[]; found: Benchmark[] }

const folder = new URL('./fixtures/benchmarks/', import.meta.url).pathname
const isNear = (a: number | null | undefined, b: number | null | undefined) =>
  typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))
const wordsOf = (...texts: (string | null | undefined)[]): Set<string> =>
  new Set(
    texts
      .join(' ')
      .toLowerCase()
      .match(/[a-z0-9]+/g),
  )

/** What a page draws as an effect of the patch: pairs and changes, no shares, no other commit's numbers. */
function isEffect(one: Benchmark): boolean {
  const hasNumbers = one.changePercent !== null || (one.before !== null && one.after !== null)
  return one.quantity === 'effect' && one.of !== 'other-patch' && hasNumbers
}

/** Fixtures of a folder: a mail's body, and the results read out of it by hand. */
function readFixtures(name: string): Fixture[] {
  return readdirSync(path.join(folder, name))
    .filter((file) => file.endsWith('.in.txt'))
    .map((file) => {
      const golden = path.join(folder, name, file.replace('.in.txt', '.out.json'))
      expect(existsSync(golden), `${golden} is missing: write the results of ${file} there`).toBe(true)
      const message = plainMessage(readFileSync(path.join(folder, name, file), 'utf8'))
      const found = findBenchmarks(message, 'patch').value
      for (const source of found.flatMap((one) => one.sources)) expect(quoteAt(message, source)).toBe(source.quote)
      return { name: file, expected: JSON.parse(readFileSync(golden, 'utf8')), found: found.filter(isEffect) }
    })
}

/** The text at a source's place. */
function quoteAt(message: Message, source: Source): string {
  const lines = message.parts[source.part ?? 0]?.lines.slice(source.startLine - 1, source.endLine) ?? []
  const last = lines.length - 1
  return lines
    .map((line, at) =>
      line.slice(at === 0 ? source.startColumn - 1 : 0, at === last ? source.endColumn - 1 : undefined),
    )
    .join('\n')
}

/** Matches by before and after, else by the signed change: what is missing, what is too much, labels that do not fit. */
function compare({ expected, found }: Fixture): {
  hits: number
  missing: Expected[]
  extra: Benchmark[]
  labels: string[]
} {
  const extra = [...found]
  const missing: Expected[] = []
  const labels: string[] = []
  for (const want of expected) {
    const at = extra.findIndex((one) =>
      want.before === undefined || want.after === undefined
        ? isNear(want.changePercent, one.changePercent)
        : isNear(want.before, one.before) && isNear(want.after, one.after),
    )
    const [one] = at < 0 ? [] : extra.splice(at, 1)
    if (!one) {
      missing.push(want)
      continue
    }
    const own = wordsOf(one.suite, one.test, one.variant, one.metric, one.unit)
    for (const word of wordsOf(want.test, want.variant))
      if (!own.has(word)) labels.push(`${want.test}: no ${word} in ${[...own].join(' ')}`)
    if (want.changePercent !== undefined && !isNear(want.changePercent, one.changePercent))
      labels.push(`${want.changePercent} % is ${one.changePercent}`)
    if (want.ci95 && !(isNear(want.ci95.low, one.ci95?.low) && isNear(want.ci95.high, one.ci95?.high)))
      labels.push(`interval ${JSON.stringify(one.ci95)}`)
    for (const key of ['runs', 'threads'] as const)
      if (want[key] !== undefined && want[key] !== one[key]) labels.push(`${key} ${one[key]}`)
    for (const key of ['machine', 'kernel', 'unit', 'metric'] as const) {
      const [wanted, given] = [wordsOf(want[key]), wordsOf(one[key])]
      const isPart = (part: Set<string>, whole: Set<string>) => [...part].every((word) => whole.has(word))
      if (want[key] !== undefined && (given.size === 0 || !(isPart(wanted, given) || isPart(given, wanted))))
        labels.push(`${key} ${one[key]}`)
    }
  }
  return { hits: expected.length - missing.length, missing, extra, labels }
}

describe('findBenchmarks: fixtures', () => {
  for (const fixture of readFixtures('tuned'))
    test(`findBenchmarks: ${fixture.name.replace('.in.txt', '')} -> the results read by hand, no other`, () => {
      const { missing, extra, labels } = compare(fixture)
      expect({ missing, extra, labels }).toEqual({ missing: [], extra: [], labels: [] })
    })
})

test('findBenchmarks: the half kept back from tuning -> recall and precision at least as expected of unseen mail', () => {
  let hits = 0
  let wanted = 0
  let given = 0
  for (const fixture of readFixtures('held-back')) {
    const { extra, ...rest } = compare(fixture)
    hits += rest.hits
    wanted += fixture.expected.length
    given += rest.hits + extra.length
  }
  expect(hits / wanted).toBeGreaterThanOrEqual(0.85)
  expect(hits / given).toBeGreaterThanOrEqual(0.9)
})

test('findBenchmarks: prose with respectively -> one result a test, with runs, threads, machine and kernel', () => {
  const body = `Tests ran on Linux 6.9-rc2. On a four-socket AMD EPYC 7000 system with 32 frob-bench workers,
twelve-run average ops/s for frob.read, frob.write, and frob.sync
increased by 4.10%, 7.25%, and 1.05%, respectively.`
  const found = findBenchmarks(plainMessage(body), 'patch').value
  expect(found.map((one) => [one.test, one.changePercent])).toEqual([
    ['frob.read', 4.1],
    ['frob.write', 7.25],
    ['frob.sync', 1.05],
  ])
  expect(found[0]).toMatchObject({
    runs: 12,
    threads: 32,
    kernel: '6.9-rc2',
    machine: 'four-socket AMD EPYC 7000 system',
  })
})

test('findBenchmarks: kind of the message -> a cover letter is of the series, a robot report is read elsewhere', () => {
  const body = 'The frob test throughput improved from 100 ops/s to 120 ops/s.'
  expect(findBenchmarks(plainMessage(body), 'cover').value[0]).toMatchObject({ of: 'series', before: 100, after: 120 })
  expect(findBenchmarks(plainMessage(body), 'lkp-report').value).toEqual([])
})
