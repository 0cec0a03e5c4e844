import { describe, expect, test } from 'vitest'
import { mboxBytes } from '../../tests/mbox-writer.ts'
import { readMail } from '../mail/read-mail.ts'
import { findGivenTrailers } from './reply-trailers.ts'

const table: [string, string, string[]][] = [
  ['a trailer line', 'Acked-by: Rey Reviewer <rey@example.org>\n', ['Acked-by Rey Reviewer']],
  ["another person's", 'Tested-by: Tess <tess@example.org>\n', ['Tested-by Tess']],
  ['me', 'Acked-by: me\n', ['Acked-by Rey']],
  ['quoted', '> Acked-by: Ida <ida@example.org>\n\nGood.\n', []],
  ['you can add', 'You can add my reviewed-by to the below.\n', ['Reviewed-by Rey prose']],
  ['feel free', 'Feel free to add my Acked-by.\n', ['Acked-by Rey prose']],
  [
    'feel free, with the tag on the next line',
    'Feel free to add:\n\nReviewed-by: Rey <rey@example.org>\n',
    ['Reviewed-by Rey'],
  ],
  ['over two lines', 'With that fixed, feel free to\nadd my Tested-by.\n', ['Tested-by Rey prose']],
  ['please add', 'Please add my Tested-by as well.\n', ['Tested-by Rey prose']],
  ['r-b', 'You may add my r-b.\n', ['Reviewed-by Rey prose']],
  ['here is my', "Here's my Reviewed-by.\n", ['Reviewed-by Rey prose']],
  ['you have my ack', 'You have my ack.\n', ['Acked-by Rey prose']],
  ['refused', 'You can not add my reviewed-by yet.\n', []],
  ['asked for', 'Can you add a Fixes tag and drop my Acked-by?\n', []],
  ['talked of', 'I saw that Ida sent her reviewed-by.\n', []],
  ['both', 'Reviewed-and-tested-by: Rey <rey@example.org>\n', ['Reviewed-and-tested-by Rey']],
  ['non-ASCII', 'Reviewed-by: Réy Größe <rey@example.org>\n', ['Reviewed-by Réy Größe']],
]

describe('findGivenTrailers', () => {
  for (const [what, body, expected] of table)
    test(`findGivenTrailers: ${what} -> ${expected.join(', ') || 'none'}`, async () => {
      const mail = {
        id: 'r@example.org',
        from: 'Rey <rey@example.org>',
        subject: 'Re: [PATCH] ring: move',
        inReplyTo: 'p@example.org',
        body,
      }
      const { value } = await readMail(mboxBytes([mail]), '1.mbox')
      const [message] = value
      const given = message
        ? findGivenTrailers({ message, kind: 'reply', parentId: null, depth: 0, parentIsInferred: false })
        : []
      expect(given.map(({ name, person, prose }) => `${name} ${person}${prose ? ' prose' : ''}`)).toEqual(expected)
      expect(given.every(({ value: text }) => !text.includes('@example.org'))).toBe(true)
    })
})
