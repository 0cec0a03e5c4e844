import { describe, expect, test } from 'vitest'
import { type Placed, readTank, tank } from '../../tests/tank-text.ts'

type Sides = [number | null, number | null]

/** Each wording of an offset, with the member, its offset before and after. */
const offsets: [text: string, expected: Placed[]][] = [
  ['t_level (offset 0x8) and t_lock (offset 0x10) are neighbours.', [tank.level, tank.lock]],
  ['The spinlock is at offset 16 and moves to offset 64.', [tank.lockMoves]],
  ['The spinlock moves from offset 16 to 64.', [tank.lockMoves]],
  ['offsets:\n  t_lock: +16 -> +64', [tank.lockMoves]],
  ['t_level sits at +8, t_lock at +16.', [tank.level, tank.lock]],
  ['t_lock is 16 bytes into the struct.', [tank.lock]],
  ['With this patch t_lock lands on byte 64.', [tank.lockAfter]],
  ['Bytes 16-19 hold t_lock.', [tank.lock]],
  ['Before:\n  offsetof(t_lock) = 16\nAfter:\n  offsetof(t_lock) = 64', [tank.lockMoves]],
  [
    'Offsets:\n\n| member | before | after |\n|---|---|---|\n| t_level | 8 | 8 |\n| t_lock | 16 | 64 |',
    [tank.levelStays, tank.lockMoves],
  ],
  ['The hot pair is t_level@8 and t_lock@16.', [tank.level, tank.lock]],
  [
    'Layout today:\n\n  offset  field\n  0x00    t_ops\n  0x08    t_level\n  0x10    t_lock',
    [tank.ops, tank.level, tank.lock],
  ],
  [
    'crash> struct -ox tank_ctx\nstruct tank_ctx {\n   [0x8] unsigned long t_level;\n  [0x10] spinlock_t t_lock;\n}\nSIZE: 0x28',
    [tank.level, tank.lock],
  ],
  ['perf mem says:\n\n  0x008: t_level\n  0x010: t_lock', [tank.level, tank.lock]],
  ['Before: t_level @ 8, t_lock @ 16\nAfter:  t_level @ 8, t_lock @ 64', [tank.levelStays, tank.lockMoves]],
  [' * t_level (+8)\n * t_lock (+16)', [tank.level, tank.lock]],
  ['t_lock, which still starts at 16-byte offset, is left alone.', [['t_lock', 16, 16]]],
  ['This shifts t_fish by 44 bytes, from 20 to 64.', [['t_fish', 20, 64]]],
  ['Move t_lock (currently at offset 16) to offset 64.', [tank.lockMoves]],
  ['tank_ctx:t_lock is located at offset 16 of tank_ctx.', [tank.lock]],
  ['t_lock has offset 16, t_level has offset 8.', [tank.level, tank.lock]],
  ['t_ops occupies bytes 0 to 7 and t_level bytes 8 to 15.', [tank.ops, tank.level]],
  ['The lock used to live at 0x10, now it is at 0x40.', [tank.lockMoves]],
  ['t_lock goes from being at offset 16 to being at offset 64.', [tank.lockMoves]],
  ['pahole says t_level is at 8 and t_lock at 16, offsets in bytes.', [tank.level, tank.lock]],
  ['The offset of t_level is 8, that of t_lock 16.', [tank.level, tank.lock]],
  ['t_lock begins 16 bytes after the start of the structure.', [tank.lock]],
  [
    'offset | member\n-------+-------\n     0 | t_ops\n     8 | t_level\n    16 | t_lock',
    [tank.ops, tank.level, tank.lock],
  ],
  [
    'Until now t_level was at offset 8 and t_lock at offset 16; with the change they are 8 and 64.',
    [tank.levelStays, tank.lockMoves],
  ],
  ['t_lock is the first word behind the counters of struct tank_ctx (offset 16).', [tank.lock]],
  ['After the commit that added t_level, t_lock is at offset 16.', [tank.lock]],
  [
    'offsetof(struct tank_ctx, t_lock) is 16, so BUILD_BUG_ON(offsetof(struct tank_ctx, t_lock) != 64) fires.',
    [tank.lock],
  ],
  [
    'Reorder the struct so that t_level and t_lock come last, at offsets 48 and 56 respectively.',
    [
      ['t_level', null, 48],
      ['t_lock', null, 56],
    ],
  ],
  ['The wait lasts 16 us at 64 threads; t_lock: 16 us -> 64 us.', []],
]

