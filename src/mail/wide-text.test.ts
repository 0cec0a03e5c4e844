import { expect, test } from 'vitest'
import { readMail } from './read-mail.ts'

const mail = `From: Añn Lee <ann@example.org>
Subject: [PATCH] pond: align the lock
Message-ID: <a@example.org>

The lock and the eggs share a line — false sharing.
---
--- a/pond.h
+++ b/pond.h
@@ -1,3 +1,3 @@
 struct nest {
-\tspinlock_t lock;
+\tspinlock_t lock ____cacheline_aligned;
 };
`
const little = Buffer.from(mail, 'utf16le')
const big = Buffer.from(little).swap16()
const crlf = Buffer.from(mail.replaceAll('\n', '\r\n'), 'utf16le')
const mbox = Buffer.from(`From mboxrd@z Thu Jan  1 00:00:00 1970\n${mail}`, 'utf16le')

test.each([
  ['little end first, with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), little])],
  ['big end first, with its mark', Buffer.concat([Buffer.from([0xfe, 0xff]), big])],
  ['CRLF, as a Windows shell saves', Buffer.concat([Buffer.from([0xff, 0xfe]), crlf])],
  ['no mark', mbox],
  ['a byte too many', Buffer.concat([Buffer.from([0xff, 0xfe]), little, Buffer.from([0x0a])])],
])('mail in UTF-16: %s -> read as in UTF-8', async (_, bytes) => {
  const { value } = await readMail(bytes, 'a.eml')
  expect(value.map(({ id }) => id)).toEqual(['a@example.org'])
  expect(value[0]?.from.name).toBe('Añn Lee')
  expect(value[0]?.parts[0]?.lines[0]).toBe('The lock and the eggs share a line — false sharing.')
  expect(value[0]?.patch?.files.map(({ newPath }) => newPath)).toEqual(['pond.h'])
})

test('mail in UTF-16: two bytes, or zeros alone -> no error', async () => {
  for (const bytes of [[0xff, 0xfe], [0xfe], new Array(64).fill(0)])
    expect((await readMail(new Uint8Array(bytes), 'a.eml')).value).toEqual([])
})
