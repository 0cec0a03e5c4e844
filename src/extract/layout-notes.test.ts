import { describe, expect, test } from 'vitest'
import { judgeFixture, splitFixtures } from '../../tests/judgement-fixtures.ts'
import { findLayoutNotes } from './layout-notes.ts'

const diff = `diff drivers/aqua/tank.c
@@ struct tank_ctx {
 	unsigned long t_level;
-	spinlock_t t_lock;
 	struct list_head t_fish;
+	spinlock_t t_lock;
@@ static void __init tank_check(void)
-	CACHELINE_ASSERT_GROUP_SIZE(struct tank_ctx, tank_write, 24);
+	CACHELINE_ASSERT_GROUP_SIZE(struct tank_ctx, tank_write, 16 + 4);
 	CACHELINE_ASSERT_GROUP_SIZE(struct tank_ctx, tank_read, 64);
`
const bounds = 'Group tank_write of tank_ctx: at most 24 bytes before, 20 after'

describe('layout notes', () => {
  test.each([
    ['Feeding is slow.', []],
    ['t_lock moves to the second cache line. Feeding is faster.', ['t_lock moves to the second cache line']],
    [
      'Readers of t_level and writers of t_lock meet\non cacheline 1.',
      ['Readers of t_level and writers of t_lock meet on cacheline 1'],
    ],
    ['The second cache line is cold.', []],
    ['t_fish crosses cacheline 1 boundary.', []],
  ])('line: %j -> %j', async (text, expected) => {
    const [fixture] = splitFixtures(`=== t | yes | -\naqua: move the tank lock\n\n${text}\n${diff}`)
    if (!fixture) throw new Error('no fixture')
    const notes = findLayoutNotes((await judgeFixture(fixture.mail)).message)
    expect(notes.map((note) => note.text)).toEqual([bounds, ...expected])
    expect(notes[0]?.sources.length).toBe(2)
  })
})
