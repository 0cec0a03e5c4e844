import { expect, test } from 'vitest'
import type { C2cLine, StructLayout } from '../model/struct-layout.ts'
import { mapC2c } from './map-c2c.ts'

const member = (name: string, offset: number, size: number): StructLayout['members'][number] => ({
  name,
  type: null,
  sizeBytes: size,
  offsetBytes: { before: offset, after: null },
  inferred: { before: false, after: false },
  role: 'unknown',
  roleFrom: 'inferred',
  sources: [],
})
const layout: StructLayout = {
  struct: 'cog',
  base: { alignment: 'unknown', how: '', phasesBefore: [], phasesAfter: [] },
  cachelineBytes: 64,
  sizeBytes: { before: 128, after: null },
  sizeSources: [],
  members: [member('name', 0, 64), member('flags', 72, 8), member('lock', 112, 4)],
  order: null,
  holes: [],
  statedShared: [],
  movedMembers: [],
  from: 'mail',
  sources: [],
}
const row = (offset: number, hitm: string, stores: string, symbol: string): C2cLine => ({
  address: '0xff40',
  offsetBytes: offset,
  columns: { 'HITM Rmt': hitm, 'Store Refs L1 Hit': stores, 'cycles rmt hitm': '900' },
  symbol,
  sourceLine: null,
  sources: [],
})
const rows = [row(8, '55.01%', '0.00%', 'cog_read'), row(48, '44.99%', '100.00%', 'cog_lock')]

test('mapC2c: a report and a listing -> the line whose members begin at its offsets, roles from loads and stores', () => {
  const mapping = mapC2c([layout], rows)
  expect(mapping.lines).toMatchObject([{ struct: 'cog', line: 1, hits: 2, starts: 2, offsets: 2, chosen: false }])
  expect(mapping.roles.map(({ name, role }) => [name, role])).toEqual([
    ['flags', 'read-mostly'],
    ['lock', 'write-hot'],
  ])
  expect(mapping.layouts[0]?.base.alignment).toBe('aligned')
})
test('mapC2c: a line that a person chose -> that line, also where it fits less', () => {
  const mapping = mapC2c([layout], rows, new Map([['0xff40', { struct: 'cog', line: 0 }]]))
  expect(mapping.lines).toMatchObject([{ line: 0, chosen: true, starts: 0 }])
})
test('mapC2c: no layout, no report -> nothing mapped, no error', () => {
  expect(mapC2c([], rows)).toMatchObject({ lines: [], unmapped: ['0xff40'] })
  expect(mapC2c([layout], [])).toMatchObject({ lines: [], unmapped: [] })
})
