import { describe, expect, test } from 'vitest'
import { findFixture, judgeFixture } from '../../tests/judgement-fixtures.ts'
import { type Placed, readTank, tank } from '../../tests/tank-text.ts'
import { slabPhases } from './layout-base.ts'
import { findLayouts } from './struct-layout.ts'

describe('offsets in prose', () => {
  const rows: [text: string, expected: Placed[]][] = [
    ['t_ops starts at offset 0, t_level at offset 8, and t_lock at offset 16.', [tank.ops, tank.level, tank.lock]],
    ['- `pump->slots[0].t_level` (offset 0x38) is loaded often; the type has __aligned__(8).', []],
    ['t_ops, t_level and t_lock are at offsets 0, 8 and 16, respectively.', [tank.ops, tank.level, tank.lock]],
    ['t_ops and t_lock sit at offsets 0x0 and 0x10.', [tank.ops, tank.lock]],
    ['Readers of t_ops suffer. Align t_lock to a cacheline.\nThis moves it to offset 64.', [tank.lockAfter]],
    ['This patch moves t_lock from offset 16 to offset 64.', [tank.lockMoves]],
    ['The offset of t_lock changes from 16 to 64.', [tank.lockMoves]],
    ["t_lock's offset goes from 16 to 64.", [tank.lockMoves]],
    ['t_lock (offset 16) shares the line with t_ops (offset 0).', [tank.ops, tank.lock]],
    ['At offsets 0 (t_ops), 8 (t_level) and 16 (t_lock) they share a line.', [tank.ops, tank.level, tank.lock]],
    ['The offsets are t_ops (0), t_level (8) and t_lock (16).', [tank.ops, tank.level, tank.lock]],
    [
      'Before patch :\n\noffsetof(struct tank_ctx, t_ops)=0x0\noffsetof(struct tank_ctx, t_lock)=0x10\n\nAfter patch :\n\noffsetof(struct tank_ctx, t_lock)=0x40',
      [tank.ops, tank.lockMoves],
    ],
    ['Before:\n  t_level: offset 8\n  t_lock: offset 16\nAfter:\n  t_lock: offset 64', [tank.level, tank.lockMoves]],
    [
      'Offsets on x86-64:\n\n  member     before   after\n  t_ops           0       0\n  t_lock         16      64',
      [tank.opsStays, tank.lockMoves],
    ],
    ['Offsets:\n\n  t_ops    0 -> 0\n  t_lock  16 -> 64', [tank.opsStays, tank.lockMoves]],
    ['With this patch t_lock is at offset 64 while t_level stays at offset 8.', [tank.levelStays, tank.lockAfter]],
    ['tank->t_lock is located at offset 16 of struct tank_ctx.', [tank.lock]],
    ['`t_lock` lives at byte offset 16 and `t_ops` at byte offset 0.', [tank.ops, tank.lock]],
    ['t_lock moves from byte 16 to byte 64.', [tank.lockMoves]],
    ['t_lock is 16 bytes into the structure.', [tank.lock]],
    ['perf c2c points at offset 0x10 (t_lock) and offset 0x0 (t_ops).', [tank.ops, tank.lock]],
    ['t_lock was at offset 16 and is now at offset 64.', [tank.lockMoves]],
    ['The lock t_lock, at offset 16, is taken for each fish.', [tank.lock]],
    ['Throughput went from 16 to 64 and latency is at 12.', []],
    ['We read the file at offset 4096 with 16 threads.', []],
  ]
  for (const [text, expected] of rows)
    test(`offsets: ${JSON.stringify(text.slice(0, 70))} -> ${expected.length} members`, async () => {
      const { stated } = await readTank(text)
      expect(stated).toEqual(expected)
    })
})

describe('sizes in prose', () => {
  const rows: [text: string, before: number | null, after: number | null][] = [
    ['struct tank_ctx grows from 56 to 128 bytes.', 56, 128],
    ['sizeof(struct tank_ctx) remains 56 bytes.', 56, 56],
    ['The size of struct tank_ctx increased from 56 bytes to 128 bytes.', 56, 128],
    ['This grows struct tank_ctx from 56 to 128 bytes.', 56, 128],
    ['On 64-bit the struct is 56 bytes.', 56, null],
    ['sizeof(struct tank_ctx) goes from 56 to 128.', 56, 128],
    ['struct tank_ctx is 56 bytes, so two of them share a line.', 56, null],
    ['The structure shrinks from 128 to 56 bytes.', 128, 56],
    ['The slab allocation size grows from 1072 to 1088 bytes.', 1072, 1088],
    ['struct tank_ctx size: 56 -> 128', 56, 128],
    ['The size of the structure does not change: it is still 56 bytes.', 56, 56],
    ['Its size (56 bytes) stays the same.', 56, 56],
    ['A tank_ctx was 56 bytes before; now it takes 128 bytes.', 56, 128],
    ['With this patch struct tank_ctx is 128 bytes.', null, 128],
    ['The object size stays at 64 bytes.', 64, 64],
    ['Packets grow from 56 to 128 bytes.', null, null],
    ['A 64-byte cache line holds them.', null, null],
    ['Each request writes 4096 bytes.', null, null],
    ['struct tank_ctx is already 56 bytes, so round it up to a full cache line (typically 64 bytes).', 56, 64],
  ]
  for (const [text, before, after] of rows)
    test(`size: ${JSON.stringify(text)} -> ${before} ${after}`, async () => {
      const { size } = await readTank(text)
      expect(size ?? { before: null, after: null }).toEqual({ before, after })
    })
  test('size: of another struct than the patched one -> a layout of its own', async () => {
    const { layouts } = await readTank('The size of struct aquarium increased from 4032 bytes to 4416 bytes.')
    expect(layouts.find((one) => one.struct === 'aquarium')?.sizeBytes).toEqual({ before: 4032, after: 4416 })
  })
})

