import type { CaseRecordInput } from '../../src/model/case.ts'
import type { StructLayout } from '../../src/model/struct-layout.ts'
import { baseRecord, type FixtureCase, fileDiff, message, patchOf, quote, threadOf } from './case-parts.ts'

type Extra = Partial<CaseRecordInput>
type LayoutInput = NonNullable<CaseRecordInput['layouts']>[number]

const post = (slug: string, text: string) =>
  message({
    id: `${slug}@example.org`,
    from: 'Ann Writer',
    subject: `[PATCH] ${slug}`,
    date: '2023-05-04T08:00:00Z',
    text,
  })

/** A case of one mail. */
function simple(
  slug: string,
  title: string,
  text: string,
  extra: (mail: ReturnType<typeof post>) => Extra,
  diff?: string,
): FixtureCase {
  const mail = post(slug, text)
  const patches = diff === undefined ? [] : [patchOf(mail, 1, [fileDiff('lib/ring.c', diff)])]
  return {
    slug,
    title,
    story: '',
    facts: undefined,
    record: {
      ...baseRecord(slug, title),
      postings: [mail.id],
      posted: { value: '2023-05-04T08:00:00Z', inferred: true, how: 'Date header' },
      versions: [
        {
          version: 1,
          versionIsInferred: true,
          rfc: false,
          index: 1,
          total: 1,
          posted: mail.date,
          messageIds: [mail.id],
          changelog: null,
        },
      ],
      ...extra(mail),
    },
    thread: threadOf(slug, [mail], patches),
  }
}

const member = (
  name: string,
  before: number | null,
  after: number | null,
  role: StructLayout['members'][number]['role'] = 'unknown',
) => ({
  name,
  offsetBytes: { before, after },
  role,
  roleFrom: 'stated' as const,
})

const layout = (
  struct: string,
  base: LayoutInput['base'],
  members: LayoutInput['members'],
  more: Partial<LayoutInput> = {},
): LayoutInput => ({
  struct,
  base,
  sizeBytes: { before: null, after: null },
  members,
  from: 'mail',
  ...more,
})

const smallDiff = `@@ 7 7 static void ring_stop(struct ring *ring)
 {
-	ring->stopped = true;
+	if (!ring->stopped)
+		ring->stopped = true;
 }`

const noDiff = simple(
  'ring-no-diff',
  'ring: check before the write',
  `> ring: check before the write
> push gains 3.5%

Only this answer is archived; the patch itself is not.`,
  (mail) => ({
    technique: { value: 'check-before-write', inferred: true, how: 'the words of the mail' },
    kind: { value: 'contention', inferred: true, how: 'readers and the writer use one word' },
    claimed: { value: 'false-sharing', sources: [quote(mail, 'check before the write')] },
    benchmarks: [
      {
        suite: 'ring-bench',
        test: 'push',
        changePercent: 3.5,
        changePercentIs: 'stated',
        precision: 'about',
        verdict: 'claim',
        from: 'mail',
        sources: [quote(mail, '3.5%')],
      },
    ],
  }),
)

const noLayout = simple(
  'ring-no-layout',
  'ring: count per CPU',
  'Count per CPU. push goes up by up to 40%.',
  (mail) => ({
    technique: { value: 'per-cpu', inferred: true, how: 'the counter becomes a per-CPU one' },
    benchmarks: [
      {
        suite: 'ring-bench',
        test: 'push',
        changePercent: 40,
        changePercentIs: 'stated',
        precision: 'up-to',
        higherIsBetter: true,
        verdict: 'claim',
        from: 'mail',
        sources: [quote(mail, '40%')],
      },
    ],
    layoutNotes: [{ text: 'The counter leaves the struct.', from: 'editor' }],
  }),
  smallDiff,
)

const noNumbers = simple(
  'ring-no-numbers',
  'ring: pad the heads',
  'Pad the heads.',
  () => ({ technique: { value: 'pad', from: 'editor' } }),
  smallDiff,
)

