import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { benchmarkSchema } from '../model/benchmark.ts'
import { caseSchema } from '../model/case.ts'
import { findCpuCount, parseCpuCount } from './cpu-count.ts'

const full = caseSchema.parse(
  JSON.parse(readFileSync(new URL('../../tests/content/cases/ring-full/case.json', import.meta.url), 'utf8')),
)
/** What is found for a result of a case with these machines. */
const countOf = (machines: readonly string[], more: object): unknown => {
  const record = {
    ...full,
    machines: machines.map((text) => ({
      ...full.machines[0],
      text,
      cpus: null,
      sockets: null,
      from: 'mail' as const,
      sources: [],
    })),
  }
  return findCpuCount(record, benchmarkSchema.parse({ test: 'spin', verdict: 'claim', from: 'mail', ...more }))
}

describe('CPUs of a machine', () => {
  test.each([
    ['dual node, 80 CPUs', 80],
    ['x86-64 8-CPU server', 8],
    ['4-vCPU VM, 8 GiB', 4],
    ['160 processors', 160],
    ['12 CPU Board', 12],
    ['2 sockets/112 cores/224 CPUs', 224],
    ['64 threads', null],
    ['40-core machine', null],
    ['64 active CPU cores', null],
    ['2 CPU sockets', null],
    ['256-thread system, kernel built for 1024 CPUs', null],
    ['4 nodes of 16 CPUs', null],
    ['two boards, 16 CPUs each', null],
    ['8 to 512 CPUs', null],
    ['2 x 8 CPUs', null],
    ['a host with 8 CPUs, a client with 4 CPUs', null],
    ['Model 9000 @ 2.53 GHz', null],
    ['board with two Silver 4208 processors', null],
    ['Model 16 CPUs', null],
    ['', null],
  ])('machine: %j -> %j', (machine, cpus) => {
    expect(parseCpuCount(machine)).toBe(cpus)
  })
  test.each([
    [['box with 16 CPUs'], {}, 16],
    [['box'], { cpus: 8 }, 8],
    [['64 threads 2 sockets Model(R) Gold @ 3 GHz'], { cpus: 64 }, 'threads'],
    [['24c/48t machine'], { threads: 48 }, 'threads'],
    [['40-core machine'], { cpus: 40 }, 'cores'],
    [['64 CPUs, 64 threads'], { cpus: 64 }, 64],
    [['one', 'two'], {}, 'several'],
    [['8 to 512 CPUs'], {}, 'several'],
    [['Model 9000'], { threads: 4 }, 'threads'],
    [['one', 'two'], { test: 'fault, 1 node 52 CPUs' }, 52],
    [[], {}, 'unstated'],
  ])('machines %j, result %j -> %j', (machines, more, found) => {
    expect(countOf(machines, more)).toEqual(
      typeof found === 'number' ? expect.objectContaining({ cpus: found }) : found,
    )
  })
})
