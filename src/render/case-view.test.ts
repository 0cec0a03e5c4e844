import { describe, expect, test } from 'vitest'
import { readCases } from '../../scripts/read-content.ts'
import { formatView, parseView } from '../client/view-address.ts'
import { decodeCaseList, encodeCaseList, isCaseList } from './case-list.ts'
import { buildCaseRows, type CaseRow, type FacetName, facetKey, facetNames, facetValues } from './case-row.ts'
import { type CaseView, filterCases, indexRows, sortKeys, sortRows, wholeView } from './case-view.ts'
import { findEffects } from './effects.ts'

const base: CaseRow = {
  slug: 'ring-one',
  title: 'ring: pad the head',
  project: 'ring',
  subsystem: 'ring/core',
  technique: 'pad',
  struct: 'ring_head',
  outcome: 'merged',
  outcomeNote: null,
  year: '2013',
  effect: undefined,
  kind: 'false-sharing',
  claim: 'not stated',
  has: ['diff'],
  evidence: ['machine'],
  effects: [],
  left: 0,
}
const rows: CaseRow[] = [
  base,
  {
    ...base,
    slug: 'ring-two',
    technique: 'per-cpu',
    year: '2021',
    has: ['diff', 'numbers'],
    title: 'ring: count apart',
  },
  {
    ...base,
    slug: 'pool-one',
    project: 'pool',
    subsystem: null,
    struct: null,
    year: null,
    has: [],
    evidence: [],
    title: 'pool: <b>x</b>',
  },
  {
    ...base,
    slug: 'ring-three',
    outcome: 'rejected',
    year: '2008',
    evidence: ['machine', 'kernel'],
    title: 'ring: move tail',
  },
]
const view = (filters: [FacetName, string[]][], text = ''): CaseView => ({
  ...wholeView,
  filters: new Map(filters),
  text,
})
const slugs = (found: readonly CaseRow[]): string[] => found.map((row) => row.slug)

describe('view of the cases', () => {
  const indexed = indexRows(rows)
  test.each([
    ['nothing', view([]), ['ring-one', 'ring-two', 'pool-one', 'ring-three']],
    ['one value', view([['project', ['pool']]]), ['pool-one']],
    [
      'two values of one facet: either',
      view([
        ['technique', ['pad', 'per-cpu']],
        ['project', ['ring']],
      ]),
      ['ring-one', 'ring-two', 'ring-three'],
    ],
    ['two parts: both', view([['has', ['diff', 'numbers']]]), ['ring-two']],
    ['decade', view([['decade', ['2000s']]]), ['ring-three']],
    ['words: all of them, any place', view([], 'HEAD core'), ['ring-one', 'ring-two', 'ring-three']],
    ['text that looks like a pattern', view([], '.*'), []],
  ])('filter: %s -> the cases that hold it', (_, asked, expected) => {
    expect(slugs(filterCases(indexed, asked).rows)).toEqual(expected)
  })
  test('counts: a chosen value -> what another value of the facet would give, and the rest narrowed', () => {
    const { counts, excluded, excludedAlone } = filterCases(
      indexed,
      view([
        ['technique', ['pad']],
        ['outcome', ['merged']],
      ]),
    )
    expect(Object.fromEntries(counts.get('technique') ?? [])).toEqual({ pad: 2, 'per-cpu': 1 })
    expect(Object.fromEntries(counts.get('outcome') ?? [])).toEqual({ merged: 2, rejected: 1 })
    expect(excluded).toBe(2)
    expect(Object.fromEntries(excludedAlone)).toEqual({ technique: 1, outcome: 1 })
  })
  test.each(sortKeys)('sort: by %s -> no case lost, what has none last both ways', (sort) => {
    for (const isDescending of [true, false]) {
      const sorted = sortRows(rows, { ...wholeView, sort, isDescending })
      expect(slugs(sorted).toSorted()).toEqual(slugs(rows).toSorted())
      if (sort === 'year' || sort === 'struct') expect(sorted.at(-1)?.slug).toBe('pool-one')
    }
  })
})

describe('address of a view', () => {
  const known = (facet: FacetName): ReadonlySet<string> =>
    new Set(rows.flatMap((row) => facetValues(row, facet).map(facetKey)))
  test.each([
    '',
    '?technique=pad,per-cpu&outcome=merged',
    '?has=diff,numbers&q=a%20b%26c&sort=title',
    '?sort=-effect',
    '?year=2013',
  ])('view: %s -> read and written as it was', (address) => {
    const { view: read, notes } = parseView(address, known)
    expect(notes).toEqual([])
    expect(formatView(read)).toBe(address)
  })
  test.each([
    ['?technique=nonsense', 1],
    ['?technique=pad,%3Cscript%3E', 1],
    ['?__proto__=x&constructor=y', 2],
    ['?sort=javascript:alert(1)', 1],
    [`?q=${'x'.repeat(3000)}`, 1],
    [`?q=${'x'.repeat(10_240)}`, 1],
    [`?${'a=1&'.repeat(900)}`, 5],
    ['?q=%ff%fe%00&technique=%E0%A4%A', 1],
  ])('bad: %# -> ignored with a note', (address, count) => {
    const { view: read, notes } = parseView(address, known)
    expect(notes.length).toBe(count)
    expect([...read.filters.values()].flat().every((value) => value === 'pad')).toBe(true)
    expect(read.text.length).toBeLessThanOrEqual(200)
  })
})

describe('list of the cases', () => {
  const dir = new URL('../../tests/content', import.meta.url).pathname
  const records = readCases(dir).value.map((entry) => entry.record)
  const made = buildCaseRows(records, findEffects(records).drawn)
  test('rows of whole cases: packed and unpacked -> as they were, effects too', () => {
    const list: unknown = JSON.parse(JSON.stringify(encodeCaseList(made)))
    expect(isCaseList(list)).toBe(true)
    const read = isCaseList(list) ? decodeCaseList(list) : []
    const bare = (row: CaseRow): unknown => ({
      ...row,
      effect: undefined,
      effects: row.effects.map(({ metric: _m, cpus, ...effect }) => ({
        ...effect,
        cpus: typeof cpus === 'string' ? cpus : cpus.cpus,
      })),
    })
    expect(read.map(bare)).toEqual(made.map(bare))
    expect(read.map((row) => row.effect?.test)).toEqual(made.map((row) => row.effect?.test))
  })
  test.each([null, 1, [], {}, { format: 1 }, { format: 2, titles: [1] }])('no list: %j -> refused', (value) => {
    expect(isCaseList(value)).toBe(false)
  })
  test('facets: every row -> each name has its values', () => {
    for (const facet of facetNames) for (const row of made) expect(Array.isArray(facetValues(row, facet))).toBe(true)
  })
})
