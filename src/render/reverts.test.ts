import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type CaseRecord, caseSchema } from '../model/case.ts'
import { type ThreadFile, threadFileSchema } from '../model/thread-file.ts'
import { findReplies, renderOutcome } from './answers-outcome.ts'
import { plainContext } from './case-context.ts'
import { renderLineageSection } from './lineage-section.ts'

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../tests/content/cases/ring-full/${name}`, import.meta.url), 'utf8'))
const thread: ThreadFile = threadFileSchema.parse(read('thread.json'))
const answer = thread.messages.find(({ kind }) => kind === 'reply')
const id = answer?.id ?? ''
const revert = {
  messageId: id,
  commit: null,
  tree: null,
  date: '2024-05-06T07:08:09Z',
  how: 'by its title',
  sources: [],
}
const base = caseSchema.parse({ ...caseSchema.parse(read('case.json')), commit: null, supersededBy: [], backports: [] })
const words = (html: string): string => html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
const rowOf = (record: CaseRecord): string =>
  /<dt>([^<]*|<span[^>]*>[^<]*<\/span>)<\/dt><dd>(?=[^<]*(?:<[^>]*>)?(?:reverted|a revert))(.*?)<\/dd>/s.exec(
    renderLineageSection(record, thread, plainContext),
  )?.[0] ?? ''

test('reverts: one that was posted -> dated in the lineage, linked, not stated as applied', () => {
  const unknown = { value: 'unknown' as const, inferred: true as const, how: 'no mail says so' }
  const record = { ...base, outcome: unknown, revertedBy: [], reverts: [{ ...revert, applied: false }] }
  expect(words(rowOf(record))).toContain('6 May 2024')
  expect(words(rowOf(record))).toContain('a revert was posted by its title; not stated as applied')
  expect(rowOf(record)).toContain(`href="#${answer?.anchor}"`)
  const outcome = renderOutcome(record, thread, plainContext)
  expect(words(outcome)).toContain('Not known; a revert was posted, not stated as applied:')
  expect(outcome).toContain(`href="#${answer?.anchor}"`)
})

test('reverts: an answer to one -> no reply to the patch', () => {
  const join = { messageId: id, by: 'thread', how: 'answers the revert of it', inferred: false }
  const replies = thread.messages.filter(({ kind }) => kind === 'reply').length
  expect(findReplies(base, thread).length).toBe(replies)
  expect(findReplies({ ...base, joins: [join] }, thread).length).toBe(replies - 1)
})

test('reverts: one that was applied -> once in the lineage, with its day, tree and commit', () => {
  const applied = { ...revert, applied: true, commit: 'c0ffee0123456789', tree: 'ring-fixes' }
  const outcome = { value: 'reverted' as const, inferred: true as const, how: 'reverts it' }
  const record = { ...base, outcome, revertedBy: [id], reverts: [applied] }
  expect(words(rowOf(record))).toContain('6 May 2024')
  expect(words(rowOf(record))).toContain('reverted as c0ffee012345 in ring-fixes')
  expect(renderLineageSection(record, thread, plainContext)).not.toContain('reverted by')
})
