import { describe, expect, test } from 'vitest'
import type { Message } from '../model/message.ts'
import type { Problem } from '../model/problem.ts'
import { readMail } from './read-mail.ts'

const read = async (text: string): Promise<{ message: Message | undefined; problems: Problem[] }> => {
  const { value, problems } = await readMail(new TextEncoder().encode(text), 'a.eml')
  return { message: value[0], problems }
}
const head = (subject: string, more = ''): string =>
  `From: Ann <ann@example.org>\nSubject: ${subject}\nDate: Mon, 6 Jan 2025 10:00:00 +0000\nMessage-ID: <a@example.org>\n${more}\n`
const diffOf = (file: string, counts = '3 +1,3'): string =>
  `diff --git a/${file} b/${file}\nindex 1111111..2222222 100644\n--- a/${file}\n+++ b/${file}\n@@ -1,${counts} @@\n struct nest {\n-\tint lock;\n+\tint lock __aligned(64);\n };\n`

describe('readMail: a diff that cannot be read as it stands', () => {
  const codes = async (text: string): Promise<string[]> => (await read(text)).problems.map(({ code }) => code)
  test('wrong counts in some hunks -> one warning that counts them; the lines are kept', async () => {
    const body = diffOf('a.h', '2 +1,2') + diffOf('b.h') + diffOf('c.h', '7 +1,7')
    const { message, problems } = await read(`${head('[PATCH] pond: x')}Text.\n---\n${body}-- \n2.47.0\n`)
    expect(problems.map(({ code, message: text }) => [code, text.slice(0, 15)])).toEqual([
      ['bad-patch', '2 of 3 hunks ho'],
    ])
    expect(message?.patch?.files.map(({ newPath, hunks }) => [newPath, hunks[0]?.lines.length])).toEqual([
      ['a.h', 4],
      ['b.h', 4],
      ['c.h', 4],
    ])
  })
  test.each([
    ['a header of a file alone', 'diff --git a/a.h b/a.h\n@@ nothing @@\n+\tint a;\n'],
    ['a hunk without a file', '@@ -1,2 +1,3 @@ struct nest {\n+\tint a;\n'],
    ['paths without a hunk', '--- a/a.h\n+++ b/a.h\n\n+\tint a;\n'],
  ])('%s -> said', async (_, body) => {
    expect(await codes(`${head('[PATCH] pond: x')}Text.\n---\n${body}`)).toEqual(['bad-patch'])
  })
  test.each([
    ['a patch', `${head('[PATCH] pond: x')}Text.\n---\n${diffOf('a.h')}-- \n2.47.0\n`],
    ['an answer with a piece of a diff', `${head('Re: [PATCH] pond: x')}I mean\n@@ -1,2 +1,3 @@\n+\tint a;\n`],
    ['prose', `${head('[PATCH 0/2] pond: x')}Run diff --git to see.\n`],
  ])('%s -> nothing is said', async (_, text) => expect(await codes(text)).toEqual([]))
})

describe('readMail: numbers in a subject', () => {
  test.each([
    ['[PATCH v999999999] pond: x', ['v999999999']],
    ['[PATCH 7/3] pond: x', ['7/3']],
    ['[PATCH v2 3/3] pond: x', []],
    ['[PATCH 5.10] pond: x', []],
    ['[v999999999] no patch', []],
  ])('%s -> %j', async (subject, named) => {
    const { problems } = await read(`${head(subject)}Text.\n`)
    expect(problems.map(({ code }) => code)).toEqual(named.map(() => 'bad-header'))
    for (const [at, word] of named.entries()) expect(problems[at]?.message).toContain(word)
  })
})

describe('readMail: patches as attachments', () => {
  const multi = (...parts: string[]): string =>
    `${head('[PATCH] pond: x', 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n')}${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`
  const inline = (text: string): string => `Content-Type: text/plain\n\n${text}`
  const attached = (name: string, text: string): string =>
    `Content-Type: text/x-patch; name="${name}"\nContent-Disposition: attachment; filename="${name}"\n\n${text}`
  const files = (message: Message | undefined): (string | null)[] | undefined =>
    message?.patch?.files.map(({ newPath }) => newPath)

  test('two files -> the diffs of both; only those of the first have a line in its part', async () => {
    const { message } = await read(
      multi(inline('Two.'), attached('0001.patch', diffOf('a.h')), attached('0002.patch', diffOf('b.h'))),
    )
    expect(files(message)).toEqual(['a.h', 'b.h'])
    expect(message?.patch?.files.map(({ hunks }) => hunks[0]?.mailLine)).toEqual([5, 0])
  })
  test('the patch in line and attached -> once', async () => {
    const { message } = await read(multi(inline(`Once.\n---\n${diffOf('a.h')}`), attached('0001.patch', diffOf('a.h'))))
    expect(files(message)).toEqual(['a.h'])
  })
})

test('readMail: NULs below a separator, between two mails -> a problem at their own line, the mails as they are', async () => {
  const mail = (id: string): string =>
    `From ann@example.org Mon Jan  6 10:00:00 2025\nFrom: Ann <ann@example.org>\nSubject: ${id}\nMessage-ID: <${id}@example.org>\n\nText.\n\n`
  const broken = 'From ann@example.org Mon Jan  6 10:00:00 2025\n\0\0\0\0rest of a page\0\n\n'
  const { value, problems } = await readMail(new TextEncoder().encode(mail('a') + broken + mail('b')), 'a.mbox')
  expect(value.map(({ id, parts }) => [id, parts[0]?.lines])).toEqual([
    ['a@example.org', ['Text.']],
    ['b@example.org', ['Text.']],
  ])
  expect(problems.map(({ code, where }) => [code, where])).toEqual([['not-mail', 'a.mbox:8']])
})

describe('readMail: mail that lies about itself', () => {
  const plain = `${head('[PATCH] pond: x')}Text.\n---\n${diffOf('a.h')}-- \n2.47.0\n`
  const codes = async (text: string): Promise<[string | undefined, string[]]> => {
    const { message, problems } = await read(text)
    return [message?.patch?.files[0]?.newPath ?? undefined, problems.map(({ code }) => code)]
  }
  const encoded = (btoa(plain.slice(plain.indexOf('Text.'))).match(/.{1,76}/g) ?? []).join('\n')
  test.each([
    ['a byte order mark', `\ufeff${plain}`, 'a.h', []],
    ['CR alone as line ends', plain.replaceAll('\n', '\r'), 'a.h', []],
    ['two subjects that differ', plain.replace('Date:', 'Subject: [PATCH] pond: y\nDate:'), 'a.h', ['bad-header']],
    ['one subject twice', plain.replace('Date:', 'Subject: [PATCH] pond: x\nDate:'), 'a.h', []],
    ['base64 that no header announces', `${head('[PATCH] pond: x')}${encoded}\n`, undefined, ['bad-encoding']],
    ['a subject that runs to the left', plain.replace('pond: x', 'pond: \u202ex'), 'a.h', ['bidi-controls']],
    ['headers of files without hunks', plain.replace('@@ -1,3 +1,3 @@', 'no hunk'), 'a.h', ['bad-patch']],
  ])('%s -> said, or read all the same', async (_, text, file, said) => expect(await codes(text)).toEqual([file, said]))
})
