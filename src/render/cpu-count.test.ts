import { describe, expect, test } from 'vitest'
import { parseCpuCount } from './cpu-count.ts'

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
})
