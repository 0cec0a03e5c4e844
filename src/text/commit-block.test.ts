import { expect, test } from 'vitest'
import { findCommitBlock } from './commit-block.ts'

const sha = '0123456789abcdef0123456789abcdef01234567'
const message = (text: string) => ({ parts: [{ index: 0, rawLines: text.split('\n') }] })

test('findCommitBlock: what a repository mails -> id, author, title', () => {
  const text = `The branch main has been updated by ada:\n\ncommit ${sha}\nAuthor:     Bo Builder <bo@example.org>\nAuthorDate: 2025-01-05 08:00:00 +0000\n\n    ring: move the lock\n    \n    It is shared.\n`
  expect(findCommitBlock(message(text))).toMatchObject({
    sha,
    author: { name: 'Bo Builder', address: 'bo@example.org' },
    title: 'ring: move the lock',
  })
})

test('findCommitBlock: a commit that is only named, quoted or found by a bisection -> null', () => {
  expect(findCommitBlock(message(`commit ${sha}\nis what broke it.`))).toBeNull()
  expect(
    findCommitBlock(message(`${sha} is the first bad commit\ncommit ${sha}\nAuthor: Bo <bo@example.org>\n\n    title`)),
  ).toBeNull()
  expect(findCommitBlock(message(`> commit ${sha}\n> Author: Bo <bo@example.org>\n>\n>     title`))).toBeNull()
})

test('findCommitBlock: an author without an address -> the name, and no address', () => {
  const found = findCommitBlock(message(`commit ${sha}\nAuthor: Bo Builder\n\n    ring: move the lock\n`))
  expect(found?.author).toEqual({ name: 'Bo Builder', address: null })
})
