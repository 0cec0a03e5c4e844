import { describe, expect, test } from 'vitest'
import { ThreadIndex } from './thread-index.ts'

const mail = (...header: string[]) => Buffer.from(`${header.join('\n')}\n\nMessage-ID: <body@example.org>\n`)

describe('thread index', () => {
  test.each([
    ['Message-ID: <b@x>', 'In-Reply-To: <a@x>'],
    ['MESSAGE-ID:', '\t<b@x>', 'references: <z@x>', ' <a@x>'],
    ['Received: from x\r', 'Message-Id: <b@x>\r', 'In-Reply-To: Your message <a@x>\r'],
    ['From mboxrd@z Thu Jan  1 00:00:00 1970', 'Message-ID: <b@x>', 'References: <not an id> <a@x>'],
  ])('answer with header %j, %j -> one thread of two', (...header) => {
    const index = new ThreadIndex()
    index.add(mail('Message-ID: <a@x>'))
    index.add(mail(...header))
    expect([index.threadSize('a@x'), index.threadSize('b@x'), index.has('body@example.org')]).toEqual([2, 2, false])
  })
  test('thread index: one message twice, one without an id -> counted once, not at all', () => {
    const index = new ThreadIndex()
    index.add(mail('Message-ID: <a@x>'))
    index.add(mail('Message-ID: <a@x>'))
    index.add(mail('Subject: none', 'References: <a@x>'))
    expect(index.threadSize('a@x')).toBe(1)
  })
})
