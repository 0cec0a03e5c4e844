import { describe, expect, test } from 'vitest'
import { findInterval } from './run-interval.ts'

describe('findInterval', () => {
  test('interval: two sides of three runs -> Welch of the log ratio', () => {
    // By hand: difference of log means 0.095233, standard error 0.011981, 3.1084 degrees of freedom, t = 3.1206.
    const found = findInterval([100, 101, 99], [110, 112, 108])
    expect(found?.of).toBe("Welch's t of the log ratio")
    expect(found?.low).toBe(5.95)
    expect(found?.high).toBe(14.18)
    expect(found?.computed).toBe(true)
  })
  test('interval: pairs -> narrower where the pairs move together', () => {
    const [before, after] = [
      [100, 200, 300],
      [110, 221, 329],
    ]
    const paired = findInterval(before ?? [], after ?? [], true)
    const welch = findInterval(before ?? [], after ?? [])
    expect((paired?.high ?? 0) - (paired?.low ?? 0)).toBeLessThan((welch?.high ?? 0) - (welch?.low ?? 0))
    expect(paired?.pairs).toBe(3)
  })
  test('interval: two runs a side, zero or negative numbers, unequal pairs -> null', () => {
    expect(findInterval([1, 2], [3, 4])).toBeNull()
    expect(findInterval([1, 2, 0], [3, 4, 5])).toBeNull()
    expect(findInterval([1, 2, -1], [3, 4, 5])).toBeNull()
    expect(findInterval([1, 2, 3], [3, 4, 5, 6], true)).toBeNull()
  })
  test('interval: no spread at all -> null: the clock is coarser than the spread', () => {
    expect(findInterval([10, 10, 10], [11, 11, 11])).toBeNull()
    expect(findInterval([1, 2, 4], [2, 4, 8], true)).toBeNull()
  })
})
