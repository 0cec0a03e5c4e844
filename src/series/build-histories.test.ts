import { describe, expect, test } from 'vitest'
import { mboxBytes, type SampleMail, samplePatch } from '../../tests/mbox-writer.ts'
import { readMail } from '../mail/read-mail.ts'
import type { PatchHistory } from '../model/series.ts'
import { buildThreads } from '../thread/build-threads.ts'
import { buildHistories } from './build-histories.ts'

async function historiesOf(mails: SampleMail[]): Promise<PatchHistory[]> {
  const { value } = await readMail(mboxBytes(mails), '1.mbox')
  return buildHistories(buildThreads(value).value).value
}

function versionsOf(history: PatchHistory | undefined): string[] {
  return (history?.versions ?? []).map(
    ({ version, posting, messageId }) => `v${version}r${posting} ${messageId.split('@')[0]}`,
  )
}

const sha = '0123456789abcdef0123456789abcdef01234567'
const patch = (id: string, subject: string, more: Partial<SampleMail> = {}): SampleMail => ({
  id: `${id}@example.org`,
  subject,
  body: samplePatch(),
  ...more,
})
const other = { added: ['\tspinlock_t lock ____cacheline_aligned_in_smp;', '\tint cpu;'] }

describe('versions', () => {
  test('versions: v1, v2, v3 in threads of their own -> one history, oldest first', async () => {
    const histories = await historiesOf([
      patch('a', '[PATCH] ring: move the lock'),
      patch('b', '[PATCH v2] ring: move the lock', { body: samplePatch(other) }),
      patch('c', '[PATCH v3] ring: Move the lock.', {
        body: samplePatch({ ...other, notes: 'v2 -> v3:\n- Reworded.\n\nv1 -> v2:\n- Added cpu.' }),
      }),
    ])
    expect(histories).toHaveLength(1)
    expect(versionsOf(histories[0])).toEqual(['v1r1 a', 'v2r1 b', 'v3r1 c'])
    const log = histories[0]?.versions[2]?.changelog
    expect(log && histories[0]?.versions[2]?.message.parts[0]?.lines.slice(log.startLine - 1, log.endLine)).toEqual([
      'v2 -> v3:',
      '- Reworded.',
    ])
  })

  test('versions: posted again without vN after v2 (a pull series) -> another posting of v2, marked inferred', async () => {
    const [history] = await historiesOf([
      patch('a', '[PATCH] ring: move the lock'),
      patch('b', '[PATCH v2] ring: move the lock', { body: samplePatch(other) }),
      patch('c0', '[PATCH net 0/6] Ring fixes', { body: 'Please pull.' }),
      patch('c', '[PATCH net 2/6] ring: move the lock', {
        from: 'Mara Maintainer <mara@example.org>',
        inReplyTo: 'c0@example.org',
        body: `From: Ada Author <ada@example.org>\n\n${samplePatch(other)}`,
      }),
    ])
    expect(versionsOf(history)).toEqual(['v1r1 a', 'v2r1 b', 'v2r2 c'])
    expect(history?.versions[2]?.versionIsInferred).toBe(true)
    expect(history?.author).toBe('Ada Author')
    expect(history?.cover?.message.id).toBe('c0@example.org')
  })

  test('versions: RFC v2, then without RFC and number -> starts over at 1', async () => {
    const [history] = await historiesOf([
      patch('a', '[RFC PATCH] ring: move the lock'),
      patch('b', '[RFC PATCH v2] ring: move the lock', { body: samplePatch(other) }),
      patch('c', '[PATCH] ring: move the lock', { body: samplePatch(other) }),
    ])
    expect(versionsOf(history)).toEqual(['v1r1 a', 'v2r1 b', 'v1r2 c'])
    expect(history?.versions.map(({ rfc }) => rfc)).toEqual([true, true, false])
  })

  test('versions: RESEND of v2 -> a second posting of v2', async () => {
    const [history] = await historiesOf([
      patch('a', '[PATCH v2] ring: move the lock'),
      patch('b', '[PATCH v2 RESEND] ring: move the lock'),
    ])
    expect(versionsOf(history)).toEqual(['v2r1 a', 'v2r2 b'])
    expect(history?.versions[1]?.resend).toBe(true)
  })

  test('versions: renamed in v2, with a link to v1 -> one history, joined by Message-ID', async () => {
    const histories = await historiesOf([
      patch('20250303.1-1-ada', '[PATCH] ring: move the lock'),
      patch('20250304.1-1-ada', '[PATCH v2] ring: give the lock a line of its own', {
        body: samplePatch({
          ...other,
          notes: 'Changes since v1:\n- Renamed.\n\nv1: https://lore.kernel.org/all/20250303.1-1-ada@example.org/',
        }),
      }),
    ])
    expect(histories).toHaveLength(1)
    expect(histories[0]?.title).toBe('ring: give the lock a line of its own')
    expect(histories[0]?.joins.map(({ by }) => by)).toEqual(['message-id', 'message-id'])
    expect(histories[0]?.previousIds).toMatchObject([{ id: '20250303.1-1-ada@example.org', version: 1, isHere: true }])
  })

  test('versions: same change-id, other title -> one history', async () => {
    const body = (notes: string, added: string[]) =>
      `${samplePatch({ added }).replace('-- \n', `\n---\nbase-commit: ${sha}\nchange-id: 20250303-ring-0123456789ab\n\n${notes}-- \n`)}`
    const histories = await historiesOf([
      patch('a', '[PATCH] ring: move the lock', { body: body('', ['\tspinlock_t lock ____cacheline_aligned;']) }),
      patch('b', '[PATCH v2] ring: align the lock', {
        body: body('', ['\tspinlock_t lock ____cacheline_aligned_in_smp;']),
      }),
    ])
    expect(histories).toHaveLength(1)
    expect(histories[0]?.joins[1]?.by).toBe('change-id')
  })

  test('versions: two patches of one author under one title, other files -> two histories', async () => {
    const histories = await historiesOf([
      patch('a', '[PATCH] ring: remove unneeded semicolon'),
      patch('b', '[PATCH] ring: remove unneeded semicolon', { body: samplePatch({ file: 'lib/other.c' }) }),
    ])
    expect(histories).toHaveLength(2)
  })

  test('versions: two authors under one title, no line in common -> two histories', async () => {
    const histories = await historiesOf([
      patch('a', '[PATCH] ring: fix a typo in a comment'),
      patch('b', '[PATCH] ring: fix a typo in a comment', {
        from: 'Bo Builder <bo@example.org>',
        body: samplePatch(other).replace(/spinlock_t lock;/, 'struct mutex lock;'),
      }),
    ])
    expect(histories).toHaveLength(2)
  })

  test('versions: partial reroll of one patch of a series, in answer to it -> its second version', async () => {
    const histories = await historiesOf([
      patch('s0', '[PATCH 0/2] ring: less sharing', { body: 'Two patches.' }),
      patch('s1', '[PATCH 1/2] ring: move the lock', { inReplyTo: 's0@example.org' }),
      patch('s2', '[PATCH 2/2] ring: move the tail', {
        inReplyTo: 's0@example.org',
        body: samplePatch({ file: 'lib/tail.h' }),
      }),
      patch('s1v2', '[PATCH v2 1/2] ring: move the lock', { inReplyTo: 's1@example.org', body: samplePatch(other) }),
    ])
    expect(histories.map(versionsOf)).toEqual([['v1r1 s1', 'v2r1 s1v2'], ['v1r1 s2']])
  })
})

