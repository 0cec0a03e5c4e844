import { describe, expect, test } from 'vitest'
import { structLayoutSchema } from '../model/struct-layout.ts'
import { planPhases } from './layout-phases.ts'
import { countStartsTogether, findMeetings } from './phase-meetings.ts'

/** Members at offsets of an object of 144 bytes that starts at 0, 16, 32 or 48 of a line before, and at a line after. */
function layoutOf(offsets: Record<string, number>) {
  const template = {
    struct: 'ring_head',
    cachelineBytes: 64,
    base: { alignment: 'phases', how: 'slab', phasesBefore: [0, 16, 32, 48], phasesAfter: [0] },
    sizeBytes: { before: 144, after: 192 },
    from: 'mail',
    members: Object.entries(offsets).map(([name, offset]) => ({
      name,
      offsetBytes: { before: offset, after: offset },
    })),
  }
  return structLayoutSchema.parse(template)
}

describe('phase meetings', () => {
  const layout = layoutOf({ stamp: 32, state: 56, lock: 64 })
  const meetings = findMeetings(layout, planPhases(layout, []).sides[0]?.phases ?? [])
  test('meetings: two members that meet one for unlike numbers of starts -> each with its own number', () => {
    expect(meetings).toEqual([
      {
        member: 2,
        others: [
          { member: 1, starts: 3 },
          { member: 0, starts: 2 },
        ],
      },
    ])
  })
  test.each([
    ['state', 'lock', 3],
    ['stamp', 'lock', 2],
    ['stamp', 'state', 3],
    ['stamp', 'no_member', null],
  ])('starts: %s and %s -> %s of four', (one, other, expected) => {
    expect(countStartsTogether(layout, one, other)).toBe(expected)
  })
})
