import { describe, expect, test } from 'vitest'
import { applyAliases } from '../case/apply-aliases.ts'
import { caseSchema } from '../model/case.ts'
import { structName, structPath } from './topic-path.ts'
import { buildTopics, findNameClashes, structsOf } from './topics.ts'

const makeCase = (slug: string, more: object = {}) =>
  caseSchema.parse({
    schema: 1,
    slug,
    title: slug,
    project: 'brook-db',
    author: null,
    kind: { value: 'false-sharing', from: 'catalogue' },
    technique: { value: 'pad', from: 'catalogue' },
    outcome: { value: 'merged', from: 'catalogue' },
    ...more,
  })
const dated = (value: string) => ({ authored: { value, from: 'catalogue' } })

describe('struct names', () => {
  test.each([
    ['struct pond', 'pond'],
    ['pond (32-bit)', 'pond'],
    ['pond::Ring<K, V>', 'pond::Ring<K, V>'],
    ['(global)', null],
    ['bytes a walk reads', null],
  ])('structName: %s -> %s', (text, name) => {
    expect(structName(text)).toBe(name)
  })
  test('structPath: no project -> no page', () => {
    expect(structPath(null, 'pond')).toBeNull()
  })
})

describe('topics', () => {
  test('cases of one struct: in any order -> in time order, the undated last, each once', () => {
    const topics = buildTopics([
      makeCase('no-date', { structs: ['pond'] }),
      makeCase('late', { structs: ['pond', 'struct pond'], ...dated('2020-02-01') }),
      makeCase('early', { structs: ['pond'], ...dated('2010-05-01T00:00:00+09:00') }),
    ])
    expect(topics.get('/structs/brook-db/pond/')?.records.map(({ slug }) => slug)).toEqual(['early', 'late', 'no-date'])
  })
  test('two names with one slug -> a clash that names both; an alias joins them', () => {
    const cases = [makeCase('a', { subsystem: 'net/core' }), makeCase('b', { subsystem: 'net-core' })]
    expect(findNameClashes(buildTopics(cases)).map(({ names }) => names)).toEqual([['net/core', 'net-core']])
    const aliases = { people: {}, subsystems: { 'net-core': 'net/core' }, suites: {}, structs: {} }
    expect(findNameClashes(buildTopics(cases.map((one) => applyAliases(one, aliases))))).toEqual([])
  })
  test('structs of layouts and members -> gathered too', () => {
    const members = [{ struct: 'brook', name: 'head', from: 'catalogue' }]
    expect(structsOf(makeCase('a', { structs: ['pond'], members }))).toEqual(['pond', 'brook'])
  })
  test('a name with a remark -> a struct where a case of the project names it without one, else none', () => {
    const sized = (struct: string) => ({
      struct,
      sizeBytes: { before: 96, after: 64 },
      base: { alignment: 'unknown', how: 'not stated' },
      members: [],
      from: 'catalogue',
    })
    const cases = [
      makeCase('a', {
        structs: ['pond'],
        layouts: [sized('pond (32-bit)'), sized('image (total)'), sized('brook (64)')],
      }),
      makeCase('b', { structs: ['brook'] }),
    ]
    const structs = [...buildTopics(cases).values()].filter(({ kind }) => kind === 'structs')
    expect(structs.map(({ name, records }) => `${name} ${records.length}`)).toEqual(['pond 1', 'brook 2'])
  })
})
