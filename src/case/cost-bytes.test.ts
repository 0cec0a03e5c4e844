import { describe, expect, test } from 'vitest'
import { findCostBytes } from './cost-bytes.ts'

describe('bytes of a cost told in words', () => {
  test.each([
    ['128 bytes per RING socket', 128],
    ['64 bytes more per ring', 64],
    ['248 bytes saved per task', -248],
    ['struct ring_head grows by 384 bytes', 384],
    ['Queue shrinks by 8 bytes', -8],
    ['struct ring shrinks by 128 bytes on ia32', null],
    ['6528 bytes more per GB of swap', null],
    ['4 KB per GB of swap', null],
    ['16 bytes (32 on 64-bit) of per-CPU data per device', null],
    ['cache_line_size()-1 extra bytes per handler', null],
    ['vmlinux shrinks by 128 bytes', null],
    ['two pointers less per ring', null],
    ['64 bytes per CPU', null],
    ['ring shrinks by one line (64 bytes)', null],
    [`${'9'.repeat(30)} bytes per ring`, null],
    ['', null],
  ])('%j -> %j', (text, bytes) => {
    expect(findCostBytes(text)).toBe(bytes)
  })
})
