import { describe, expect, test } from 'vitest'
import type { IndexReader, Manifest } from './index-format.ts'
import { findKeys, readPostings } from './key-shard.ts'
import { noScores } from './scores.ts'

const shards = ['a_lock\tm0 0.a t0 3\na_lock_b\tm0 1', 'b\tf1 2.z\nbc\tm2 4']
const reader = { keys: async (shard: number) => shards[shard] ?? '' } as unknown as IndexReader // only keys are read here
const manifest = { keyStarts: ['a_lock', 'b'], count: 36 } as Manifest // only these are read here

describe('findKeys', () => {
  test.each([
    ['a_lock', false, ['a_lock', 'a_lock_b']],
    ['a_lock', true, ['a_lock']],
    ['b', false, ['b', 'bc']],
    ['bc', true, ['bc']],
    ['_lock', false, []],
    ['zz', false, []],
  ])('findKeys: %s, whole %s -> the keys that begin so', async (start, isWhole, expected) => {
    expect((await findKeys(reader, manifest, start, isWhole)).map(({ key }) => key)).toEqual(expected)
  })
})

describe('readPostings', () => {
  test('readPostings: two codes, one worth nothing -> the cases of the other, in base 36', async () => {
    const [line] = await findKeys(reader, manifest, 'a_lock', true)
    const scores = noScores(36)
    if (line) readPostings(line, (letter, tier) => (letter === 'm' ? 10 + tier : 0), scores)
    expect([...scores.entries()].filter(([, score]) => score > 0)).toEqual([
      [0, 10],
      [10, 10],
    ])
  })
  test('readPostings: the last line of a shard -> read to its end', async () => {
    const [line] = await findKeys(reader, manifest, 'b', true)
    const scores = noScores(36)
    if (line) readPostings(line, () => 7, scores)
    expect([scores[2], scores[35]]).toEqual([7, 7])
  })
})
