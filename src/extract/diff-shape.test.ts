import { describe, expect, test } from 'vitest'
import { judgeFixture, splitFixtures } from '../../tests/judgement-fixtures.ts'

/** What is judged of a patch: text, then its diff. */
async function judge(title: string, text: string, diff: string) {
  const [fixture] = splitFixtures(`=== t | yes | -\n${title}\n\n${text}\n${diff}`)
  if (!fixture) throw new Error('no fixture')
  return (await judgeFixture(fixture.mail)).judgement
}

const structDiff = (...lines: string[]) => `diff lib/pond.h\n@@ struct pond {\n${lines.join('\n')}\n`

describe('what a diff does', () => {
  test('a member renamed throughout -> no find; moved as well -> one', async () => {
    const renamed = ['-\tint ducks;', '+\tint geese;', '-\tint ducks_max;', '+\tint geese_max;', ' };']
    const word = 'Readers of the counter miss the cache.'
    const only = await judge('pond: name the birds', word, structDiff(' \tlong depth;', ...renamed))
    const moved = await judge(
      'pond: give the counter a line',
      word,
      structDiff('-\tatomic_t ducks;', ' \tlong depth;', '+\tatomic_t ducks ____cacheline_aligned_in_smp;', ' };'),
    )
    expect([only.detected, moved.detected]).toEqual([false, true])
  })

  test('a new small struct with a lock -> split-lock; one of nine members -> not for its lock', async () => {
    const members = (count: number) => Array.from({ length: count }, (_, at) => `+\tint m${at};`)
    const text = 'One lock for all ponds bounces between processors: contention. A lock for each.'
    const diff = (count: number) =>
      `diff lib/pond.h\n@@\n+struct pond_shelf {\n+\tspinlock_t lock;\n${members(count).join('\n')}\n+};\n`
    const [small, large] = [
      await judge('pond: a lock for each shelf', text, diff(2)),
      await judge('pond: shelves', 'Readers miss the cache: false sharing.', diff(9)),
    ]
    expect(small.technique).toBe('split-lock')
    expect(large.technique).not.toBe('split-lock')
  })

  test('a write only where the bit is not set yet -> check-before-write', async () => {
    const judgement = await judge(
      'pond: do not dirty the flags',
      'Every reader writes the flag, so the cacheline bounces between processors.',
      'diff lib/pond.c\n@@ static void touch(struct pond *pond)\n-\tset_bit(POND_WET, &pond->flags);\n+\tif (!test_bit(POND_WET, &pond->flags))\n+\t\tset_bit(POND_WET, &pond->flags);\n }\n',
    )
    expect([judgement.detected, judgement.technique]).toEqual([true, 'check-before-write'])
  })
})

describe('roles that sentences give', () => {
  test('read on each step, written by another -> read-mostly and write-hot; a verb far away -> unknown', async () => {
    const { members } = await judge(
      'pond: move the counter',
      'pond->depth is read by every duck. pond->ducks is updated frequently. False sharing. pond->shore lies there.',
      structDiff('-\tatomic_t ducks;', ' \tlong depth;', ' \tlong shore;', '+\tatomic_t ducks;', ' };'),
    )
    const roles = new Map(members.map(({ name, role, roleFrom }) => [name, [role, roleFrom]]))
    expect(roles.get('depth')).toEqual(['read-mostly', 'stated'])
    expect(roles.get('ducks')?.[1]).toBe('stated')
    expect(roles.get('shore')?.[1]).not.toBe('stated')
  })
})
