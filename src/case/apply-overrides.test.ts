import { expect, test } from 'vitest'
import { caseSchema } from '../model/case.ts'
import { frontMatterSchema } from '../model/front-matter.ts'
import { applyOverrides } from './apply-overrides.ts'

const kind = { value: 'contention', inferred: true, how: 'the diff' }
const technique = { value: 'pad', inferred: true, how: 'the diff' }
const outcome = { value: 'merged', inferred: true, how: 'the clone' }
const record = caseSchema.parse({ schema: 1, slug: 'pond', title: 'pond', author: null, kind, technique, outcome })
const apply = (overrides: object) => applyOverrides(record, frontMatterSchema.parse({ title: 'pond', overrides })).value

test('overrides: texts -> named as the editor’s; none -> nothing is', () => {
  expect(apply({ summary: 'Ours.', structs: ['nest'] })).toMatchObject({
    summary: 'Ours.',
    byEditor: ['summary', 'structs'],
  })
  expect(apply({})).not.toHaveProperty('byEditor')
  expect(apply({ kind: 'false-sharing' }).kind).toMatchObject({ value: 'false-sharing', from: 'editor' })
})
