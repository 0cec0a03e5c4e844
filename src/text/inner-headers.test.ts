import { expect, test } from 'vitest'
import { mboxBytes, samplePatch } from '../../tests/mbox-writer.ts'
import { readMail } from '../mail/read-mail.ts'
import { findInnerHeaders } from './inner-headers.ts'

test('findInnerHeaders: headers on top, others quoted in the description -> those on top', async () => {
  const body = `From: Bo <bo@example.org>\nSubject: [PATCH] ring: a third patch\n\nIt answers:\n\nFrom: Rey <rey@example.org>\nSubject: ring is slow\n\n${samplePatch()}`
  const { value } = await readMail(mboxBytes([{ subject: 're: [PATCH] ring: another patch', body }]), '1.mbox')
  const message = value[0]
  expect(message && findInnerHeaders(message)).toEqual({
    title: 'ring: a third patch',
    author: { name: 'Bo', address: 'bo@example.org' },
  })
})
