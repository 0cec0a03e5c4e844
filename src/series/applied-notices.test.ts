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
  ['queued', 'Queued up for 6.1, thanks.\n', ['null null null']],
  ['thanks first', 'Thanks, applied to ring/fixes.\n', ['null null ring/fixes']],
  ['a question', 'Has this been applied?\n', []],
  ['quoted', '> Applied, thanks.\n\nGreat.\n', []],
  ['of something that is queued by nature', 'Queued spinlocks need this.\n', []],
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
