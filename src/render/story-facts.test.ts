import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { caseSchema } from '../model/case.ts'
import { threadFileSchema } from '../model/thread-file.ts'
import { type FactQuery, factNames, knownFacts, renderFact } from './story-facts.ts'

const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../tests/content/cases/ring-full/${file}`, import.meta.url), 'utf8'))
const record = caseSchema.parse(read('case.json'))
const thread = threadFileSchema.parse(read('thread.json'))
const textOf = (query: FactQuery): string | null =>
  renderFact(query, record, thread)
    ?.replace(/<a [^>]*>([^<]*)<\/a>/g, '[$1]')
    .replace(/<[^>]+>/g, '') ?? null

describe('story facts', () => {
  test.each<[FactQuery, string | null]>([
    [{ name: 'kernel' }, '6.8 [L8] but 6.7 catalogue'],
    [{ name: 'result', test: 'pull' }, '−0.26% [L11]'],
    [{ name: 'result', test: 'pull', value: 'before' }, '998.10 [L11]'],
    [{ name: 'result', test: 'pull', value: 'interval' }, '−3.1 to +2.66% [L11]'],
    [{ name: 'result', test: 'pull', value: 'runs' }, 'six [L8]'],
    [{ name: 'result', test: 'no such test' }, null],
    [{ name: 'results' }, 'four'],
    [{ name: 'results', value: 'regression' }, 'one'],
    [{ name: 'offset', member: 'lock' }, '24 [L5]'],
    [{ name: 'offset', member: 'ops', side: 'after' }, '0'],
    [{ name: 'offset', member: 'no_member' }, null],
    [{ name: 'size', side: 'after' }, '128 [L5]'],
    [{ name: 'per-slab', value: '4096', side: 'after' }, '32'],
    [{ name: 'per-slab' }, null],
    [{ name: 'slab-left', value: '4097', side: 'after' }, '1'],
    [{ name: 'slab-left' }, null],
    [{ name: 'together', member: 'lock', other: 'ops' }, null],
    [{ name: 'commit' }, '89abcdef0123'],
    [{ name: 'no such name' }, null],
  ])('story fact: %o -> %s', (query, expected) => {
    expect(textOf(query)).toBe(expected)
  })
  test('story fact: every name, nothing stated -> null or text, never an error', () => {
    const empty = { ...record, benchmarks: [], layouts: [], c2c: [], reports: [], machines: [], cost: null }
    for (const name of factNames) expect(() => renderFact({ name }, empty, null)).not.toThrow()
  })
  test('story fact: one that is not there -> what there is', () => {
    expect(knownFacts({ name: 'result' }, record)).toContain('push')
    expect(knownFacts({ name: 'offset' }, record)).toContain('ring_head.lock')
    expect(knownFacts({ name: 'no such name' }, record)).toEqual([...factNames])
  })
})
