import { describe, expect, test } from 'vitest'
import { mboxBytes, type SampleMail, samplePatch } from '../../tests/mbox-writer.ts'
import { seededRandom } from '../../tests/seeded-random.ts'
import { readMail } from '../mail/read-mail.ts'
import type { Message } from '../model/message.ts'
import type { PatchHistory } from '../model/series.ts'
import { buildThreads } from '../thread/build-threads.ts'
import { buildHistories } from './build-histories.ts'

const sha = '0123456789abcdef0123456789abcdef01234567'
const second = { added: ['\tspinlock_t lock ____cacheline_aligned_in_smp;', '\tint cpu;'] }
const mails: SampleMail[] = [
  { id: 's0@example.org', subject: '[PATCH 0/2] ring: less sharing', body: 'Two patches.' },
  {
    id: 's1@example.org',
    subject: '[PATCH 1/2] ring: move the lock',
    inReplyTo: 's0@example.org',
    body: samplePatch(),
  },
  {
    id: 's2@example.org',
    subject: '[PATCH 2/2] ring: move the tail',
    inReplyTo: 's0@example.org',
    body: samplePatch({ file: 'lib/tail.h' }),
  },
  {
    id: 'q1@example.org',
    from: 'Rey <rey@example.org>',
    subject: 'Re: [PATCH 1/2] ring: move the lock',
    inReplyTo: 's1@example.org',
    body: `${samplePatch()
      .replace(/^/gm, '> ')
      .replace(/(> \+\t.*\n)/, '$1\nWhy?\n\n')}\nAcked-by: Rey <rey@example.org>\n`,
  },
  {
    id: 'q2@example.org',
    subject: 'Re: [PATCH 1/2] ring: move the lock',
    inReplyTo: 'q1@example.org',
    body: '> Why?\n\nBecause.\n',
  },
  { id: 't0@example.org', subject: '[PATCH v2 0/2] ring: less sharing', body: 'Changes since v1:\n- Added cpu.\n' },
  {
    id: 't1@example.org',
    subject: '[PATCH v2 1/2] ring: move the lock',
    inReplyTo: 't0@example.org',
    body: samplePatch(second),
  },
  {
    id: 't2@example.org',
    subject: '[PATCH v2 2/2] ring: move the tail',
    inReplyTo: 't0@example.org',
    body: samplePatch({ ...second, file: 'lib/tail.h' }),
  },
  {
    id: 'ty@example.org',
    from: 'Mara <mara@example.org>',
    subject: 'Re: [PATCH v2 0/2] ring: less sharing',
    inReplyTo: 't0@example.org',
    body: `Applied, thanks!\n\n[1/2] ring: move the lock\n      commit: ${sha}\n[2/2] ring: move the tail\n      commit: ${sha.replace('0', 'f')}\n`,
  },
  {
    id: 'k@example.org',
    from: 'kernel test robot <robot@example.org>',
    subject: '[linus:master] [ring]  0123456789:  bench.ops 3.1% improvement',
    body: `Hello,\n\nkernel test robot noticed a 3.1% improvement of bench.ops on:\n\n\ncommit: ${sha} ("ring: move the lock")\n\ntestcase: bench\n`,
  },
  {
    id: 'a@example.org',
    from: 'Sal <sal@example.org>',
    subject: '[PATCH AUTOSEL 6.1 2/9] ring: move the lock',
    inReplyTo: 'a0@example.org',
    body: `From: Ada Author <ada@example.org>\n\n[ Upstream commit ${sha} ]\n\n${samplePatch({ ...second, start: 40 })}`,
  },
  {
    id: 'f@example.org',
    subject: '[PATCH] ring: pad the head',
    body: samplePatch({ file: 'lib/head.h', description: `Fixes: ${sha.slice(0, 12)} ("ring: move the lock")` }),
  },
]

