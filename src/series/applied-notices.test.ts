import { describe, expect, test } from 'vitest'
import { mboxBytes } from '../../tests/mbox-writer.ts'
import { readMail } from '../mail/read-mail.ts'
import { findApplied } from './applied-notices.ts'

const sha = '0123456789abcdef0123456789abcdef01234567'
const table: [string, string, string[]][] = [
  [
    'patchwork, one patch',
    `Hello:\n\nThis patch was applied to ring/net-next.git (main)\nby Mara <mara@example.org>:\n\nOn Mon you wrote:\n> Words.\n\nHere is the summary with links:\n  - [net-next] ring: move the lock\n    https://git.kernel.org/ring/net-next/c/0123456789ab\n`,
    ['ring: move the lock 0123456789ab ring/net-next.git (main)'],
  ],
  [
    'patchwork, versioned',
    `Hello:\n\nThis series was applied to ring/net.git (main)\nby Mara <mara@example.org>:\n\nHere is the summary with links:\n  - [net,v3,1/2] ring: move the lock\n    https://git.kernel.org/ring/net/c/0123456789ab\n  - [net,v3,2/2] ring: move the tail\n    (no matching commit)\n`,
    ['ring: move the lock 0123456789ab ring/net.git (main)'],
  ],
  [
    'b4',
    `Applied to for-next, thanks!\n\n[1/2] ring: move the lock\n      commit: ${sha}\n[2/2] ring: move the tail\n      (no commit info)\n`,
    [`ring: move the lock ${sha} for-next`],
  ],
  [
    'b4 with links',
    `Applied, thanks!\n\n[1/1] ring: move the lock\n      https://git.kernel.org/ring/c/0123456789ab\n`,
    ['ring: move the lock 0123456789ab null'],
  ],
  [
    'cgit link',
    `Applied to\n\n   https://git.kernel.org/pub/scm/ring.git for-next\n\nThanks!\n\n[1/1] ring: move the lock\n      https://git.kernel.org/pub/scm/ring.git/commit/?id=0123456789ab\n`,
    ['ring: move the lock 0123456789ab null'],
  ],
  ['in words', 'Applied, thanks.\n', ['null null null']],
  ['in words, with a tree', 'Applied to net-next, thank you!\n', ['null null net-next']],
  ['queued', 'Queued up for 6.1, thanks.\n', ['null null 6.1']],
  ['thanks first', 'Thanks, applied to ring/fixes.\n', ['null null ring/fixes']],
  ['a question', 'Has this been applied?\n', []],
  ['quoted', '> Applied, thanks.\n\nGreat.\n', []],
  ['of something that is queued by nature', 'Queued spinlocks need this.\n', []],
  ['a sentence of a maintainer', 'I took it into my 7.3 branch, will send them to Jo\n', ['null null 7.3 branch']],
  [
    'a sentence over two lines',
    'The names could be shorter, but well. I have picked\nthis series up for 7.3-rc2, thanks.\n',
    ['null null 7.3-rc2'],
  ],
  [
    'a sentence after an ack',
    'Acked-by: Mara <mara@example.org>\n\nI have pulled this into my tree\n',
    ['null null null'],
  ],
  [
    'a passive sentence',
    'Looks right to me. This patch is now queued in the ring/testing branch.\n',
    ['null null ring/testing'],
  ],
  ['short, with a number', 'Fine. Took patches 1-3 for the next merge window.\n', ['null null next merge window']],
  [
    'an edit first',
    'Good catch, Ann. We just merged it with some minor edits into ring-next.\n',
    ['null null ring-next'],
  ],
  [
    'what is in a branch by now',
    'Hm. This series is now in the for-next branch of my tree.\n',
    ['null null for-next branch'],
  ],
  [
    'a step first',
    "Looks fine, I've gone ahead and applied the whole series to ring-7.3-fixes.\n",
    ['null null ring-7.3-fixes'],
  ],
  ['several', 'Nice. Both patches have been merged into ring/next.\n', ['null null ring/next']],
  ['what another did', 'Jo took a similar patch into his tree. It is already in the queue.\n', []],
  ['an offer', 'I can take it into my tree.\n', []],
  ['an intent', 'I will take this into my 7.3 branch. We should have it queued for 7.3.\n', []],
  ['a condition', 'If I took it into my branch, it would conflict. Once applied to my tree it is fine.\n', []],
  ['a wish', 'Could you take it into your tree? Please queue it for 7.3.\n', []],
  ['a question of a third', 'Has anybody taken it into a tree? You applied it to your branch?\n', []],
  ['a test of it', 'I applied this to my 7.2 tree and it boots. I took it into my branch and tested it.\n', []],
  ['a tester', 'I applied this to my 7.2 tree.\n\nTested-by: Mara <mara@example.org>\n', []],
  ['folded into another', 'I have picked this up for the removal patch.\n', []],
  ['taken back', 'I took it into my tree and dropped it again.\n', []],
  ['in a queue of the code', 'It is added to the wait queue of the ring. The lock is taken in the main loop.\n', []],
  [
    'a line inside a sentence',
    'The offset that is found first is then\napplied to the tail, and the rest is\nqueued for the next reader.\n',
    [],
  ],
  ['what we do in the code', 'We already added it to the tree in the main loop, and I pulled it into the lock.\n', []],
  ['what the code does', 'This is merged into the parent request. They are added to the tree by the caller.\n', []],
  ['of something else', 'I applied the brakes to the series.\n', []],
]

describe('findApplied', () => {
  for (const [what, body, expected] of table)
    test(`findApplied: ${what} -> ${expected.join(', ') || 'nothing'}`, async () => {
      const mail = {
        id: 'r@example.org',
        from: 'Mara <mara@example.org>',
        subject: 'Re: [PATCH] ring: move',
        inReplyTo: 'p@example.org',
        body,
      }
      const { value } = await readMail(mboxBytes([mail]), '1.mbox')
      const applied = value[0] ? findApplied(value[0]) : []
      expect(applied.map(({ titleKey, notice }) => `${titleKey} ${notice.commit} ${notice.tree}`)).toEqual(expected)
    })
})
