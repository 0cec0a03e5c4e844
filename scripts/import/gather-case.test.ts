import { expect, test } from 'vitest'
import { gatherCase } from './gather-case.ts'

const text =
  'From: Ann <ann@example.org>\nSubject: [PATCH] pond: x\nDate: yesterday\nMessage-ID: <a@example.org>\n\nText.\n'
const mail = (slug: string) => [{ file: `${slug}/mail/001.eml`, bytes: new TextEncoder().encode(text) }]
const known = { title: 'pond: x', author: null, commits: [], messageIds: [] }

test('gatherCase: two cases with the same mail -> read once, each problem by the name of its case', async () => {
  const one = await gatherCase('one', mail('one'), [])
  const two = await gatherCase('two', mail('two'), [known])
  expect(two.gathered).toBe(one.gathered)
  const where = (read: typeof one): string[] => read.naming(read.gathered.problems).map((problem) => problem.where)
  expect(where(one)).toEqual(['one/mail/001.eml:1 <a@example.org>'])
  expect(where(two)).toEqual(['two/mail/001.eml:1 <a@example.org>'])
})
test('gatherCase: a patch that is known by its commit -> read for this case alone', async () => {
  const one = await gatherCase('one', mail('one'), [])
  const two = await gatherCase('two', mail('two'), [{ ...known, commits: ['0123456789ab'] }])
  expect(two.gathered).not.toBe(one.gathered)
})
