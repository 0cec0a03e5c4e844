import { fileDiff, message } from './case-parts.ts'

/** v1: pads by hand. */
export const first = message({
  id: 'ring-1-1@example.org',
  from: 'Ann Writer',
  subject: '[PATCH] ring: keep the consumer lock off the hot line',
  date: '2024-03-01T10:00:00Z',
  text: `Move the lock. A first try pads by hand.
---
diff --git a/include/ring.h b/include/ring.h
-- 
2.43.0`,
})
/** v2: aligns, with numbers. */
export const second = message({
  id: 'ring-2-1@example.org',
  from: 'Ann Writer',
  subject: '[PATCH v2] ring: keep the consumer lock off the hot line',
  date: '2024-03-08T09:30:00Z',
  listIds: ['ring-devel.example.org'],
  text: `struct ring_head keeps ops at offset 0, mask at 8 and nr_free at 16 on the
line of the lock at 24, which each consumer takes. ops and mask are read by
every producer; nr_free counts free slots and is written by both sides.

Align the lock: it moves from offset 24 to 64. The struct grows from 64 to
128 bytes, 64 bytes for each ring.

Six runs on a two-socket machine with 64 CPUs, kernel 6.8, ring-bench:
           before    after   change
  push    1021.33  1180.75  +15.61% [+11.02, +20.39]
  pull     998.10   995.55   -0.26% [-3.10, +2.66]
  drain    401.00   380.94   -5.00% [-7.20, -2.74]
The intervals are of the ratio of means.
Latency of a full queue: 210 ns before, 187 ns after.

perf c2c, mean of three runs: remote HITM 4120 before, 12 after.

Reviewed-by: Ray Viewer
Signed-off-by: Ann Writer
---
v2: align instead of padding by hand (Ray)

diff --git a/include/ring.h b/include/ring.h
--- a/include/ring.h
+++ b/include/ring.h
base-commit: 0123456789abcdef0123456789abcdef01234567
-- 
2.43.0`,
})
/** A comment on the line. */
export const review = message({
  id: 'ring-2-2@example.org',
  from: 'Ray Viewer',
  subject: 'Re: [PATCH v2] ring: keep the consumer lock off the hot line',
  date: '2024-03-08T12:05:00Z',
  parent: second,
  text: `On Fri, Ann Writer wrote:
> +	spinlock_t	lock ____cacheline_aligned_in_smp;

This costs a line for each ring, and there are thousands of small rings.
Is the gain there on a machine with one socket?

> 2.43.0
> quoted
> quoted
> quoted
> quoted
> quoted

Reviewed-by: Ray Viewer`,
})
/** Its answer. */
export const answer = message({
  id: 'ring-2-3@example.org',
  from: 'Ann Writer',
  subject: 'Re: [PATCH v2] ring: keep the consumer lock off the hot line',
  date: '2024-03-08T13:00:00Z',
  parent: review,
  text: 'With one socket push gains about 3%; rings are allocated once a queue.',
})
/** A robot report. */
export const robot = message({
  id: 'robot-ring-1@example.org',
  from: 'kernel test robot',
  subject: '[ring] 89abcdef01: ring-bench.push.ops 12.4% improvement',
  date: '2024-04-02T01:00:00Z',
  kind: 'lkp-report',
  text: `kernel test robot noticed a 12.4% improvement of ring-bench.push.ops on:
commit: 89abcdef0123456789abcdef0123456789abcdef ("ring: keep the consumer lock off the hot line")
test machine: 96 threads 2 sockets (Ice Lake) with 256G memory
      1021            +12.4%       1148        ring-bench.push.ops
    210.00 ±  4%      -10.5%     188.00 ±  3%  ring-bench.pull.latency_ns
      0.52 ± 12%       -0.1        0.41 ±  9%  perf-profile.calltrace.cycles-pp.ring_pull
      4021 ±116%      +88.0%       7559 ± 40%  sched_debug.cpu.nr_switches.max
Disclaimer:
Results have been estimated based on internal analysis.`,
})

/** The one file. */
export const header = 'include/ring.h'
/** The diff of v1. */
export const oldDiff = fileDiff(
  header,
  `@@ 10 10 struct ring_head {
 	const struct ring_ops	*ops;
 	u64			mask;
 	u64			nr_free;
+	u8			pad[40];
 	spinlock_t		lock;
 };`,
)
/** The diff of v2. */
export const newDiff = fileDiff(
  header,
  `@@ 10 10 struct ring_head {
 	const struct ring_ops	*ops;
 	u64			mask;
 	u64			nr_free;
-	spinlock_t		lock;
+	spinlock_t		lock ____cacheline_aligned_in_smp;
 };
@@ 40 40 static inline bool ring_full(struct ring_head *ring)
 {
-	return ring->nr_free == 0;
+	return READ_ONCE(ring->nr_free) == 0;
 }`,
)