const unknownBase = simple(
  'ring-unknown-base',
  'ring: move the limits to the front',
  'low at offset 72 and high at 80 move to 8 and 16; the lock stays at 24.',
  (mail) => ({
    technique: { value: 'reorder-members', inferred: true, how: 'members change places' },
    structs: ['ring_limits'],
    movedMembers: ['low', 'high'],
    layouts: [
      layout('ring_limits', { alignment: 'unknown', how: 'the struct is embedded in others' }, [
        { ...member('lock', 24, 24, 'lock'), sources: [quote(mail, 'stays at 24')] },
        { ...member('low', 72, 8, 'read-mostly'), sources: [quote(mail, 'offset 72')] },
        { ...member('high', 80, 16, 'read-mostly'), sources: [quote(mail, '80')] },
      ]),
    ],
  }),
  smallDiff,
)

const slabPhases = simple(
  'ring-slab-phases',
  'ring: align the slab of its nodes',
  'A node is 80 bytes, 128 after. next at offset 40 is read by all; uses at 56 is written.',
  (mail) => ({
    technique: { value: 'slab-align', inferred: true, how: 'a flag of the slab' },
    structs: ['ring_node'],
    cost: { text: '48 bytes a node', bytesPerObject: 48, percent: 60, from: 'inferred', sources: [] },
    layouts: [
      layout(
        'ring_node',
        {
          alignment: 'phases',
          how: '80 bytes are five times 16: four starts within a line',
          phasesBefore: [0, 16, 32, 48],
          phasesAfter: [0],
        },
        [
          { ...member('next', 40, 40, 'read-mostly'), sources: [quote(mail, 'next at offset 40')] },
          { ...member('uses', 56, 56, 'counter'), sources: [quote(mail, 'uses at 56')] },
        ],
        { sizeBytes: { before: 80, after: 128 }, sizeSources: [quote(mail, '80 bytes, 128 after')] },
      ),
    ],
  }),
  smallDiff,
)

const orderOnly = simple(
  'ring-order-only',
  'ring: exchange limits and statistics',
  'limit shares a line with lock and head; exchange it with stat.',
  (mail) => ({
    technique: { value: 'reorder-members', inferred: true, how: 'members change places' },
    structs: ['ring'],
    movedMembers: ['limit', 'stat'],
    layouts: [
      layout(
        'ring',
        { alignment: 'unknown', how: 'no mail says where objects start' },
        [
          member('limit', null, null, 'read-mostly'),
          member('lock', null, null, 'lock'),
          member('head', null, null, 'write-hot'),
          member('name', null, null),
          member('stat', null, null),
        ],
        {
          order: {
            before: ['limit', 'lock', 'head', 'name', 'stat'],
            after: ['stat', 'lock', 'head', 'name', 'limit'],
          },
          statedShared: [
            {
              side: 'before',
              members: ['limit', 'lock', 'head'],
              sources: [quote(mail, 'limit shares a line with lock and head')],
            },
          ],
          movedMembers: ['limit', 'stat'],
        },
      ),
    ],
  }),
  smallDiff,
)

const factsOnly: FixtureCase = {
  slug: 'ring-facts-only',
  title: 'Ring: pad the cursors',
  story: '',
  record: null,
  thread: null,
  facts: {
    schema: 1,
    readFrom: 'catalogue',
    facts: {
      slug: 'ring-facts-only',
      title: 'Ring: pad the cursors',
      project: 'Ring',
      kind: 'false-sharing',
      technique: 'pad',
      commit: '0011223344556677',
      committed: '2019-02-03',
      structs: ['cursor'],
      members: [{ struct: 'cursor', name: 'value', role: 'write-hot', roleNote: 'written by one producer' }],
      layoutNotes: ['cursor: 8 -> 128 bytes'],
      benchmarks: [
        {
          test: 'three producers',
          metric: 'operations a second',
          before: 10.5,
          after: 12.1,
          changePercent: 15.2,
          changePercentIs: 'computed',
          higherIsBetter: true,
        },
      ],
      outcome: 'merged',
      links: ['https://example.org/ring/commit/0011223344556677'],
      summary: 'Pads the cursors of an imagined ring so that each has a line of its own.',
      confidence: 'medium',
    },
  },
}

/** Cases that each lack or show one thing. */
export const smallCases: FixtureCase[] = [noDiff, noLayout, noNumbers, unknownBase, slabPhases, orderOnly, factsOnly]
