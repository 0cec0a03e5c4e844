import { expect, test } from 'vitest'
import { mboxBytes, type SampleMail, samplePatch } from '../../tests/mbox-writer.ts'
import { readMail } from '../mail/read-mail.ts'
import type { PatchHistory } from '../model/series.ts'
import { buildThreads } from '../thread/build-threads.ts'
import { buildHistories } from './build-histories.ts'

const sha = '0123456789abcdef0123456789abcdef01234567'
const robot = 'kernel test robot <robot@example.org>'
const title = 'ring: move the lock'
const other = { added: ['\tspinlock_t lock ____cacheline_aligned_in_smp;', '\tint cpu;'], start: 90 }
const posted: SampleMail = { id: 'a1@example.org', subject: `[PATCH] ${title}`, body: samplePatch() }
const commitNotice: SampleMail = {
  id: 'ty@example.org',
  from: 'Mara <mara1@example.org>',
  subject: `Re: [PATCH] ${title}`,
  inReplyTo: 'a1@example.org',
  body: `Applied, thanks!\n\n[1/1] ${title}\n      commit: ${sha}\n`,
}
const tipBot = (body: string): Partial<SampleMail> => ({
  from: 'tip-bot2 for Ada Author <tip-bot2@example.org>',
  subject: '[tip: locking/core] ring: Give the lock a line',
  body: `Commit-ID:     ${sha}\nGitweb:        https://example.org/tip\nAuthor:        Ada Author <ada1@example.org>\n\nring: Give the lock a line\n\n${body}`,
})

