import { findCost } from '../src/extract/cost.ts'
import { findLayouts } from '../src/extract/struct-layout.ts'
import { judgeFixture, splitFixtures } from './judgement-fixtures.ts'

/** A struct whose lock is aligned: what the wordings of offsets and sizes in these tests are about. */
const diff = `diff drivers/aqua/tank.h
@@ struct tank_ctx {
 	const struct tank_ops *t_ops;
 	unsigned long t_level;
-	spinlock_t t_lock;
+	spinlock_t t_lock ____cacheline_aligned_in_smp;
 	struct list_head t_fish;
`

/** A member with its offset before and after. */
export type Placed = readonly [name: string, before: number | null, after: number | null]

/** Where its members stand: before alone, or on both sides. */
export const tank = {
  ops: ['t_ops', 0, null],
  opsStays: ['t_ops', 0, 0],
  level: ['t_level', 8, null],
  levelStays: ['t_level', 8, 8],
  lock: ['t_lock', 16, null],
  lockMoves: ['t_lock', 16, 64],
  lockAfter: ['t_lock', null, 64],
} satisfies Record<string, Placed>

/** What is read of a description put above the diff: the members whose offsets are stated, sizes, cost, layouts. */
export async function readTank(text: string) {
  const [fixture] = splitFixtures(`=== t | yes | -\naqua: align the tank lock\n\n${text}\n${diff}`)
  if (!fixture) throw new Error('no fixture')
  const { judgement, message } = await judgeFixture(fixture.mail)
  const layouts = findLayouts(message, judgement).value
  const layout = layouts.find((one) => one.struct === 'tank_ctx')
  const stated = (layout?.members ?? [])
    .map(({ name, offsetBytes: { before, after }, inferred }): Placed => [name, before, inferred.after ? null : after])
    .filter(([, before, after]) => before !== null || after !== null)
  return { layouts, layout, stated, size: layout?.sizeBytes, cost: findCost(message) }
}