describe('what follows a patch', () => {
  test('tip-bot: announced twice -> the later commit stands', async () => {
    const tip = (id: string, commit: string, date: string): SampleMail => ({
      id,
      from: 'tip-bot2 for Ada Author <tip-bot2@example.org>',
      subject: '[tip: locking/core] ring: Move the lock',
      date,
      inReplyTo: 'a@example.org',
      body: `The following commit has been merged into the locking/core branch of tip:\n\nCommit-ID:     ${commit}\nGitweb:        https://example.org/tip/${commit}\nAuthor:        Ada Author <ada@example.org>\nAuthorDate:    Mon, 03 Mar 2025 01:02:03 +01:00\nCommitter:     Ida <ida@example.org>\nCommitterDate: Tue, 04 Mar 2025 01:02:03 +01:00\n\nring: Move the lock\n\n${samplePatch()}`,
    })
    const [history] = await historiesOf([
      patch('a', '[PATCH] ring: move the lock'),
      tip('t2@example.org', sha.replace('0', 'f'), 'Thu, 6 Mar 2025 00:00:00 +0000'),
      tip('t1@example.org', sha, 'Wed, 5 Mar 2025 00:00:00 +0000'),
    ])
    expect(history?.commit).toMatchObject({
      sha: sha.replace('0', 'f'),
      tree: 'tip locking/core',
      joinedBy: 'tip-bot',
      messageId: 't2@example.org',
    })
    expect(history?.notices[0]).toMatchObject({
      authorDate: '2025-03-03T01:02:03+01:00',
      date: '2025-03-04T01:02:03+01:00',
    })
    expect(versionsOf(history)).toEqual(['v1r1 a'])
  })

  test('tip-bot: the posting is not here -> tip-bot carries the patch, the posting is missing', async () => {
    const [history] = await historiesOf([
      {
        id: 't@example.org',
        from: 'tip-bot2 for Ada Author <tip-bot2@example.org>',
        subject: '[tip: locking/core] ring: Move the lock',
        inReplyTo: 'gone@example.org',
        body: `The following commit has been merged into the locking/core branch of tip:\n\nCommit-ID:     ${sha}\nGitweb:        https://example.org\nAuthor:        Ada Author <ada@example.org>\n\nring: Move the lock\n\n${samplePatch()}`,
      },
    ])
    expect(history?.missing.map(({ messageId }) => messageId)).toEqual(['gone@example.org'])
    expect(history?.versions[0]).toMatchObject({ carrier: 'tip-bot', versionIsInferred: true })
    expect(history?.author).toBe('Ada Author')
  })

  test('backport: AUTOSEL of a patch with other context -> a notice with the upstream commit, no version', async () => {
    const [history] = await historiesOf([
      patch('a', '[PATCH] ring: move the lock'),
      patch('s', '[PATCH AUTOSEL 6.1 12/40] ring: move the lock', {
        from: 'Sal Stable <sal@example.org>',
        inReplyTo: 's0@example.org',
        body: `From: Ada Author <ada@example.org>\n\n[ Upstream commit ${sha} ]\n\n${samplePatch({ start: 30, ...other })}`,
      }),
    ])
    expect(versionsOf(history)).toEqual(['v1r1 a'])
    expect(history?.notices).toMatchObject([
      { kind: 'stable-backport', upstream: sha, tree: '6.1', messageId: 's@example.org' },
    ])
    expect(history?.commit?.sha).toBe(sha)
    expect(history?.missing).toEqual([])
  })

  test('applied: a list of a series -> each patch its own commit', async () => {
    const histories = await historiesOf([
      patch('s0', '[PATCH net 0/2] ring: less sharing', { body: 'Two patches.' }),
      patch('s1', '[PATCH net 1/2] ring: move the lock', { inReplyTo: 's0@example.org' }),
      patch('s2', '[PATCH net 2/2] ring: move the tail', {
        inReplyTo: 's0@example.org',
        body: samplePatch({ file: 'lib/tail.h' }),
      }),
      {
        id: '1.git-patchwork-notify@example.org',
        from: 'patchwork-bot+ring@example.org',
        subject: 'Re: [PATCH net 0/2] ring: less sharing',
        inReplyTo: 's0@example.org',
        body: 'Hello:\n\nThis series was applied to ring/net.git (main)\nby Mara <mara@example.org>:\n\nOn Mon, 3 Mar 2025 you wrote:\n> Two patches.\n\nHere is the summary with links:\n  - [net,1/2] ring: move the lock\n    https://git.kernel.org/ring/net/c/aaaaaaaaaaaa\n  - [net,2/2] ring: move the tail\n    https://git.kernel.org/ring/net/c/bbbbbbbbbbbb\n\nYou are awesome, thank you!\n',
      },
    ])
    expect(histories.map(({ commit }) => commit?.sha)).toEqual(['aaaaaaaaaaaa', 'bbbbbbbbbbbb'])
    expect(histories[0]?.commit).toMatchObject({ tree: 'ring/net.git (main)', joinedBy: 'applied notice' })
    expect(histories[0]?.commit?.sources[0]?.quote).toBe('aaaaaaaaaaaa')
  })

  test('applied: b4 thanks with commit lines -> the commits', async () => {
    const [history] = await historiesOf([
      patch('a', '[PATCH] ring: move the lock'),
      {
        id: 'ty@example.org',
        from: 'Mara <mara@example.org>',
        subject: 'Re: [PATCH] ring: move the lock',
        inReplyTo: 'a@example.org',
        body: `\nOn Mon, 03 Mar 2025 00:00:00 +0000, Ada Author wrote:\n> The lock shares a line.\n\nApplied, thanks!\n\n[1/1] ring: move the lock\n      commit: ${sha}\n\nBest regards,\n-- \nMara\n`,
      },
    ])
    expect(history?.commit?.sha).toBe(sha)
  })

  test('report: no answer, but a commit with the title -> joined by title, inferred', async () => {
    const [history] = await historiesOf([
      patch('a', '[PATCH] ring: move the lock'),
      {
        id: 'r@example.org',
        from: 'kernel test robot <robot@example.org>',
        subject: '[linus:master] [ring]  0123456789:  bench.ops 3.1% improvement',
        body: `Hello,\n\nkernel test robot noticed a 3.1% improvement of bench.ops on:\n\n\ncommit: ${sha} ("ring: move the lock")\nhttps://git.kernel.org/cgit/linux/kernel/git/torvalds/linux.git master\n\ntestcase: bench\n`,
      },
    ])
    expect(history?.reports).toMatchObject([{ messageId: 'r@example.org', join: { by: 'title', inferred: true } }])
    expect(history?.commit?.sha).toBe(sha)
  })

  test('report: the robot answers the mailed patch -> joined by thread; its own commit is no merge', async () => {
    const [history] = await historiesOf([
      patch('a', '[PATCH] ring: move the lock'),
      {
        id: 'r@example.org',
        from: 'kernel test robot <robot@example.org>',
        subject: 'Re: [PATCH] ring: move the lock',
        inReplyTo: 'a@example.org',
        body: `Hello,\n\nkernel test robot noticed a 3.1% improvement of bench.ops on:\n\n\ncommit: ${sha} ("ring: move the lock")\nurl: https://github.com/intel-lab-lkp/linux/commits/Ada/ring/1\nbase: https://example.org/next.git\npatch link: https://lore.kernel.org/all/a@example.org/\n\ntestcase: bench\n`,
      },
    ])
    expect(history?.reports).toMatchObject([{ join: { by: 'thread', inferred: false } }])
    expect(history?.commit).toBeNull()
  })

  test('revert and Fixes: of a patch with a known commit -> notices of that patch', async () => {
    const histories = await historiesOf([
      patch('a', '[PATCH] ring: move the lock'),
      {
        id: 'ty@example.org',
        from: 'Mara <mara@example.org>',
        subject: 'Re: [PATCH] ring: move the lock',
        inReplyTo: 'a@example.org',
        body: `Applied, thanks!\n\n[1/1] ring: move the lock\n      commit: ${sha}\n`,
      },
      patch('f', '[PATCH] ring: pad the tail too', {
        body: samplePatch({
          file: 'lib/tail.h',
          description: `It moved.\n\nFixes: ${sha.slice(0, 12)} ("ring: move the lock")`,
        }),
      }),
      patch('r', '[PATCH] Revert "ring: move the lock"', {
        body: samplePatch({
          description: `This reverts commit ${sha}.\n\nIt is slower.`,
          added: ['\tspinlock_t lock2;'],
        }),
      }),
    ])
    expect(histories[0]?.notices.map(({ kind, messageId }) => `${kind} ${messageId}`)).toEqual([
      'applied ty@example.org',
      'fixes f@example.org',
      'revert-posted r@example.org',
    ])
  })

  test('quoted only: the patch is not here -> the answer stands for it, the patch is missing', async () => {
    const [history] = await historiesOf([
      {
        id: 'q@example.org',
        from: 'Rey <rey@example.org>',
        subject: 'Re: [PATCH v2] ring: move the lock',
        inReplyTo: 'gone@example.org',
        body: '> The lock shares a line.\n\nYou can add my reviewed-by to it.\n',
      },
    ])
    expect(history).toMatchObject({ title: 'ring: move the lock', patchIsQuoted: true })
    expect(history?.missing.map(({ messageId }) => messageId)).toEqual(['gone@example.org'])
    expect(history?.versions[0]).toMatchObject({ version: 2, carrier: 'reply', messageId: 'q@example.org' })
    expect(history?.trailers).toMatchObject([{ name: 'Reviewed-by', person: 'Rey', prose: true }])
  })

  test('patch in an answer -> a history of its own with the discussion above and below it', async () => {
    const [history] = await historiesOf([
      { id: 'w@example.org', subject: 'ring is slow', body: 'It is.' },
      {
        id: 'p@example.org',
        subject: 'Re: ring is slow',
        inReplyTo: 'w@example.org',
        body: `Try:\n\nFrom ${sha} Mon Sep 17 00:00:00 2001\nFrom: Bo Builder <bo@example.org>\nDate: Mon, 3 Mar 2025 00:00:00 +0000\nSubject: [PATCH] ring: move the lock\n\n${samplePatch()}`,
      },
      { id: 'y@example.org', subject: 'Re: ring is slow', inReplyTo: 'p@example.org', body: '> Try:\n\nFaster.\n' },
    ])
    expect(history).toMatchObject({ title: 'ring: move the lock', author: 'Bo Builder' })
    expect(history?.messages.map(({ message }) => message.id)).toEqual([
      'w@example.org',
      'p@example.org',
      'y@example.org',
    ])
  })

  test('answers to a version that is not here -> in the history of the version that is, placed on the hunks they quote', async () => {
    const quoted = samplePatch()
      .replace(/^/gm, '> ')
      .replace(/(> \+\t.*\n)/, '$1\nWhy?\n\n')
    const histories = await historiesOf([
      {
        id: 'q@example.org',
        from: 'Rey <rey@example.org>',
        subject: 'Re: [PATCH] ring: move the lock',
        inReplyTo: 'gone@example.org',
        body: quoted,
      },
      patch('b', '[PATCH v2] ring: move the lock', { body: samplePatch(other) }),
    ])
    expect(histories).toHaveLength(1)
    expect(versionsOf(histories[0])).toEqual(['v2r1 b'])
    expect(histories[0]?.missing.map(({ messageId }) => messageId)).toEqual(['gone@example.org'])
    expect(histories[0]?.comments).toMatchObject([
      { version: 1, patchMessageId: 'gone@example.org', file: 'lib/ring.h', side: 'new', line: 12 },
    ])
  })

  test('reapply: the same diff under another title -> a patch of its own', async () => {
    const histories = await historiesOf([
      patch('a', '[PATCH] ring: move the lock'),
      patch('b', '[PATCH] Reapply "ring: move the lock"'),
    ])
    expect(histories).toHaveLength(2)
  })
})
