import { baseRecord, type FixtureCase, fileDiff, patchOf, quote, threadOf } from './case-parts.ts'
import { answer, first, header, newDiff, oldDiff, review, robot, second } from './full-mails.ts'
import { robotReport } from './full-report.ts'

const ci = (low: number, high: number) => ({ low, high, of: 'ratio of means' })
const bench = (test: string, before: number, after: number, changePercent: number, printed: string[]) => ({
  suite: 'ring-bench',
  test,
  metric: 'operations',
  unit: 'ops/s',
  before,
  after,
  changePercent,
  changePercentIs: 'stated' as const,
  printed: { before: printed[0] ?? null, after: printed[1] ?? null, change: printed[2] ?? null },
  runs: 6,
  cpus: 64,
  higherIsBetter: true,
  directionFrom: 'known-metric' as const,
  kernel: '6.8',
  from: 'mail' as const,
  sources: [quote(second, printed[2] ?? ''), quote(second, 'Six runs', 'runs')],
})

/** A case that states everything: two versions, review, robot, merge, backport, a story with components. */
export const fullCase: FixtureCase = {
  slug: 'ring-full',
  title: 'ring: keep the consumer lock off the hot line',
  story: `The lock of an imagined ring sat beside what its producers read.

<Layout struct="ring_head" />

The review asked about its cost:

<Message id="ring-2-2@example.org" lines="4-5" />

It ended as <Fact name="outcome" />; see also <Case slug="ring-no-layout" />.

<Results suite="ring-bench" />

<Diff file="include/ring.h" />
`,
  facts: undefined,
  record: {
    ...baseRecord('ring-full', 'ring: keep the consumer lock off the hot line'),
    authored: { value: '2024-03-08T09:30:00Z', inferred: true, how: 'Date header of the latest posting' },
    posted: { value: '2024-03-08T09:30:00Z', inferred: true, how: 'Date header' },
    files: [header],
    structs: ['ring_head'],
    baseCommit: {
      value: '0123456789abcdef0123456789abcdef01234567',
      sources: [quote(second, '0123456789abcdef0123456789abcdef01234567')],
    },
    postings: [first.id, second.id],
    movedMembers: ['lock'],
    members: [
      {
        struct: 'ring_head',
        name: 'ops',
        role: 'read-mostly',
        roleNote: 'read by every producer',
        roleFrom: 'stated',
        from: 'mail',
        sources: [quote(second, 'every producer')],
      },
      {
        struct: 'ring_head',
        name: 'mask',
        role: 'read-mostly',
        roleNote: 'read by every producer',
        roleFrom: 'stated',
        from: 'mail',
        sources: [quote(second, 'every producer')],
      },
      {
        struct: 'ring_head',
        name: 'nr_free',
        role: 'counter',
        roleNote: 'written by both sides',
        roleFrom: 'stated',
        from: 'mail',
        sources: [quote(second, 'written by both sides')],
      },
      {
        struct: 'ring_head',
        name: 'lock',
        role: 'lock',
        roleNote: 'taken by each consumer',
        roleFrom: 'stated',
        from: 'mail',
        sources: [quote(second, 'each consumer takes')],
      },
    ],
    machines: [
      {
        text: 'two-socket machine with 64 CPUs',
        cpus: 64,
        sockets: 2,
        from: 'mail',
        sources: [quote(second, 'two-socket machine with 64 CPUs', 'machine')],
      },
    ],
    kernel: { value: '6.8', sources: [quote(second, '6.8')], but: [{ value: '6.7', from: 'catalogue', sources: [] }] },
    claimed: { value: 'false-sharing', inferred: true, how: 'the title of the series says so' },
    detected: true,
    outcome: { value: 'merged', inferred: true, how: 'the robot names the commit of this title' },
    commit: {
      sha: '89abcdef0123456789abcdef0123456789abcdef',
      title: 'ring: keep the consumer lock off the hot line',
      release: 'v6.10',
      joinedBy: 'title',
      inferred: true,
      from: 'mail',
      sources: [quote(robot, '89abcdef0123456789abcdef0123456789abcdef')],
    },
    backports: [
      { messageId: null, commit: 'fedcba9876543210', tree: 'stable/linux-6.6.y', how: 'named by the catalogue' },
    ],
    versions: [
      {
        version: 1,
        versionIsInferred: true,
        rfc: false,
        index: 1,
        total: 1,
        posted: first.date,
        messageIds: [first.id],
        changelog: null,
      },
      {
        version: 2,
        versionIsInferred: false,
        rfc: false,
        index: 1,
        total: 1,
        posted: second.date,
        messageIds: [second.id],
        changelog: { messageId: second.id, part: 0, startLine: 22, endLine: 22 },
      },
    ],
    benchmarks: [
      {
        ...bench('push', 1021.33, 1180.75, 15.61, ['1021.33', '1180.75', '+15.61%']),
        ci95: ci(11.02, 20.39),
        verdict: 'improvement',
      },
      {
        ...bench('pull', 998.1, 995.55, -0.26, ['998.10', '995.55', '-0.26%']),
        ci95: ci(-3.1, 2.66),
        verdict: 'no-evidence-of-change',
      },
      {
        ...bench('drain', 401, 380.94, -5, ['401.00', '380.94', '-5.00%']),
        ci95: ci(-7.2, -2.74),
        verdict: 'regression',
      },
      {
        suite: 'ring-bench',
        test: 'full queue',
        metric: 'latency',
        unit: 'ns',
        before: 210,
        after: 187,
        printed: { before: '210', after: '187', change: null },
        higherIsBetter: false,
        verdict: 'claim',
        from: 'mail',
        sources: [quote(second, '210 ns before, 187 ns after')],
      },
      {
        suite: 'ring-bench',
        test: 'push',
        metric: 'ring-bench.push.ops',
        before: 1021,
        after: 1148,
        changePercent: 12.4,
        changePercentIs: 'stated',
        by: 'robot',
        higherIsBetter: true,
        verdict: 'robot-headline',
        from: 'mail',
        sources: [quote(robot, '+12.4%')],
      },
      {
        suite: 'perf-profile',
        test: null,
        metric: 'perf-profile.calltrace.cycles-pp.ring_pull',
        before: 0.52,
        after: 0.41,
        changeAbsolute: -0.1,
        by: 'robot',
        quantity: 'share',
        verdict: 'listed-by-robot',
        from: 'mail',
        sources: [quote(robot, '0.52')],
      },
    ],
    layouts: [
      {
        struct: 'ring_head',
        base: { alignment: 'aligned', how: 'rings are allocated a page at a time' },
        sizeBytes: { before: 64, after: 128 },
        sizeSources: [quote(second, 'from 64 to')],
        members: [
          {
            name: 'ops',
            type: 'const struct ring_ops *',
            sizeBytes: 8,
            offsetBytes: { before: 0, after: 0 },
            inferred: { before: false, after: true },
            role: 'read-mostly',
            roleFrom: 'stated',
            sources: [quote(second, 'ops at offset 0')],
          },
          {
            name: 'mask',
            sizeBytes: 8,
            offsetBytes: { before: 8, after: 8 },
            inferred: { before: false, after: true },
            role: 'read-mostly',
            roleFrom: 'stated',
            sources: [quote(second, 'mask at 8')],
          },
          {
            name: 'nr_free',
            sizeBytes: 8,
            offsetBytes: { before: 16, after: 16 },
            inferred: { before: false, after: true },
            role: 'counter',
            roleFrom: 'stated',
            sources: [quote(second, 'nr_free at 16')],
          },
          {
            name: 'lock',
            sizeBytes: null,
            offsetBytes: { before: 24, after: 64 },
            role: 'lock',
            roleFrom: 'stated',
            sources: [quote(second, 'from offset 24 to 64')],
          },
        ],
        movedMembers: ['lock'],
        from: 'mail',
        sources: [],
      },
    ],
    c2c: [
      {
        counter: 'remote HITM',
        object: 'ring_head',
        test: null,
        before: 4120,
        after: 12,
        unit: 'samples',
        runs: 3,
        from: 'mail',
        sources: [quote(second, 'remote HITM 4120 before, 12 after')],
      },
    ],
    cost: {
      text: '64 bytes for each ring',
      bytesPerObject: 64,
      percent: 100,
      from: 'mail',
      sources: [quote(second, '64 bytes for each ring')],
    },
    reports: [robotReport],
    reviewComments: [
      {
        messageId: review.id,
        author: 'Ray Viewer',
        version: 2,
        file: header,
        side: 'new',
        line: 13,
        text: 'This costs a line for each ring, and there are thousands of small rings.\nIs the gain there on a machine with one socket?',
        severity: null,
        how: 'quoted hunk',
        startLine: 4,
        endLine: 5,
      },
      {
        messageId: answer.id,
        author: 'Ann Writer',
        version: 2,
        file: header,
        side: 'new',
        line: 13,
        text: 'With one socket push gains about 3%; rings are allocated once a queue.',
        severity: null,
        parentMessageId: review.id,
        how: 'answer',
        startLine: 1,
        endLine: 1,
      },
      {
        messageId: review.id,
        author: 'Ray Viewer',
        version: 2,
        file: null,
        side: null,
        line: null,
        text: 'A comment that answers no line.',
        severity: 'low',
        how: 'not placed',
        startLine: 1,
        endLine: 1,
      },
    ],
    trailers: [
      { name: 'Reviewed-by', person: 'Ray Viewer', value: 'Ray Viewer', messageId: review.id, line: 14 },
      { name: 'Signed-off-by', person: 'Ann Writer', value: 'Ann Writer', messageId: second.id, line: 20 },
    ],
    evidence: [
      { item: 'offsets before', state: 'stated', sources: [quote(second, 'offset 0')] },
      { item: 'memory cost', state: 'stated', sources: [quote(second, '64 bytes for each ring')] },
      { item: 'other configurations', state: 'not stated' },
      { item: 'independent confirmation', state: 'stated', sources: [quote(robot, '12.4% improvement')] },
      { item: 'kernel', state: 'contradicted', sources: [quote(second, '6.8')] },
    ],
    joins: [{ messageId: robot.id, by: 'title', how: 'the robot names a commit of the same title', inferred: true }],
    missing: [{ messageId: 'gone@example.org', why: 'answered by a reply, not in any mail here' }],
    problems: [
      {
        code: 'contradiction',
        severity: 'note',
        where: 'ring-full',
        message: 'The catalogue says kernel 6.7, the mail says 6.8.',
        whatToDo: 'read both',
      },
    ],
  },
  thread: {
    ...threadOf(
      'ring-full',
      [first, second, review, answer, robot],
      [patchOf(first, 1, [oldDiff]), patchOf(second, 2, [newDiff])],
    ),
    interdiffs: [
      {
        fromVersion: 1,
        toVersion: 2,
        onlyMoved: false,
        files: [
          fileDiff(
            header,
            `@@ 10 10 struct ring_head {
 	u64			nr_free;
-	u8			pad[40];
-	spinlock_t		lock;
+	spinlock_t		lock ____cacheline_aligned_in_smp;
 };`,
          ),
        ],
      },
    ],
  },
}
