import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Benchmark } from '../model/benchmark.ts'
import { findBenchmarks } from './benchmarks.ts'
import { plainMessage } from './plain-message.ts'

const folder = new URL('./fixtures/benchmarks/', import.meta.url).pathname
const inputs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.in.txt'))

/** What a golden states of a result: keys that say nothing are left out. */
function compact(benchmark: Benchmark): Record<string, unknown> {
  const { suite, test: name, variant, metric, unit, before, after, changePercent, changePercentIs } = benchmark
  const { precision, quantity, ci95, stddevPercent, runs, threads, machine, kernel, higherIsBetter, verdict, printed } =
    benchmark
  const all = {
    suite,
    test: name,
    variant,
    metric,
    unit,
    before,
    after,
    changePercent,
    changePercentIs,
    change: printed.change,
    precision: precision === 'exact' ? null : precision,
    quantity: quantity === 'effect' ? null : quantity,
    ci95: ci95 ? [ci95.low, ci95.high] : null,
    stddevPercent,
    runs,
    threads,
    machine,
    kernel,
    higherIsBetter,
    verdict: verdict === 'claim' ? null : verdict,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

describe('findBenchmarks: goldens', () => {
  for (const name of inputs)
    test(`findBenchmarks: ${name.replace('.in.txt', '')} -> its golden`, () => {
      const golden = path.join(folder, name.replace('.in.txt', '.out.json'))
      const message = plainMessage(readFileSync(path.join(folder, name), 'utf8'))
      const found = findBenchmarks(message, 'patch').value
      for (const benchmark of found)
        for (const source of benchmark.sources) {
          const lines = message.parts[source.part ?? 0]?.lines.slice(source.startLine - 1, source.endLine) ?? []
          expect(source.quote).toBe(
            lines[0]?.slice(
              source.startColumn - 1,
              source.startLine === source.endLine ? source.endColumn - 1 : undefined,
            ),
          )
        }
      const text = `${JSON.stringify(found.map(compact), null, 1)}\n`
      if (process.env['UPDATE_GOLDEN'] === '1' && !process.env['CI']) writeFileSync(golden, text)
      expect(existsSync(golden)).toBe(true)
      expect(text).toBe(readFileSync(golden, 'utf8'))
    })
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
