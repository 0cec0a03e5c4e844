import { expect, test } from 'vitest'
import { splitMbox } from '../../src/mail/mbox-split.ts'
import { sliceMbox } from './slice-mbox.ts'

const mail = (name: string): string =>
  `From ann@example.org Fri Mar  1 10:00:00 2024\nSubject: ${name}\nMessage-ID: <${name}@example.org>\n\n>From here on \u00e9\n\n`
const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const whole = bytes(mail('a') + mail('b') + mail('c'))
const lines = splitMbox(whole).map((one) => one.fileLine)

test('sliceMbox: some messages wanted -> their bytes as they stand in the file', () => {
  expect(sliceMbox(whole, new Set([lines[0] ?? 0, lines[2] ?? 0]))).toEqual(
    new Uint8Array(bytes(mail('a') + mail('c'))),
  )
})
test('sliceMbox: all wanted, none, or no mbox -> null', () => {
  expect(sliceMbox(whole, new Set(lines))).toBeNull()
  expect(sliceMbox(whole, new Set())).toBeNull()
  expect(sliceMbox(bytes('Subject: a\n\nb\n'), new Set([1]))).toBeNull()
})
