import { describe, expect, test } from 'vitest'
import { mboxBytes, type SampleMail, samplePatch } from '../../tests/mbox-writer.ts'
import { readMail } from '../mail/read-mail.ts'
import { messageKind } from './message-kind.ts'

const robot = 'kernel test robot <robot@example.org>'
const table: [string, SampleMail, string][] = [
  ['a patch', { subject: '[PATCH net-next v2 3/4] ring: move the lock', body: samplePatch() }, 'patch'],
  ['message 0 of a series', { subject: '[PATCH 0/4] ring: less sharing', body: 'Four patches.\n' }, 'cover'],
  [
    'an answer',
    { subject: 'Re: [PATCH] ring: move the lock', inReplyTo: 'a@example.org', body: '> quoted\n\nNo.' },
    'reply',
  ],
  [
    'an answer that quotes a whole patch',
    { subject: 'Re: [PATCH] ring: move', inReplyTo: 'a@example.org', body: samplePatch().replace(/^/gm, '> ') },
    'reply',
  ],
  [
    'a patch below an escaped From line in an answer',
    {
      subject: 'Re: ring is slow',
      inReplyTo: 'a@example.org',
      body: `Try this:\n\nFrom 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nFrom: Ada Author <ada@example.org>\nDate: Mon, 3 Mar 2025 00:00:00 +0000\nSubject: [PATCH] ring: move the lock\n\n${samplePatch()}`,
    },
    'patch-in-reply',
  ],
  [
    'a patch below its own Subject line in an answer',
    {
      subject: 'Re: [PATCH] ring: move',
      inReplyTo: 'a@example.org',
      body: `Like so?\n\n---\nSubject: ring: move the lock\nFrom: Bo <bo@example.org>\n\n${samplePatch()}`,
    },
    'patch-in-reply',
  ],
  [
    'a bare diff in an answer',
    {
      subject: 'Re: [PATCH] ring: move',
      inReplyTo: 'a@example.org',
      body: `Like so?\n\n${samplePatch().slice(samplePatch().indexOf('diff --git'))}`,
    },
    'reply',
  ],
  [
    'a robot with a result',
    {
      from: robot,
      subject: '[linus:master] [ring]  0123456789:  bench.ops 3.1% improvement',
      body: 'Hello,\n\nkernel test robot noticed a 3.1% improvement of bench.ops on:\n\n\ncommit: 0123456789abcdef0123456789abcdef01234567 ("ring: move the lock")\n\ntestcase: bench\n',
    },
    'lkp-report',
  ],
  [
    'a robot that answers a patch with a result',
    {
      from: robot,
      subject: 'Re: [PATCH] ring: move the lock',
      inReplyTo: 'a@example.org',
      body: 'Greeting,\n\nFYI, we noticed a -3.1% regression of bench.ops due to commit:\n\n\ncommit: 0123456789abcdef ("ring: move the lock")\n',
    },
    'lkp-report',
  ],
  [
    'a robot that answers a patch with a build warning',
    {
      from: robot,
      subject: 'Re: [PATCH] ring: move the lock',
      inReplyTo: 'a@example.org',
      body: 'Hi Ada,\n\nkernel test robot noticed the following build warnings:\n\n[auto build test WARNING on next/master]\n\nurl:    https://example.org/commits/Ada/ring-3-1-improvement/1\n',
    },
    'robot-build',
  ],
  [
    'a robot on its build of a tree',
    {
      from: robot,
      subject: '[next:master] BUILD SUCCESS 0123456789abcdef',
      body: 'tree: https://example.org/next.git master\n\nelapsed time: 722m\n',
    },
    'robot-build',
  ],
  [
    'a person who answers a robot with a table',
    {
      from: 'Oli Tester <oli@example.org>',
      subject: 'Re: [linus:master] [ring] 0123456789: bench.ops -3.1% regression',
      inReplyTo: 'a@example.org',
      body: '         %stddev     %change         %stddev\n  100   +3.0%   103   bench.ops\n',
    },
    'reply',
  ],
  [
    'tip-bot',
    {
      from: 'tip-bot2 for Ada Author <tip-bot2@example.org>',
      subject: '[tip: locking/core] ring: Move the lock',
      inReplyTo: 'a@example.org',
      body: `The following commit has been merged into the locking/core branch of tip:\n\nCommit-ID:     0123456789abcdef0123456789abcdef01234567\nGitweb:        https://example.org/tip/0123456789abcdef\nAuthor:        Ada Author <ada@example.org>\n\nring: Move the lock\n\n${samplePatch()}`,
    },
    'tip-bot',
  ],
  [
    'an answer to tip-bot',
    {
      subject: 'Re: [tip: locking/core] ring: Move the lock',
      inReplyTo: 'a@example.org',
      body: '> Commit-ID:     0123456789abcdef0123456789abcdef01234567\n\nNice.',
    },
    'reply',
  ],
  [
    'AUTOSEL',
    {
      subject: '[PATCH AUTOSEL 6.1 12/40] ring: move the lock',
      body: `From: Ada Author <ada@example.org>\n\n[ Upstream commit 0123456789abcdef0123456789abcdef01234567 ]\n\n${samplePatch()}`,
    },
    'stable-backport',
  ],
  [
    'a stable review',
    {
      subject: '[PATCH 5.15 003/120] ring: move the lock',
      body: `5.15-stable review patch.  If anyone has any objections, please let me know.\n\n------------------\n\nFrom: Ada Author <ada@example.org>\n\ncommit 0123456789abcdef0123456789abcdef01234567 upstream.\n\n${samplePatch()}`,
    },
    'stable-backport',
  ],
  [
    'a backport by its author',
    {
      subject: '[PATCH 4.19.y] ring: move the lock',
      body: `commit 0123456789abcdef0123456789abcdef01234567 upstream.\n\n${samplePatch()}`,
    },
    'stable-backport',
  ],
  [
    'patchwork',
    {
      id: '1.2.3.git-patchwork-notify@example.org',
      from: 'patchwork-bot+x@example.org',
      subject: 'Re: [PATCH net] ring: move the lock',
      inReplyTo: 'a@example.org',
      body: 'Hello:\n\nThis patch was applied to a/b.git (main)\nby Mara <mara@example.org>:\n',
    },
    'notification',
  ],
  [
    'a note that a patch entered a queue',
    {
      from: 'akpm <akpm@example.org>',
      subject: '+ ring-move.patch added to mm-unstable branch',
      body: `The patch titled\n     Subject: ring: move the lock\nhas been added to the -mm mm-unstable branch.  Its filename is\n     ring-move.patch\n\n${samplePatch()}`,
    },
    'notification',
  ],
  [
    'a note that stable took a patch',
    {
      from: 'greg <greg@example.org>',
      subject: 'Patch "ring: move the lock" has been added to the 6.1-stable tree',
      body: "This is a note to let you know that I've just added the patch titled\n\n    ring: move the lock\n\nto the 6.1-stable tree which can be found at:\n    https://example.org/\n",
    },
    'notification',
  ],
  [
    'a mail of a repository that prints its commit',
    {
      subject: '[ring r7-12] ring: move the lock',
      body: `https://example.org/g:${'cd'.repeat(20)}\n\ncommit ${'cd'.repeat(20)}\nAuthor: Ada Author <ada@example.org>\nDate:   Mon Mar 3 00:00:00 2025 +0000\n\n    ring: move the lock\n\nDiff:\n---\n${samplePatch().slice(samplePatch().indexOf('diff --git'))}`,
    },
    'notification',
  ],
  [
    'AUTOSEL that names no upstream commit',
    { subject: '[PATCH AUTOSEL 6.1 12/40] ring: move the lock', body: samplePatch() },
    'stable-backport',
  ],
  [
    'a revert in a stable tree: the upstream commit it names is what it reverts',
    {
      subject: 'Revert "ring: move the lock"',
      body: `This reverts commit ${'ab'.repeat(20)} which is\ncommit ${'cd'.repeat(20)} upstream.\n\n${samplePatch()}`,
    },
    'patch',
  ],
  [
    'a stable backport, its upstream commit in a paragraph of its own',
    { subject: 'ring: move the lock', body: `commit ${'cd'.repeat(20)} upstream.\n\n${samplePatch()}` },
    'stable-backport',
  ],
  [
    'a patch under headers of its own in an answer, whose text quotes other headers',
    {
      subject: 're: [PATCH] ring: another patch',
      body: `From: Bo <bo@example.org>\nSubject: [PATCH] ring: a third patch\n\nIt answers:\n\nFrom: Rey <rey@example.org>\nSubject: ring is slow\n\n${samplePatch()}`,
    },
    'patch-in-reply',
  ],
  ['words to a list', { subject: 'ring is slow', body: 'It is.' }, 'other'],
]

describe('messageKind', () => {
  for (const [what, mail, kind] of table)
    test(`messageKind: ${what} -> ${kind}`, async () => {
      const { value } = await readMail(mboxBytes([{ id: 'x@example.org', ...mail }]), '1.mbox')
      expect(value[0] && messageKind(value[0])).toBe(kind)
    })
})
