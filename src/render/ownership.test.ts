import { describe, expect, test } from 'vitest'
import { countMoves, followOwnership } from './ownership.ts'

const costs = (accesses: Parameters<typeof followOwnership>[0]): string =>
  followOwnership(accesses)
    .map((step) => step.cost)
    .join(' ')

describe('ownership', () => {
  test('line: two CPUs write in turn -> each write after the first moves it', () => {
    expect(
      costs([
        [0, 'w', 'n'],
        [1, 'w', 'n'],
        [0, 'w', 'n'],
      ]),
    ).toBe('memory move move')
  })
  test('line: written once, then read by all -> one move, then copies and hits', () => {
    expect(
      costs([
        [0, 'w', 'n'],
        [1, 'r', 'n'],
        [2, 'r', 'n'],
        [1, 'r', 'n'],
        [0, 'r', 'n'],
      ]),
    ).toBe('memory move copy hit hit')
  })
  test('line: the same CPU writes again -> a hit', () => {
    expect(
      costs([
        [0, 'w', 'n'],
        [0, 'w', 'n'],
      ]),
    ).toBe('memory hit')
  })
  test('line: two words on one line -> they move as one', () => {
    expect(
      countMoves(
        followOwnership([
          [0, 'w', 'a', 'x'],
          [1, 'r', 'b', 'x'],
          [0, 'w', 'a', 'x'],
        ]),
      ),
    ).toBe(2)
    expect(
      countMoves(
        followOwnership([
          [0, 'w', 'a'],
          [1, 'r', 'b'],
          [0, 'w', 'a'],
        ]),
      ),
    ).toBe(0)
  })
  test('line: a reader shares it, then its owner writes -> the copy is invalidated', () => {
    const last = followOwnership([
      [0, 'w', 'n'],
      [1, 'r', 'n'],
      [0, 'w', 'n'],
    ]).at(-1)
    expect(last).toMatchObject({ cost: 'move', from: 1, owner: 0, sharers: [0] })
  })
})