/** What follows the patch, by what it is joined, and how the join says it. `before` stands between the two. */
const table: [string, Partial<SampleMail>, string, SampleMail[]?][] = [
  [
    'tip-bot with another title that links the posting',
    tipBot(samplePatch({ ...other, description: 'x\n\nLink: https://lore.example.org/r/a1@example.org' })),
    'message-id: names the posting <a1@example.org>',
  ],
  [
    'tip-bot with another title that answers the posting',
    { ...tipBot(samplePatch(other)), inReplyTo: 'a1@example.org' },
    'message-id: names the posting <a1@example.org>',
  ],
  [
    'a pull series: the same diff under the same title from the maintainer',
    { from: 'Mara <mara1@example.org>', subject: `[PATCH net 2/6] ${title}`, body: samplePatch() },
    'patch-id: the same diff (patch-id)',
  ],
  [
    'the same diff of the author under another title',
    { subject: '[PATCH v2] ring: pad the lock', body: samplePatch({ start: 40 }) },
    'patch-id: the same diff (patch-id)',
  ],
  [
    'another diff under the same title by the author',
    { subject: `[PATCH v2] ${title}`, body: samplePatch(other) },
    'title: same title and author, and a file in common',
  ],
  [
    'the same title, author and number, another file',
    { subject: `[PATCH v2] ${title}`, body: samplePatch({ ...other, file: 'lib/pool.h' }) },
    'title: same title and author, other version',
  ],
  [
    'a backport of another sender with a changed line in common',
    {
      from: 'Sal <sal@example.org>',
      subject: `[PATCH 6.1 3/9] ${title}`,
      body: `commit ${sha} upstream.\n\n${samplePatch({ added: ['\tspinlock_t lock ____cacheline_aligned;', '\tint x;'] })}`,
    },
    'title: same title and a changed line in common (inferred)',
  ],
  [
    'an AUTOSEL backport that names the author',
    {
      from: 'Sal <sal@example.org>',
      subject: `[PATCH AUTOSEL 5.3 49/99] ${title}`,
      body: `From: Ada Author <ada1@example.org>\n\n[ Upstream commit ${sha} ]\n\n${samplePatch(other)}`,
    },
    'title: same title and author, and a file in common',
  ],
  [
    'an answer',
    { subject: `Re: [PATCH] ${title}`, inReplyTo: 'a1@example.org', body: 'Why?' },
    'thread: answers <a1@example.org> in its thread',
  ],
  [
    'an answer to a posting of that title that is not here',
    { subject: `Re: [PATCH v3] ${title}`, inReplyTo: 'gone@example.org', body: 'Why?' },
    'title: answers a posting of the same title that is not here (inferred)',
  ],
  [
    'an applied notice in a thread of its own',
    {
      from: 'Mara <mara1@example.org>',
      subject: 'Re: [PATCH 0/3] ring: speed',
      body: `Applied to ring.git:\n\n[2/3] ${title}\n      commit: ${sha}\n`,
    },
    'title: lists the patch by its title as applied',
  ],
  [
    'a mail of the repository about the commit',
    {
      from: 'Mara <mara@example.org>',
      subject: `git: 0123456789ab - main - ${title}`,
      body: `The branch main has been updated by mara:\n\ncommit ${sha}\nAuthor:     Ada Author <ada@example.org>\nAuthorDate: 2025-03-05 08:00:00 +0000\n\n    ${title}\n    \n    It is shared.\n---\n${samplePatch(other).slice(samplePatch(other).indexOf('diff --git'))}`,
    },
    'title: same title and author, and a file in common',
  ],
  [
    'a pull request',
    {
      subject: '[GIT PULL] ring for 7.0',
      body: `The following changes since commit ${sha}:\n\nare available in the Git repository at:\n\n  https://example.org/ring.git for-7.0\n\nAda Author (1):\n      ${title}\n\n 1 file changed\n`,
    },
    'title: listed in a pull request',
  ],
  [
    'a robot report on the patch by its thread',
    {
      from: robot,
      subject: `Re: [PATCH] ${title}`,
      inReplyTo: 'a1@example.org',
      body: `kernel test robot noticed a 3.1% improvement of bench.ops on:\n\ncommit: ${sha} ("${title}")\n\ntestcase: bench\n`,
    },
    'thread: the robot answers the patch',
  ],
  [
    'a robot report on the commit that a notice named',
    {
      from: robot,
      subject: '[linus:master] [ring] 0123456789: bench.ops 3.1% improvement',
      date: 'Wed, 5 Mar 2025 00:00:00 +0000',
      body: `kernel test robot noticed a 3.1% improvement of bench.ops on:\n\ncommit: ${sha} ("some other words")\n\ntestcase: bench\n`,
    },
    `commit: reports on commit ${sha}`,
    [commitNotice],
  ],
  [
    'a robot report on a commit of that title',
    {
      from: robot,
      subject: '[linus:master] [ring] 0123456789: bench.ops 3.1% improvement',
      body: `kernel test robot noticed a 3.1% improvement of bench.ops on:\n\ncommit: ${sha} ("${title}")\n\ntestcase: bench\n`,
    },
    'title: reports on a commit with the same title (inferred)',
  ],
  [
    'a revert by its commit',
    {
      subject: '[PATCH] Revert "ring: another name of it"',
      body: samplePatch({ ...other, file: 'lib/x.h', description: `This reverts commit ${sha}.` }),
    },
    'commit: would revert it, by its commit',
    [commitNotice],
  ],
  [
    'a stable revert, whose text names the upstream commit second',
    {
      from: 'Sal <sal@example.org>',
      subject: '[PATCH 6.1 3/9] Revert "ring: another name of it"',
      body: `This reverts commit ${'ab'.repeat(20)} which is\ncommit ${sha} upstream.\n\n${samplePatch({ ...other, file: 'lib/x.h', description: 'Slow.' })}`,
    },
    'commit: would revert it in 6.1, by its commit',
    [commitNotice],
  ],
  [
    'a revert by its title',
    {
      from: 'Bo <bo@example.org>',
      subject: `[PATCH] Revert "${title}"`,
      body: samplePatch({ ...other, file: 'lib/x.h', description: 'Slow.' }),
    },
    'title: would revert it, by its title (inferred)',
  ],
  [
    'a revert sent for comments',
    {
      from: 'Bo <bo@example.org>',
      subject: `[RFC PATCH] Revert "${title}"`,
      body: samplePatch({ ...other, file: 'lib/x.h', description: 'Slow?' }),
    },
    'title: asks whether to revert it, by its title (inferred)',
  ],
  [
    'a fix by Fixes:, whose commit is known',
    {
      subject: '[PATCH] ring: pad the tail',
      body: samplePatch({
        ...other,
        file: 'lib/x.h',
        description: `It moved.\n\nFixes: ${sha.slice(0, 12)} ("words")`,
      }),
    },
    'commit: says that it fixes it, by its commit',
    [commitNotice],
  ],
  [
    'a fix by Fixes:, by the title',
    {
      subject: '[PATCH] ring: pad the tail',
      body: samplePatch({ ...other, file: 'lib/x.h', description: `It moved.\n\nFixes: 0123456789ab ("${title}")` }),
    },
    'title: says that it fixes it, by its title (inferred)',
  ],
]

