import { describe, expect, test } from 'vitest'
import { type CaseRecordInput, caseSchema } from '../model/case.ts'
import { factsFileSchema } from '../model/facts-file.ts'
import { frontMatterSchema } from '../model/front-matter.ts'
import type { Source } from '../model/source.ts'
import { applyOverrides } from './apply-overrides.ts'
import { mergeFacts } from './merge-facts.ts'

const known = {
  projects: [
    {
      id: 'brook',
      name: 'Brook',
      also: ['brook-db'],
      host: 'https://example.org',
      commitUrl: null,
      messageUrl: null,
      licence: null,
    },
  ],
  aliases: { people: { 'A. Writer': 'Ann Writer' }, subsystems: {}, suites: {} },
}
const source: Source = {
  messageId: 'a@example.org',
  startLine: 3,
  startColumn: 1,
  endLine: 3,
  endColumn: 5,
  quote: 'text',
  says: 'value',
}
const facts = (extra: object = {}) =>
  factsFileSchema.parse({
    schema: 1,
    readFrom: 'catalogue',
    facts: {
      slug: 'pond-lock',
      title: 'pond: move the lock',
      project: 'brook-db',
      kind: 'false-sharing',
      technique: 'pad',
      author: 'A. Writer',
      outcome: 'merged',
      commit: '0123456789abcdef',
      release: '1.2',
      summary: 'Moves the lock.',
      confidence: 'high',
      ...extra,
    },
  })
const mail = (extra: Partial<CaseRecordInput> = {}) =>
  caseSchema.parse({
    schema: 1,
    slug: 'pond-lock',
    title: 'pond: move the lock',
    author: { name: 'Ann Writer' },
    kind: { value: 'false-sharing', inferred: true, how: 'the diff' },
    technique: { value: 'align-member', inferred: true, how: 'the diff' },
    outcome: { value: 'unknown', inferred: true, how: 'no message says' },
    ...extra,
  })

describe('mergeFacts', () => {
  test('facts: no mail -> a valid record of the catalogue, names resolved', () => {
    const { value, problems } = mergeFacts(null, facts(), 'pond-lock', known)
    expect(problems).toEqual([])
    expect(value?.project).toBe('brook')
    expect(value?.author?.name).toBe('Ann Writer')
    expect(value?.technique).toEqual({ value: 'pad', from: 'catalogue', confidence: 'high' })
    expect(value?.commit?.release).toBe('1.2')
  })
  test('facts: inferred from the mail against the catalogue -> the catalogue, the other kept and reported', () => {
    const { value, problems } = mergeFacts(mail(), facts(), 'pond-lock', known)
    expect(value?.technique.value).toBe('pad')
    expect(value?.technique.but).toEqual([{ value: 'align-member', from: 'inferred', sources: [] }])
    expect(problems.map((problem) => [problem.code, problem.severity])).toEqual([['contradiction', 'note']])
    expect(value?.outcome.value).toBe('merged')
  })
  test('facts: stated by the mail against the catalogue -> the mail, the other kept and reported', () => {
    const record = mail({ kernel: { value: '7.3-rc1', sources: [source] } })
    const { value, problems } = mergeFacts(record, facts({ kernel: '7.2' }), 'pond-lock', known)
    expect(value?.kernel).toEqual({
      value: '7.3-rc1',
      sources: [source],
      but: [{ value: '7.2', from: 'catalogue', sources: [] }],
    })
    expect(problems.filter((problem) => problem.severity === 'warning')).toHaveLength(1)
  })
  test('results: one told by both, one by the catalogue alone -> two results', () => {
    const benchmark = { test: 'open', before: 10, after: 12, verdict: 'claim', from: 'mail' } as const
    const record = mail({ benchmarks: [benchmark] })
    const catalogue = [
      { test: 'open it', before: 10, after: 12 },
      { test: 'close', before: 5, after: 4 },
    ]
    const { value } = mergeFacts(record, facts({ benchmarks: catalogue }), 'pond-lock', known)
    expect(value?.benchmarks.map((result) => [result.test, result.from])).toEqual([
      ['open', 'mail'],
      ['close', 'catalogue'],
    ])
  })
  test('override: against stated and inferred values -> the editor, others kept', () => {
    const front = frontMatterSchema.parse({
      title: 'pond: move the lock',
      overrides: { technique: 'split-lock', roles: [{ struct: 'pond', member: 'lock', role: 'lock' }] },
    })
    const { value, problems } = applyOverrides(mail(), front)
    expect(value.technique).toEqual({
      value: 'split-lock',
      from: 'editor',
      but: [{ value: 'align-member', from: 'inferred', sources: [] }],
    })
    expect(value.members[0]).toMatchObject({ name: 'lock', role: 'lock', roleFrom: 'editor' })
    expect(problems.map((problem) => problem.code)).toEqual(['contradiction'])
  })
})