/** Each wording of a size or a cost: the size before and after (null: none), the bytes per object (undefined: not judged). */
const sizes: [text: string, size: Sides | null, bytes: number | null | undefined][] = [
  ['struct tank_ctx grows from 40 to 128 bytes.', [40, 128], 88],
  ['sizeof(struct tank_ctx): 40 -> 128', [40, 128], 88],
  ['This bumps the size of struct tank_ctx to 128 bytes.', [null, 128], undefined],
  ['The structure is 40 bytes today and 128 bytes with the patch.', [40, 128], 88],
  ['struct tank_ctx goes from 40 bytes (1 cache line) to 128 bytes (2 cache lines).', [40, 128], 88],
  ['struct tank_ctx shrinks by 8 bytes.', null, -8],
  ['The size stays at 40 bytes.', [40, 40], 0],
  ['tank_ctx fits in 3 cachelines, as before.', null, undefined],
  ['The size of the struct remains unchanged (40 bytes).', [40, 40], 0],
  ['before: size: 40, cachelines: 1, members: 4\nafter: size: 128, cachelines: 2, members: 4', [40, 128], 88],
  ['This increases the struct size from one to two cache lines.', null, undefined],
  ['Memory cost: 88 bytes per tank.', null, 88],
  ['The price is 88 bytes for each tank.', null, 88],
  ['It adds 88 bytes to struct tank_ctx.', null, 88],
  ['No change in the size of struct tank_ctx.', null, 0],
  ['The object size does not change as the alignment fills a hole.', null, 0],
  ['This uses one more cache line per tank.', null, null],
  ['This shrinks the size of struct tank_ctx by 16 bytes. It goes from 56 to 40.', [56, 40], -16],
  ['Packing it shaves off eight bytes from the struct.', null, -8],
  ['It shrinks struct tank_ctx down to 40 bytes\n(from 56 bytes on 64-bit systems).', [56, 40], -16],
  ['The sizes change like this:\n\n* tank_ctx: 40 -> 128\n* tank_ops: 64 -> 64', [40, 128], 88],
  ['unsafe.Sizeof(tank_ctx{}) = 40', [40, null], undefined],
  ['static_assert(sizeof(tank_ctx) == 128);', [null, 128], undefined],
  [
    'In numbers:\n struct tank_ctx { /* size: 40, cachelines: 1, members: 4 */\n struct tank_ops { /* size: 64, cachelines: 1, members: 7 */',
    [40, null],
    undefined,
  ],
  [
    'Before:\nstruct tank_ctx { /* size: 40, cachelines: 1 */\n\nAfter:\nstruct tank_ctx { /* size: 128, cachelines: 2 */',
    [40, 128],
    undefined,
  ],
  ['Throughput grows from 56 to 64 Mbps.', null, undefined],
  ['struct tank_ctx is now 128 bytes, up from 40.', [40, 128], undefined],
  ['struct tank_ctx takes 2 cachelines (128 bytes) instead of 1 (64 bytes).', [64, 128], undefined],
  ['This takes struct tank_ctx to 128 bytes (was 104).', [104, 128], undefined],
  ['struct tank_ctx goes from 7 to 6 cachelines, 448 to 384 bytes.', [448, 384], undefined],
  ['Size of struct tank_ctx drops from 5 cachelines (296 bytes) to 4 cachelines (256 bytes).', [296, 256], undefined],
  ['sizeof(struct tank_ctx): 296 before, 320 after', [296, 320], undefined],
  ['sizeof(struct tank_ctx) before: 136, after: 192', [136, 192], undefined],
  ['Before: sizeof(struct tank_ctx) = 136\nAfter:  sizeof(struct tank_ctx) = 192', [136, 192], undefined],
  ['Size before: 200 bytes\nSize after: 192 bytes', [200, 192], undefined],
  ['Before the change the size of struct tank_ctx was 200 bytes, after it is 192.', [200, 192], undefined],
  ['This does not change the size of struct tank_ctx, which is 320 bytes before and after.', [320, 320], undefined],
  ['It makes struct tank_ctx 64 bytes larger (192 vs 128 bytes).', [128, 192], undefined],
  ['Shrinks struct tank_ctx by 8 bytes to 184 bytes.', [192, 184], undefined],
  ['so the struct is padded from 40 bytes out to 64.', [40, 64], undefined],
  ["The move kept the struct's size in 288 bytes.", [288, 288], undefined],
  ['The allocation grows from 160 (struct) + 40 (index) bytes to 256 bytes.', [200, 256], undefined],
  [
    'pahole before/after:\n\n/* size: 768, cachelines: 12 */\n\n->\n\n/* size: 704, cachelines: 11 */',
    [768, 704],
    undefined,
  ],
  [
    'crash> struct -o tank_ctx\nstruct tank_ctx {\n   [8] unsigned long t_level;\n  [16] spinlock_t t_lock;\n}\nSIZE: 40',
    [40, null],
    undefined,
  ],
  [
    'Struct sizes in bytes:\n\n| struct | before | after |\n|---|---|---|\n| tank_ctx | 104 | 128 |\n| tank_ops | 512 | 576 |',
    [104, 128],
    undefined,
  ],
  [
    '$ pahole -C tank_ctx vmlinux | grep size:\n\t/* size: 1024, cachelines: 16, members: 50 */\n$ pahole -C tank_ctx vmlinux.patched | grep size:\n\t/* size: 960, cachelines: 15, members: 50 */',
    [1024, 960],
    undefined,
  ],
  ['Three fields of struct tank_ctx with a summary size of 24 bytes are spread out.', null, undefined],
]

describe('wordings', () => {
  test.each(offsets)('offsets: %j -> each member, each side', async (text, expected) => {
    const { stated } = await readTank(text)
    expect(stated.toSorted()).toEqual(expected.toSorted())
  })
  test.each(sizes)('sizes: %j -> both sides and the cost', async (text, size, bytes) => {
    const { layout, cost } = await readTank(text)
    expect([layout?.sizeBytes.before ?? null, layout?.sizeBytes.after ?? null]).toEqual(size ?? [null, null])
    if (bytes !== undefined) expect(cost?.bytesPerObject).toBe(bytes)
  })
  test.each([
    ['This uses one more cache line per tank.', 1, 'cache lines', 'tank'],
    ['It adds two cache lines for every open tank.', 2, 'cache lines', 'open tank'],
    ['This costs 128 bytes per UDP socket.', 128, 'bytes', 'UDP socket'],
    ['This saves eight bytes in each tank.', -8, 'bytes', 'tank'],
  ])('cost: %j -> %j %s per %s', async (text, amount, unit, per) => {
    const { cost } = await readTank(text)
    expect([cost?.amount, cost?.unit, cost?.per]).toEqual([amount, unit, per])
  })
})