async function historiesOf(mails: SampleMail[]): Promise<PatchHistory[]> {
  const { value } = await readMail(mboxBytes(mails), '1.mbox')
  return buildHistories(buildThreads(value).value).value
}

for (const [what, mail, expected, before = []] of table)
  test(`joins: ${what} -> ${expected}`, async () => {
    const later = { date: 'Thu, 6 Mar 2025 00:00:00 +0000', id: 'x@example.org', subject: '', body: '', ...mail }
    const histories = await historiesOf([posted, ...before, later])
    const history = histories.find(({ joins }) => joins.some(({ messageId }) => messageId === 'a1@example.org'))
    const join = history?.joins.find(({ messageId }) => messageId === 'x@example.org')
    expect(join && `${join.by}: ${join.how}${join.inferred ? ' (inferred)' : ''}`).toBe(expected)
  })

test('joins: a robot on its build, whose links bear the title -> no report of the patch', async () => {
  const [history] = await historiesOf([
    posted,
    {
      id: 'x@example.org',
      from: robot,
      subject: '[next:master] BUILD REGRESSION 0123456789ab',
      body: `tree: https://example.org/next.git\nbranch HEAD: ${sha}  ${title}\n\ncommit: ${sha} ("${title}")\n`,
    },
  ])
  expect(history?.reports).toEqual([])
  expect(history?.commit).toBeNull()
})

test('joins: a mail of the repository -> the commit that the patch became', async () => {
  const body = `The branch main has been updated by mara:\n\ncommit ${sha}\nAuthor:     Ada Author <ada@example.org>\nAuthorDate: 2025-03-05 08:00:00 +0000\n\n    ${title}\n---\n${samplePatch()}`
  const [history] = await historiesOf([posted, { id: 'x@example.org', subject: `git: 0123 - main - ${title}`, body }])
  expect(history?.commit).toMatchObject({ sha, tree: 'main', messageId: 'x@example.org', joinedBy: 'applied notice' })
})

test('joins: a stable revert, sent as AUTOSEL -> the upstream commit it names is not its own', async () => {
  const [history] = await historiesOf([
    {
      id: 'x@example.org',
      subject: `[PATCH AUTOSEL 6.1 3/9] Revert "${title}"`,
      body: `This reverts commit ${'ab'.repeat(20)} which is\ncommit ${sha} upstream.\n\n${samplePatch()}`,
    },
  ])
  expect(history?.notices).toMatchObject([{ kind: 'stable-backport', upstream: null }])
  expect(history?.commit).toBeNull()
})

test('joins: a revert -> taken back where a mail says that it was applied', async () => {
  const revert = {
    id: 'x@example.org',
    body: samplePatch({ ...other, file: 'lib/x.h', description: 'Slow.' }),
    date: 'Thu, 6 Mar 2025 00:00:00 +0000',
  }
  const noticesOf = async (tag: string, answer: string | null = null) => {
    const subject = `[${tag}] Revert "${title}"`
    const from = 'Mara <mara@example.org>'
    const answers = answer === null ? [] : [{ id: 'y@example.org', from, inReplyTo: revert.id, subject, body: answer }]
    const reply = answers.map((mail) => ({ ...mail, subject: `Re: ${subject}` }))
    const histories = await historiesOf([posted, { ...revert, subject }, ...reply])
    const history = histories.find(({ joins }) => joins.some(({ messageId }) => messageId === 'a1@example.org'))
    return history?.notices.map(({ kind }) => kind)
  }
  expect(await noticesOf('RFC PATCH')).toEqual(['revert-posted'])
  expect(await noticesOf('PATCH')).toEqual(['revert-posted'])
  expect(await noticesOf('PATCH', 'Applied to ring-next, thanks.\n')).toEqual(['revert'])
  expect(await noticesOf('PATCH', 'NAK, this is not the cause.\n')).toEqual(['revert-posted'])
})