describe('memory cost', () => {
  const rows: [text: string, bytes: number | null, percent: number | null][] = [
    ['The slab size grows from 1072 to 1088 bytes, an increase of 16 bytes (1.49%) per inode.', 16, 1.49],
    ['This costs 64 bytes per tank.', 64, null],
    ['The structure grows by 48 bytes.', 48, null],
    ['It needs 128 more bytes for each socket.', 128, null],
    ['struct tank_ctx grows from 64 to 128 bytes.', 64, null],
    ['sizeof(struct tank_ctx) remains 64 bytes.', 0, null],
    ['The Qdisc shrinks by 8 bytes.', -8, null],
    ['An additional 64 bytes per queue is a small price.', 64, null],
  ]
  for (const [text, bytes, percent] of rows)
    test(`cost: ${JSON.stringify(text)} -> ${bytes}`, async () => {
      const { cost } = await readTank(text)
      expect(cost?.bytesPerObject).toBe(bytes)
      expect(cost?.percent).toBe(percent)
    })
  for (const text of [
    'Packets of 64 bytes arrive.',
    'Throughput grows by 12%.',
    'A 64-byte cache line is read per lookup.',
  ])
    test(`cost: ${JSON.stringify(text)} -> none`, async () => {
      expect((await readTank(text)).cost).toBeNull()
    })
})

describe('layouts', () => {
  test('slab phases: 1072 bytes on 64-byte lines -> four starts in the order of objects', () => {
    expect(slabPhases(1072, 64)).toEqual([0, 48, 32, 16])
    expect(slabPhases(128, 64)).toEqual([0])
  })
  test('layout: members before the aligned one -> same offset after, inferred', async () => {
    const { layout } = await readTank(
      't_ops starts at offset 0 and t_lock at offset 16. Align t_lock. It moves to offset 64.',
    )
    expect(layout?.members.map((member) => [member.name, member.offsetBytes.after, member.inferred.after])).toEqual([
      ['t_ops', 0, true],
      ['t_lock', 64, false],
    ])
    expect(layout?.base.alignment).toBe('unknown')
  })
  test('layout: no offset stated -> the order of the diff, no numbers', async () => {
    const { message, judgement } = await judgeFixture(findFixture('reorder-swap').mail)
    const layout = findLayouts(message, judgement).value[0]
    expect(layout?.order).toEqual({
      before: ['l_lock', 'l_weft', 'l_list', 'l_first', 'l_last', 'l_hook', 'l_dye'],
      after: ['l_lock', 'l_hook', 'l_list', 'l_first', 'l_last', 'l_weft', 'l_dye'],
    })
    expect(layout?.members.every((member) => member.offsetBytes.before === null)).toBe(true)
    expect(layout?.movedMembers).toEqual(['l_weft', 'l_hook'])
  })
  test('layout: an attribute on the struct -> base aligned', async () => {
    const { message, judgement } = await judgeFixture(findFixture('align-struct-close').mail)
    expect(findLayouts(message, judgement).value[0]?.base.alignment).toBe('aligned')
  })
  test('layout: members said to share a line -> told as stated', async () => {
    const { layout } = await readTank(
      't_ops and t_lock share the same cache line: t_ops is at offset 0, t_lock at offset 16.',
    )
    expect(layout?.statedShared[0]?.members).toEqual(['t_ops', 't_lock'])
  })
  test.each([
    ['do not share', 't_ops and t_lock do not share a cache line: t_ops is at offset 0, t_lock at offset 64.', []],
    ['avoid', 'To avoid that t_ops and t_lock share a cache line, t_lock is at offset 64.', []],
    [
      'now',
      't_ops and t_level now share a cache line: t_ops is at offset 0, t_level at offset 8.',
      ['after: t_ops, t_level'],
    ],
    ['one of them', 't_ops and the rest share a cache line. t_ops is at offset 0.', []],
  ])('layout: members of one line, the sentence says "%s" -> %j', async (_, text, expected) => {
    const { layout } = await readTank(text)
    expect((layout?.statedShared ?? []).map(({ side, members }) => `${side}: ${members.join(', ')}`)).toEqual(expected)
  })
})
