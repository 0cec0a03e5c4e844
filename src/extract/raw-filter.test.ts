import { describe, expect, test } from 'vitest'
import { mayMatter } from './raw-filter.ts'

describe('raw filter', () => {
  test.each([
    'avoid false sharing of the ring',
    'avoid false\n> cacheline sharing',
    'the cache=\nline of the lock', // quoted-printable
    'struct ring {} ____cacheline_aligned_in_smp;',
    'static int on __read_mostly;',
    'the counter ping-pongs between sockets',
    'SLAB_HWCACHE_ALIGN',
    'lock contention in the slow path',
    'This line is bouncing',
    'use crossbeam_utils::CachePadded;',
  ])('text: %j -> may matter', (text) => {
    expect(mayMatter(text)).toBe(true)
  })
  test.each(['page cache of a file', 'a bounded buffer', 'shared memory is false', 'announce the pong'])(
    'text: %j -> does not',
    (text) => {
      expect(mayMatter(text)).toBe(false)
    },
  )
})