test('joins: a revert by a commit of a clone -> taken back, by that commit', async () => {
  const commit = `From ${sha} Mon Sep 17 00:00:00 2001\nFrom: Bo <bo@example.org>\nDate: Thu, 6 Mar 2025 00:00:00 +0000\nSubject: [PATCH] Revert "${title}"\n\n${samplePatch({ ...other, file: 'lib/x.h', description: 'Slow.' })}`
  const files = [
    { file: '1.mbox', bytes: mboxBytes([posted]) },
    { file: 'mail/commit.patch', bytes: new TextEncoder().encode(commit) },
  ]
  const messages = (await Promise.all(files.map(({ file, bytes }) => readMail(bytes, file)))).flatMap(
    ({ value }) => value,
  )
  const histories = buildHistories(buildThreads(messages).value).value
  const history = histories.find(({ title: own }) => own === title)
  expect(history?.notices).toMatchObject([{ kind: 'revert', commit: sha }])
})

test('joins: answers to a revert -> with the patch too, without their tags', async () => {
  const answer = {
    id: 'n@example.org',
    from: 'Ned <ned@example.org>',
    subject: `Re: [PATCH] Revert "${title}"`,
    inReplyTo: 'x@example.org',
    body: 'NAK.\n\nNacked-by: Ned <ned@example.org>\n',
  }
  const revert = {
    id: 'x@example.org',
    subject: `[PATCH] Revert "${title}"`,
    body: samplePatch({ ...other, file: 'lib/x.h' }),
  }
  for (const mails of [
    [posted, revert, answer],
    [posted, answer],
  ]) {
    const history = (await historiesOf(mails)).find((each) => each.title === title)
    expect(history?.joins.map(({ messageId }) => messageId)).toContain('n@example.org')
    expect(history?.trailers.map(({ name }) => name)).not.toContain('Nacked-by')
  }
})

test('joins: the author says where his patch is to be had -> not applied by that', async () => {
  const answer = {
    subject: `Re: [PATCH] ${title}`,
    inReplyTo: 'a1@example.org',
    body: 'I pushed it to my ring/fixes branch.\n',
  }
  const noticesOf = async (from: string) =>
    (await historiesOf([posted, { ...answer, id: 'y@example.org', from }]))[0]?.notices.map(({ kind }) => kind)
  expect(await noticesOf('Ada Author <ada@example.org>')).toEqual([])
  expect(await noticesOf('Mara <mara@example.org>')).toEqual(['applied'])
})

test('joins: the letter of a series and an answer to it -> each says which it is', async () => {
  const [history] = await historiesOf([
    { id: 'c0@example.org', subject: '[PATCH 0/1] ring: speed', body: 'Please look.' },
    { ...posted, subject: `[PATCH 1/1] ${title}`, inReplyTo: 'c0@example.org' },
    { id: 'c1@example.org', subject: 'Re: [PATCH 0/1] ring: speed', inReplyTo: 'c0@example.org', body: 'Numbers?' },
  ])
  const how = new Map(history?.joins.map((join) => [join.messageId, join.how]))
  expect([how.get('c0@example.org'), how.get('c1@example.org')]).toEqual([
    'cover letter of the series',
    'answers the cover letter',
  ])
})

test('joins: tip-bot that answers a patch of another title, which touches none of its files -> not joined', async () => {
  const notice = { id: 'x@example.org', date: 'Thu, 6 Mar 2025 00:00:00 +0000', inReplyTo: 'a1@example.org' }
  const body = samplePatch({ ...other, file: 'lib/pool.h' })
  const [history] = await historiesOf([
    posted,
    { subject: '', ...tipBot(body), ...notice, body: tipBot(body).body ?? '' },
  ])
  expect(history?.joins.map(({ messageId, by }) => [messageId, by])).not.toContainEqual(['x@example.org', 'message-id'])
})
