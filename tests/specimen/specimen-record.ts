import { type CaseRecord, type CaseRecordInput, caseSchema } from '../../src/model/case.ts'
import type { Role } from '../../src/model/names.ts'
import { baseRecord } from '../cases/case-parts.ts'
import { fullCase } from '../cases/full-case.ts'

type LayoutInput = NonNullable<CaseRecordInput['layouts']>[number]
type BenchmarkInput = NonNullable<CaseRecordInput['benchmarks']>[number]

const member = (
  name: string,
  role: Role,
  sizeBytes: number | null,
  before: number | null,
  after: number | null,
): LayoutInput['members'][number] => ({ name, role, sizeBytes, roleFrom: 'stated', offsetBytes: { before, after } })

const aligned = { alignment: 'aligned', how: 'an invented struct' } as const
const unknown = { alignment: 'unknown', how: 'where the object starts is not stated' } as const

/** Every role, a hole, a padding, a member over a line's end, a member that moved, 39 lines. All is invented. */
const folded: LayoutInput = {
  struct: 'folded',
  base: aligned,
  sizeBytes: { before: 2496, after: 2496 },
  members: [
    member('ops', 'read-mostly', 8, 0, 0),
    member('flags', 'flags', 4, 8, 8),
    member('hash_mask', 'read-mostly', 4, 12, 12),
    member('nr_free', 'counter', 8, 16, 104),
    member('gen', 'unknown', 4, 24, 16),
    member('lock', 'lock', 8, 32, 64),
    member('owner', 'write-hot', 8, 40, 72),
    member('free_list_head', 'write-hot', 16, 48, 80),
    member('stats_bytes_total', 'counter', 72, 1128, 112),
    member('max_order', 'read-mostly', 4, 1200, 20),
    member('name', 'read-mostly', 40, 2432, 2432),
  ],
  holes: [
    { side: 'before', offsetBytes: 28, sizeBytes: 4, inferred: true, kind: 'hole' },
    { side: 'after', offsetBytes: 24, sizeBytes: 40, inferred: true, kind: 'hole' },
    { side: 'before', offsetBytes: 2472, sizeBytes: 24, inferred: false, kind: 'padding' },
    { side: 'after', offsetBytes: 2472, sizeBytes: 24, inferred: false, kind: 'padding' },
  ],
  movedMembers: ['nr_free', 'lock', 'owner', 'free_list_head', 'stats_bytes_total', 'max_order'],
  from: 'editor',
}

const layouts: LayoutInput[] = [
  folded,
  {
    struct: 'lock_beside',
    base: aligned,
    sizeBytes: { before: 64, after: 64 },
    members: [member('lock', 'lock', 4, 0, 0), member('list', 'write-hot', 16, 8, 8)],
    from: 'editor',
  },
  {
    struct: 'writers',
    base: aligned,
    sizeBytes: { before: 64, after: 128 },
    members: [member('rx_bytes', 'counter', 8, 0, 0), member('tx_bytes', 'counter', 8, 8, 64)],
    movedMembers: ['tx_bytes'],
    from: 'editor',
  },
  {
    struct: 'long_line',
    base: aligned,
    cachelineBytes: 128,
    sizeBytes: { before: 256, after: 256 },
    members: [member('head', 'write-hot', 8, 0, 0), member('tail', 'write-hot', 8, 64, 128)],
    movedMembers: ['tail'],
    from: 'editor',
  },
  {
    struct: 'base_unknown',
    base: unknown,
    sizeBytes: { before: null, after: null },
    members: [member('target', 'read-mostly', null, 64, 48), member('table', 'unknown', null, 56, 40)],
    movedMembers: ['target', 'table'],
    from: 'editor',
  },
  {
    struct: 'in_order',
    base: unknown,
    sizeBytes: { before: null, after: null },
    members: [],
    order: { before: ['limit', 'lock', 'stat'], after: ['stat', 'lock', 'limit'] },
    movedMembers: ['limit', 'stat'],
    from: 'editor',
  },
  {
    struct: 'slab_object',
    base: { alignment: 'phases', how: '1,072 is no multiple of 64', phasesBefore: [0, 48, 32, 16], phasesAfter: [0] },
    sizeBytes: { before: 1072, after: 1088 },
    members: [member('state', 'write-hot', 8, 376, 376), member('rwsem', 'lock', 40, 384, 384)],
    from: 'editor',
  },
]

const row = (test: string, rest: Partial<BenchmarkInput>): BenchmarkInput => ({
  suite: 'specimen',
  test,
  metric: 'operations',
  unit: 'ops/s',
  higherIsBetter: true,
  verdict: 'claim',
  from: 'editor',
  ...rest,
})
const stated = (changePercent: number): Partial<BenchmarkInput> => ({ changePercent, changePercentIs: 'stated' })

/** One result of every verdict, precision and spread. */
const benchmarks: BenchmarkInput[] = [
  row('better', { ...stated(12.5), ci95: { low: 9.1, high: 15.9 }, verdict: 'improvement', runs: 10 }),
  row('worse', { ...stated(-6), ci95: { low: -8.5, high: -3.5 }, verdict: 'regression', runs: 10 }),
  row('none', { ...stated(0.4), ci95: { low: -1.2, high: 2 }, verdict: 'no-evidence-of-change', runs: 10 }),
  row('claim', stated(7)),
  row('spread', { ...stated(4), stddevPercent: { before: 1.1, after: 0.9 } }),
  row('at most', { ...stated(15), precision: 'up-to' }),
  row('about', { ...stated(5), precision: 'about' }),
  row('no change', { precision: 'no-change' }),
  row('worked out', { before: 400, after: 500, changePercent: 25, changePercentIs: 'computed' }),
  row('threads', { ...stated(3), threads: 64 }),
  row('latency', { metric: 'latency', unit: 'ns', higherIsBetter: false, before: 210, after: 187 }),
  row('no direction', { metric: 'misses', unit: '%', higherIsBetter: null, quantity: 'share', ...stated(-2) }),
  row('of a robot', { ...stated(1.2), by: 'third-party' }),
]

/** A record of the tests that shows every state of the layout figure and of the results; invented throughout. */
export const specimenRecord: CaseRecord = caseSchema.parse({
  ...fullCase.record,
  ...baseRecord('specimen', 'Specimen: every state of every figure'),
  summary: 'All of it is invented.',
  layouts: [...(fullCase.record?.layouts ?? []), ...layouts],
  benchmarks: [...(fullCase.record?.benchmarks ?? []), ...benchmarks],
})
