import { describe, expect, test } from 'vitest'
import { type CaseRecord, memberSchema } from '../model/case.ts'
import { fileDiffSchema } from '../model/diff.ts'
import { addedMembers } from './added-members.ts'

const record = (title: string, names: string[]): Pick<CaseRecord, 'title' | 'members' | 'layouts'> => ({
  title,
  members: names.map((name) => memberSchema.parse({ name, role: 'counter', from: 'catalogue' })),
  layouts: [],
})
const threadOf = (lines: string[]) => ({
  patches: [
    {
      messageId: 'a@example.org',
      version: 1,
      posting: 1,
      index: 1,
      prefix: 'v1p1',
      part: 0,
      holdsAddress: false,
      files: [
        fileDiffSchema.parse({
          oldPath: 'ring.h',
          newPath: 'ring.h',
          status: 'modified',
          isBinary: false,
          oldMode: null,
          newMode: null,
          hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, section: '', lines }],
        }),
      ],
    },
  ],
})

describe('members that the patch adds', () => {
  test.each<[string, string, string[], string[] | null, string[]]>([
    [
      'a title that adds one',
      'ring: add drop_counters to ring socket',
      ['nr_drops', 'drop_counters'],
      null,
      ['drop_counters'],
    ],
    [
      'a title that adds several',
      'ring: introduce rx_hits and rx_misses in struct ring',
      ['rx_hits', 'rx_misses', 'seq'],
      null,
      ['rx_hits', 'rx_misses'],
    ],
    [
      'a title that adds a thing named after the member',
      'ring: introduce a per-cpu last_id allocator',
      ['last_id', 'other'],
      null,
      [],
    ],
    ['a title that adds nothing', 'ring: move nr_drops away', ['nr_drops'], null, []],
    [
      'a diff that declares one',
      'ring: split',
      ['uses', 'own_uses'],
      [' \tint uses;', '+\tatomic_t own_uses;'],
      ['own_uses'],
    ],
    ['a diff that moves one', 'ring: move', ['uses'], ['-\tint uses;', '+\tint uses ____cacheline_aligned;'], []],
    ['a diff that only uses one', 'ring: read', ['uses'], ['+\tif (ring->uses)', '+\t\tcount = ring->uses;'], []],
  ])('%s -> as said', (_, title, names, diff, expected) => {
    const found = addedMembers(record(title, names), diff && threadOf(diff))
    expect(found.map(({ name }) => name)).toEqual(expected)
  })
})