function shuffle<T>(items: T[], random: () => number): T[] {
  const keyed = items.map((item) => ({ item, key: random() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}

/** A history without the messages themselves, as text that two runs can be compared by. */
function summary(histories: PatchHistory[]): string {
  return JSON.stringify(
    histories,
    (key, value) => (key === 'message' || key === 'file' || key === 'fileLine' ? undefined : value),
    1,
  )
}

async function messagesOf(sample: SampleMail[], file = '1.mbox'): Promise<Message[]> {
  return (await readMail(mboxBytes(sample), file)).value
}

const dated = mails.map((mail, index) => ({
  ...mail,
  date: `Mon, 3 Mar 2025 00:${String(index).padStart(2, '0')}:00 +0000`,
}))

describe('order and splitting', () => {
  test('buildHistories: 50 shuffles of the messages -> the same histories', async () => {
    const messages = await messagesOf(dated)
    const expected = summary(buildHistories(buildThreads(messages).value).value)
    expect(expected).toContain('"answers the comment of <q1@example.org>"')
    for (let seed = 1; seed <= 50; seed += 1) {
      const mixed = shuffle(messages, seededRandom(seed))
      expect(summary(buildHistories(buildThreads(mixed).value).value), `seed ${seed}`).toBe(expected)
    }
  })

  test('buildHistories: one file or a file a message -> the same histories', async () => {
    const whole = await messagesOf(dated)
    const split = (await Promise.all(dated.map((mail, index) => messagesOf([mail], `${index}.mbox`)))).flat()
    expect(summary(buildHistories(buildThreads(split).value).value)).toBe(
      summary(buildHistories(buildThreads(whole).value).value),
    )
  })
})

/** A mail with some of its lines dropped, doubled, cut, swapped or with headers broken. */
function mutate(mail: SampleMail, random: () => number): SampleMail {
  const lines = mail.body.split('\n')
  for (let count = Math.floor(random() * 6); count >= 0; count -= 1) {
    const at = Math.floor(random() * lines.length)
    const kind = Math.floor(random() * 6)
    if (kind === 0) lines.splice(at, 1)
    if (kind === 1) lines.splice(at, 0, lines[Math.floor(random() * lines.length)] ?? '')
    if (kind === 2) lines[at] = (lines[at] ?? '').slice(0, Math.floor(random() * 20))
    if (kind === 3) lines[at] = `${'> '.repeat(Math.floor(random() * 300))}${lines[at] ?? ''}`
    if (kind === 4) lines.length = at
    if (kind === 5) lines[at] = '@@ -1,999999999 +1,999999999 @@ '.repeat(Math.floor(random() * 3))
  }
  const ids = mails.map(({ id }) => id ?? '')
  const pick = (): string => ids[Math.floor(random() * ids.length)] ?? ''
  const mutant: SampleMail = { ...mail, body: lines.join('\n') }
  if (random() < 0.3) mutant.inReplyTo = pick()
  if (random() < 0.2) mutant.references = [pick(), pick(), pick()]
  if (random() < 0.1) mutant.id = pick()
  if (random() < 0.1) mutant.subject = mutant.subject.slice(0, Math.floor(random() * mutant.subject.length))
  if (random() < 0.1) mutant.date = 'yesterday'
  if (random() < 0.1) delete mutant.id
  return mutant
}

describe('fuzz', () => {
  test('buildThreads, buildHistories: 300 mutilated threads -> no throw, every message kept or reported', async () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seededRandom(seed)
      const messages = await messagesOf(shuffle(mails, random).map((mail) => mutate(mail, random)))
      const threads = buildThreads(messages)
      const kept = threads.value.flatMap((thread) => thread.messages).length
      const ids = new Set(messages.map(({ id }) => id)).size
      expect(kept, `seed ${seed}`).toBe(ids)
      const histories = buildHistories(threads.value)
      for (const { versions, messages: own } of histories.value) {
        expect(versions.length, `seed ${seed}`).toBeGreaterThan(0)
        expect(own.length, `seed ${seed}`).toBeGreaterThan(0)
      }
    }
  })
})
