import { describe, expect, test } from 'vitest'
import type { Role } from '../model/names.ts'
import { structLayoutSchema } from '../model/struct-layout.ts'
import { findRoles } from './layout-roles.ts'
import { countStartsTogether, findPhasePairs, pairSentence } from './phase-pairs.ts'

type Member = [name: string, offset: number, role?: Role, size?: number]

const layoutOf = (members: Member[], before: number[], after: number[], stated: string[] = []) =>
  structLayoutSchema.parse({
    struct: 'ring',
    base: { alignment: 'phases', how: 'packed', phasesBefore: before, phasesAfter: after },
    sizeBytes: { before: null, after: null },
    members: members.map(([name, offset, role = 'unknown', sizeBytes = null]) => ({
      name,
      sizeBytes,
      offsetBytes: { before: offset, after: offset },
      role,
      roleFrom: 'stated',
    })),
    statedShared: stated.length > 0 ? [{ side: 'before', members: stated, sources: [] }] : [],
    from: 'mail',
  })

function pairs(members: Member[], before: number[], after: number[], stated: string[] = []): string[] {
  const layout = layoutOf(members, before, after, stated)
  const name = (key: number): string => layout.members[key]?.name ?? ''
  return findPhasePairs(layout, findRoles(layout, []), 'before').map(
    ({ one, other, starts }) => `${name(one)} ${name(other)}: ${starts.join(' ')}`,
  )
}

describe('pairs of slab phases', () => {
  test.each<[string, Member[], number[], number[], string[], string[]]>([
    [
      'three members before a lock that starts a line',
      [
        ['change', 352],
        ['bits', 366],
        ['state', 376],
        ['lock', 384],
      ],
      [0, 48, 32, 16],
      [0],
      [],
      ['state lock: 48 32 16', 'change lock: 48 32', 'bits lock: 48 32'],
    ],
    [
      'members that stay together after',
      [
        ['a', 0],
        ['b', 8],
      ],
      [0, 32],
      [0],
      [],
      [],
    ],
    [
      'no start known after, nothing stated',
      [
        ['a', 0],
        ['b', 8],
      ],
      [0, 32],
      [],
      [],
      [],
    ],
    [
      'no start known after, sharing stated',
      [
        ['a', 0],
        ['b', 40],
      ],
      [0, 32],
      [],
      ['a', 'b'],
      ['a b: 0'],
    ],
    [
      'roles clash: only those pairs',
      [
        ['name', 40, 'read-mostly'],
        ['uses', 56, 'counter'],
        ['other', 70],
      ],
      [0, 16, 32, 48],
      [0],
      [],
      ['name uses: 0 32 48'],
    ],
    [
      'a member of two lines meets both neighbours',
      [
        ['a', 56],
        ['b', 60, 'unknown', 8],
        ['c', 72],
      ],
      [0, 32],
      [],
      ['a', 'b', 'c'],
      ['a b: 0 32', 'b c: 0 32', 'a c: 32'],
    ],
    [
      'a struct and its own member are no pair',
      [
        ['whole', 0, 'unknown', 200],
        ['inner', 64],
      ],
      [0, 32],
      [],
      ['whole', 'inner'],
      [],
    ],
  ])('%s -> as computed', (_, members, before, after, stated, expected) => {
    expect(pairs(members, before, after, stated)).toEqual(expected)
  })
})

describe('sentence of pairs', () => {
  test('one member in each pair -> it leads, the others by how often they meet', () => {
    const names = ['change', 'bits', 'state', 'lock']
    const told = pairSentence(
      [
        { one: 2, other: 3, starts: [48, 32, 16] },
        { one: 0, other: 3, starts: [48, 32] },
        { one: 1, other: 3, starts: [48, 32] },
      ],
      4,
      (key) => names[key] ?? '',
      ' shares a line',
    )
    expect(told).toBe('lock shares a line with state in 3 of 4 starts, with change and bits in 2 of 4')
  })
  test('pairs without a common member -> each is told, the rest counted', () => {
    const pair = (one: number, other: number) => ({ one, other, starts: [0] })
    const told = pairSentence([pair(0, 1), pair(2, 3), pair(4, 5)], 1, (key) => `m${key}`, ' shares a line', 2)
    expect(told).toBe('m1 shares a line with m0 in 1 of 1 start; m3 with m2 in 1 of 1; one more pair')
  })
})

describe('starts that bring two members together', () => {
  const layout = layoutOf(
    [
      ['stamp', 32],
      ['state', 56],
      ['lock', 64],
    ],
    [0, 16, 32, 48],
    [0],
  )
  test.each([
    ['state', 'lock', 3],
    ['stamp', 'lock', 2],
    ['stamp', 'state', 3],
    ['stamp', 'no_member', null],
  ])('%s and %s -> %s of four', (one, other, expected) => {
    expect(countStartsTogether(layout, one, other)).toBe(expected)
  })
})
