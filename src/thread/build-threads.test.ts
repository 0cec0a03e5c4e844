import { describe, expect, test } from 'vitest'
import { mboxBytes, type SampleMail, samplePatch } from '../../tests/mbox-writer.ts'
import { readMail } from '../mail/read-mail.ts'
import type { Thread } from '../model/message.ts'
import { buildThreads } from './build-threads.ts'

async function threadsOf(mails: SampleMail[]) {
  const { value } = await readMail(mboxBytes(mails), '1.mbox')
  return buildThreads(value)
}

function outline(threads: Thread[]): string[] {
  return threads.flatMap((thread) => [
    `${thread.rootId}:`,
    ...thread.messages.map(({ message, depth, parentId }) => `${' '.repeat(depth)}${message.id} < ${parentId}`),
  ])
}

const text = (id: string, more: Partial<SampleMail> = {}): SampleMail => ({
  id,
  subject: 'Re: ring',
  body: 'Words.',
  ...more,
})

describe('buildThreads', () => {
  test('buildThreads: answers and answers to answers -> reading order with depths', async () => {
    const { value, problems } = await threadsOf([
      text('root@example.org', { subject: 'ring' }),
      text('b@example.org', { inReplyTo: 'root@example.org' }),
      text('c@example.org', { inReplyTo: 'root@example.org' }),
      text('d@example.org', { inReplyTo: 'b@example.org', references: ['root@example.org', 'b@example.org'] }),
    ])
    expect(outline(value)).toEqual([
      'root@example.org:',
      'root@example.org < null',
      ' b@example.org < root@example.org',
      '  d@example.org < b@example.org',
      ' c@example.org < root@example.org',
    ])
    expect(problems).toEqual([])
  })

  test('buildThreads: the answered message is not here -> a ghost on top, named with who refers to it', async () => {
    const { value } = await threadsOf([
      text('b@example.org', { inReplyTo: 'gone@example.org' }),
      text('c@example.org', { inReplyTo: 'gone@example.org' }),
    ])
    expect(value).toHaveLength(1)
    expect(value[0]?.rootId).toBe('gone@example.org')
    expect(value[0]?.ghosts).toEqual([{ id: 'gone@example.org', referencedBy: ['b@example.org', 'c@example.org'] }])
    expect(value[0]?.messages.map(({ depth }) => depth)).toEqual([0, 0])
  })

  test('buildThreads: two messages that answer each other -> one thread, the loop is a problem', async () => {
    const { value, problems } = await threadsOf([
      text('a@example.org', { inReplyTo: 'b@example.org' }),
      text('b@example.org', { inReplyTo: 'a@example.org' }),
    ])
    expect(value.flatMap((thread) => thread.messages)).toHaveLength(2)
    expect(problems.map(({ code }) => code)).toEqual(['reference-loop'])
  })

  test('buildThreads: a message that answers itself -> a root', async () => {
    const { value } = await threadsOf([
      text('a@example.org', { inReplyTo: 'a@example.org', references: ['a@example.org'] }),
    ])
    expect(outline(value)).toEqual(['a@example.org:', 'a@example.org < null'])
  })

  test('buildThreads: In-Reply-To is words -> placed by References', async () => {
    const { value } = await threadsOf([
      text('a@example.org', { subject: 'ring' }),
      text('b@example.org', {
        headers: ['In-Reply-To: Your message of "Mon, 3 Mar 2025"'],
        references: ['a@example.org'],
      }),
    ])
    expect(value[0]?.messages[1]?.parentId).toBe('a@example.org')
  })

  // Where the answered message is here, the form its id is named in does not matter.
  const odd: [string, string, string][] = [
    ['blanks in the brackets', 'p.1-x@example.org', 'In-Reply-To: < p.1-x@example.org >'],
    ['wrapped inside the id', 'p.1-x@example.org', 'In-Reply-To: <p.1-\n x@example.org>'],
    ['a comment before', 'p.1-x@example.org', 'In-Reply-To: (of <ada@example.org>) <p.1-x@example.org>'],
    ['a comment in the brackets', 'p.1-x@example.org', 'In-Reply-To: <p.1-x@example.org (as sent)>'],
    ['no brackets', 'p.1-x@example.org', 'In-Reply-To: p.1-x@example.org'],
    ['one bracket', 'p.1-x@example.org', 'References: p.1-x@example.org>'],
    ['a date behind', 'p.1-x@example.org', 'In-Reply-To: p.1-x@example.org of Tue, 1 Jan 2030 10:00:00 +0100'],
    ['a sentence around', 'p.1-x@example.org', 'In-Reply-To: Your mail of Tue, 1 Jan 2030. p.1-x@example.org.'],
    [
      'an address before',
      'p.1-x@example.org',
      'In-Reply-To: Mail from Ada <ada@example.net> of Tue <p.1-x@example.org>',
    ],
    ['a bracketed address, the id bare', 'p.1-x@example.org', 'In-Reply-To: p.1-x@example.org of <ada@example.net>'],
    ['the domain in other case', 'p.1-x@Example.ORG', 'References: <p.1-x@example.org>'],
    ['a quoted local part', '"p 1"@example.org', 'In-Reply-To: <"p 1"@example.org>'],
    ['quotes on one side', 'p.1@example.org', 'In-Reply-To: <"p.1"@example.org>'],
    ['no sign in the id', '20300101.GA1.host', 'In-Reply-To: <20300101.GA1.host>'],
    ['no sign, References alone', '20300101.GA1.host', 'References: <20300101.GA1.host>'],
    ['two ids, the first not here', 'p.1-x@example.org', 'In-Reply-To: <gone@example.org> <p.1-x@example.org>'],
    ['two fields', 'p.1-x@example.org', 'In-Reply-To: <gone@example.org>\nIn-Reply-To: <p.1-x@example.org>'],
    ['an encoded word', 'p.1-x@example.org', 'In-Reply-To: =?utf-8?q?=3Cp=2E1-x=40example=2Eorg=3E?='],
    ['HTML', 'p.1-x@example.org', 'In-Reply-To: &lt;p.1-x@example.org&gt;'],
    ['a link', 'p.1-x@example.org', 'In-Reply-To: <https://lists.example.org/all/p.1-x@example.org/>'],
  ]
  for (const [form, id, header] of odd)
    test(`buildThreads: the answered id with ${form} -> below that message`, async () => {
      const { value } = await threadsOf([
        { subject: '[PATCH] ring: move the lock', id, body: samplePatch() },
        { subject: 'Re: other words', id: 'b@example.org', headers: [...header.split(/\n(?! )/)], body: 'Why?' },
      ])
      const answer = value[0]?.messages[1]
      expect([value.length, answer?.message.id, answer?.parentIsInferred]).toEqual([1, 'b@example.org', false])
      expect(answer?.parentId).toBe(value[0]?.messages[0]?.message.id)
    })

  test('buildThreads: an address as only word of In-Reply-To -> no ghost of that name', async () => {
    const { value } = await threadsOf([
      text('b@example.org', {
        headers: ['To: Ada Author <ada@example.net>', 'In-Reply-To: Message from <Ada@example.net> of Tue'],
      }),
    ])
    expect(value[0]?.ghosts).toEqual([])
  })

  test('buildThreads: one mail twice -> once, silently; two texts under one id -> a problem', async () => {
    const same = text('a@example.org', { date: 'Mon, 3 Mar 2025 00:00:00 +0000' })
    expect((await threadsOf([same, same])).value[0]?.messages).toHaveLength(1)
    expect((await threadsOf([same, same])).problems).toEqual([])
    const { value, problems } = await threadsOf([same, { ...same, body: 'Other words, and more of them.' }])
    expect(value[0]?.messages).toHaveLength(1)
    expect(problems.map(({ code }) => code)).toEqual(['repeated-message-id'])
  })

  test('buildThreads: no ids at all, as archive pages print -> below the patch with that title, inferred', async () => {
    const { value } = await threadsOf([
      { subject: '[PATCH] ring: move the lock', body: samplePatch() },
      { subject: 'Re: [PATCH] ring: move the lock', from: 'Rey Reviewer <rey@example.org>', body: 'Why?' },
    ])
    expect(value).toHaveLength(1)
    expect(value[0]?.messages[1]?.parentIsInferred).toBe(true)
  })

  test('buildThreads: mails in any order -> the same threads', async () => {
    const mails = [
      text('root@example.org', { subject: 'ring', date: 'Mon, 3 Mar 2025 00:00:00 +0000' }),
      text('b@example.org', { inReplyTo: 'root@example.org', date: 'Mon, 3 Mar 2025 01:00:00 +0000' }),
      text('d@example.org', {
        references: ['root@example.org', 'x@example.org'],
        date: 'Mon, 3 Mar 2025 02:00:00 +0000',
      }),
      text('e@example.org', { inReplyTo: 'x@example.org', date: 'Mon, 3 Mar 2025 03:00:00 +0000' }),
    ]
    const first = outline((await threadsOf(mails)).value)
    expect(outline((await threadsOf(mails.toReversed())).value)).toEqual(first)
  })

  test('buildThreads: 5,000 answers, each to the one before -> one thread, no stack overflow', async () => {
    const { value } = await threadsOf([text('seed@example.org')])
    const seed = value[0]?.messages[0]?.message
    if (seed === undefined) throw new Error('the sample mail was not read')
    const chain = Array.from({ length: 5000 }, (_, index) => ({
      ...seed,
      id: `m${index}@example.org`,
      date: new Date(index * 1000).toISOString(),
      inReplyTo: index === 0 ? null : `m${index - 1}@example.org`,
      references: Array.from(
        { length: Math.min(index, 50) },
        (_, at) => `m${index - Math.min(index, 50) + at}@example.org`,
      ),
    }))
    expect(buildThreads(chain).value[0]?.messages.at(-1)?.depth).toBe(4999)
  })

  test('buildThreads: 100,000 references -> the first and the newest count, the rest is said to be left out', async () => {
    const { value } = await threadsOf([text('seed@example.org')])
    const seed = value[0]?.messages[0]?.message
    if (seed === undefined) throw new Error('the sample mail was not read')
    const references = Array.from({ length: 100_000 }, (_, index) => `r${index}@example.org`)
    const threads = buildThreads([{ ...seed, references }])
    expect(threads.value[0]?.messages[0]?.parentId).toBe('r99999@example.org')
    expect(threads.problems.map(({ code }) => code)).toEqual(['bad-reference'])
  })
})
