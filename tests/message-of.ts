import type { Message } from '../src/model/message.ts'

/** A message made of text parts alone, for tests of the extract stage: one part of lines, or several. */
export function messageOf(text: string | string[], subject = 'a subject', id = 'test@example.org'): Message {
  const texts = typeof text === 'string' ? [text] : text
  return {
    id,
    idIsDerived: false,
    inReplyTo: null,
    references: [],
    date: null,
    from: { name: 'A Writer', address: null },
    author: { name: 'A Writer', address: null },
    subject,
    tags: {
      title: subject,
      isReply: /^re:/i.test(subject),
      isForward: false,
      isPatch: false,
      version: null,
      rfc: false,
      resend: false,
      index: null,
      total: null,
      tags: [],
    },
    listIds: [],
    headers: {},
    parts: texts.map((part, index) => ({
      index,
      contentType: 'text/plain',
      fileName: null,
      charset: 'utf-8',
      flowed: false,
      delSp: false,
      lines: part.split('\n'),
      rawLines: part.split('\n'),
      regions: [],
    })),
    patch: null,
    trailers: [],
    baseCommit: null,
    changeId: null,
    prerequisites: [],
    patchCommit: null,
    gitVersion: null,
    file: 'test.mbox',
    fileLine: 1,
  }
}
