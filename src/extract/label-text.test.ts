import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findBenchmarks } from './benchmarks.ts'
import { plainMessage } from './plain-message.ts'

const labelsOf = (body: string) =>
  findBenchmarks(plainMessage(body), 'patch').value.map(({ suite, test: name, variant, metric, machine }) => ({
    suite,
    test: name,
    variant,
    metric,
    machine,
  }))

test('labels: a dotted metric, a machine and a percentage in one sentence -> suite, test, metric and machine apart', () => {
  const body = `With the change applied,
there is 4.7%(20310->21264) improvement of aim9.jobs-per-min on a 4-sockets
Westmere platform running AIM9/disk-cp.`
  expect(labelsOf(body)).toMatchObject([
    { suite: 'aim7', test: 'disk-cp', variant: null, metric: 'jobs-per-min', machine: '4-sockets Westmere platform' },
  ])
})

test('labels: sections below rules, groups below loads -> each result bears both', () => {
  const body = `  ==============
  frobsync on BOX:
  25%
  base:   4238±1.8%
  patch:  5017±9.5%  (noise)

  75%
  base:   1002±1.2%
  patch:  1124±0.1% +12.2%

  ==============
  frobsend on BOX
  25%
  base:   7001±0.3%
  patch:  7990±0.2% +14.1%`
  expect(labelsOf(body).map((one) => [one.test, one.variant, one.metric])).toEqual([
    ['frobsync on BOX', '25%', null],
    ['frobsync on BOX', '75%', null],
    ['frobsend on BOX', '25%', null],
  ])
})

test('labels: a caption above a table and a call above a time -> both name what was measured', () => {
  const table = `Drain rates:
\t\tunpatched\tpatched
pump A:\t246k\t\t384k
pump B:\t225k\t\t223k`
  expect(labelsOf(table).map((one) => [one.test, one.variant])).toEqual([
    ['pump A', 'Drain rates'],
    ['pump B', 'Drain rates'],
  ])
  const times = `Before:

drain_all(nr=4)
        drain_all+1
Took 310 usec

After:

drain_all(nr=4)
        drain_all+1
Took 95 usec`
  expect(labelsOf(times)).toMatchObject([{ test: 'drain_all(nr=4)' }])
})

test('labels: all fixtures -> short phrases, none twice, no percentage in those read from prose', () => {
  const root = new URL('./fixtures/benchmarks/', import.meta.url).pathname
  for (const half of ['tuned', 'held-back'])
    for (const file of readdirSync(path.join(root, half)).filter((name) => name.endsWith('.in.txt')))
      for (const one of labelsOf(readFileSync(path.join(root, half, file), 'utf8'))) {
        const pieces = [one.test ?? '', ...(one.variant ?? '').split(', ')].filter((text) => text !== '')
        expect(new Set(pieces.map((text) => text.toLowerCase())).size, `${file}: ${pieces}`).toBe(pieces.length)
        for (const piece of pieces) expect(piece.split(' ').length, `${file}: ${piece}`).toBeLessThanOrEqual(14)
      }
})
