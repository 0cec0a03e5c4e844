import { describe, expect, test } from 'vitest'
import { judgeFixture, readFixtures, scoreFixtures, type Tally } from '../../tests/judgement-fixtures.ts'

const share = (one: Tally) => (one.of === 0 ? 1 : one.right / one.of)

describe('judgement fixtures', async () => {
  const all = readFixtures()
  const halves = {
    tuned: all.filter((one) => !one.isHeldBack),
    'held back': all.filter((one) => one.isHeldBack),
  }
  for (const [half, fixtures] of Object.entries(halves))
    test(`judgement: ${fixtures.length} invented patches, the ${half} half -> the expected shares`, async () => {
      const figures = await scoreFixtures(fixtures)
      const shown = Object.fromEntries(Object.entries(figures).map(([name, one]) => [name, `${one.right}/${one.of}`]))
      if (process.env['SHOW'] === half)
        console.log(
          half,
          shown,
          Object.values(figures).flatMap((one) => one.misses),
        )
      else if (process.env['SHOW']) console.log(half, shown)
      const floor = half === 'tuned' ? 0.95 : 0.8
      for (const one of Object.values(figures)) expect(share(one), JSON.stringify(shown)).toBeGreaterThanOrEqual(floor)
    })
})

test('judgement: `v1->v2:` above the notes of a version -> no members of those names', async () => {
  const { judgement } = await judgeFixture(`From: Ada <ada@example.org>
Subject: [PATCH v3] pond: a lock of its own for each nest
Date: Mon, 6 Jan 2025 10:00:00 +0000
Message-ID: <nest@example.org>

The lock and the eggs share a line: false sharing. We look at nest->feather as well.
---
v1->v2:
 - fix a leak
v2->v3:
 - align it

--- a/pond.h
+++ b/pond.h
@@ -1,4 +1,4 @@
 struct nest {
-	spinlock_t lock;
-};
+	spinlock_t lock;
+} ____cacheline_aligned;
`)
  const names = judgement.members.map(({ name }) => name)
  expect(names).toContain('feather')
  expect(names.filter((name) => /^v\d$/.test(name))).toEqual([])
})

test('judgement: what a lock is for -> no lock; what is taken -> a lock', async () => {
  const { judgement } = await judgeFixture(`From: Ada <ada@example.org>
Subject: [PATCH] pond: a lock of its own for each nest
Date: Mon, 6 Jan 2025 10:00:00 +0000
Message-ID: <nests@example.org>

Each nest gets its own lock instead of one lock for all->nests, and a lockless all->birds. We take all->gate now.
---
--- a/pond.h
+++ b/pond.h
@@ -1,3 +1,4 @@
 struct nest {
+	spinlock_t lock;
 	int eggs;
 };
`)
  const roles = new Map(judgement.members.map(({ name, role }) => [name, role]))
  expect([roles.get('nests'), roles.get('birds'), roles.get('gate')]).toEqual(['unknown', 'unknown', 'lock'])
})

test('judgement: types that link and lock others -> no structs of the case, but where their own members change', async () => {
  const patch = (body: string) => `From: Ada <ada@example.org>
Subject: [PATCH] pond: a lock of its own for each nest
Date: Mon, 6 Jan 2025 10:00:00 +0000
Message-ID: <linked@example.org>

The lock and the eggs share a cacheline: false sharing. Each struct list_head is near it.
---
--- a/pond.h
+++ b/pond.h
${body}`
  const used = await judgeFixture(
    patch(`@@ -1,6 +1,6 @@ struct pond
 struct nest {
-	spinlock_t lock;
+	spinlock_t lock ____cacheline_aligned;
 	struct hlist_head eggs;
 };
-	nests = kmalloc(sizeof(struct hlist_head), GFP_KERNEL);
+	nests = kmalloc(2 * sizeof(struct hlist_head), GFP_KERNEL);
`),
  )
  expect(used.judgement.structs).toEqual(['nest'])
  const changed = await judgeFixture(
    patch(`@@ -1,4 +1,4 @@
 struct hlist_head {
-	struct hlist_node *first;
+	struct hlist_node *first ____cacheline_aligned;
 };
`),
  )
  expect(changed.judgement.structs[0]).toBe('hlist_head')
})

test('judgement: one lock becomes many, each on its own line -> the lines of the diff, not the notes of a version', async () => {
  const { judgement } = await judgeFixture(`From: Ada <ada@example.org>
Subject: [PATCH v2] pond: a lock for each nest
Date: Mon, 6 Jan 2025 10:00:00 +0000
Message-ID: <locks@example.org>

One lock guards all nests. Give each nest a spinlock of its own.

v1->v2:
 - align with cacheline to avoid false sharing
---
--- a/pond.h
+++ b/pond.h
@@ -1,7 +1,10 @@
+struct nest {
+	spinlock_t lock;
+	int eggs;
+} ____cacheline_aligned_in_smp;
 struct pond {
-	spinlock_t nest_lock;
-	int *eggs;
+	struct nest *nests;
 };
--- a/pond.c
+++ b/pond.c
@@ -1,4 +1,4 @@ void add(struct pond *pond, int at)
-	spin_lock(&pond->nest_lock);
-	pond->eggs[at]++;
-	spin_unlock(&pond->nest_lock);
+	spin_lock(&pond->nests[at].lock);
+	pond->nests[at].eggs++;
+	spin_unlock(&pond->nests[at].lock);
`)
  expect(judgement.kind).toBe('mixed')
  expect(judgement.kindReason.sources.map(({ quote }) => quote)).toContain('+} ____cacheline_aligned_in_smp;')
  expect(judgement.kindReason.sources.every(({ quote }) => quote.startsWith('+'))).toBe(true)
})
