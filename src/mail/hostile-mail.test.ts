import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unpack, unpackedBound } from './compression.ts'
import { parseDiff } from './diff-text.ts'
import { MboxSplitter, splitMbox } from './mbox-split.ts'
import { readMail } from './read-mail.ts'

const header =
  'From: Ada <ada@example.org>\nSubject: s\nDate: Mon, 6 Jan 2025 10:00:00 +0100\nMessage-ID: <a1@example.org>\n'
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = (text: string): ReturnType<typeof readMail> => readMail(bytesOf(text), 'x')

test('readMail: 100,000 references -> the oldest and the newest 999', async () => {
  const ids = Array.from({ length: 100_000 }, (_unused, index) => `<r${index}@example.org>`)
  const { value } = await read(`${header}References: ${ids.join('\n ')}\n\nx\n`)
  expect(value[0]?.references).toHaveLength(1000)
  expect(value[0]?.references[0]).toBe('r0@example.org')
  expect(value[0]?.references.at(-1)).toBe('r99999@example.org')
}, 120_000)

test('readMail: a line of 4 MB, of letters, of blanks, of quote marks -> one line, in one pass', async () => {
  for (const piece of ['a', ' ', '>', '@', '<', '-', '[', '=?', '|', '#', '\t', 'a@b.cc ', '> ']) {
    // What is linear at 400 kB is linear at 4 MB; the usual suspects are tried in full.
    const size = ['a', ' ', '>', '@'].includes(piece) ? 4_000_000 : 400_000
    const line = `x${piece.repeat(size / piece.length)}`
    const { value } = await read(`${header}\n${line}\n`)
    expect(value[0]?.parts[0]?.lines).toHaveLength(1)
    expect(value[0]?.parts[0]?.lines[0]).toHaveLength(line.length)
  }
}, 120_000)

test('readMail: a header value of 300 kB of any kind -> read in one pass', async () => {
  for (const piece of ['a', ' ', '"', '(', '<', '=?utf-8?q?', '[', 'Re: ', ';a=', '\\']) {
    const value = piece.repeat(300_000 / piece.length)
    for (const name of ['Subject', 'From', 'References', 'Content-Type', 'Date', 'In-Reply-To', 'Content-Disposition'])
      expect((await read(`${header}${name}: ${value}\n\nx\n`)).value).toHaveLength(1)
  }
}, 120_000)

test('readMail: quotes 10,000 deep -> their depth', async () => {
  const { value } = await read(`${header}\n${'>'.repeat(10_000)} deep\n`)
  expect(value[0]?.parts[0]?.regions).toEqual([{ kind: 'quote', startLine: 1, endLine: 1, quoteDepth: 10_000 }])
})

test('readMail: MIME nested 10,000 deep -> a problem, no overflow', async () => {
  const level = (n: number): string => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`
  const { problems } = await read(header + Array.from({ length: 10_000 }, (_unused, n) => level(n)).join(''))
  expect(problems.map((problem) => problem.code)).toContain('mime-error')
})

test('readMail: 5,000 MIME parts -> 200 steps and a problem', async () => {
  const { value, problems } = await read(
    `${header}Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(5000)}--b--\n`,
  )
  expect(value[0]?.parts.length).toBeLessThan(200)
  expect(problems.map((problem) => problem.code)).toContain('mime-error')
})

test('parseDiff: a hunk that claims 10^9 lines -> the lines that are there, and a problem', () => {
  const { value, problems } = parseDiff('--- a/x\n+++ b/x\n@@ -1,1000000000 +1,1000000000 @@\n-a\n+b\n')
  expect(value[0]?.hunks[0]?.lines).toEqual(['-a', '+b'])
  expect(problems.map((problem) => problem.code)).toEqual(['bad-patch'])
})

test('readMail: a gzip bomb -> refused by name at the bound', async () => {
  const zeros = new Uint8Array(1_000_000)
  const member = gzipSync(zeros)
  const bomb = Buffer.concat(Array.from({ length: 70 }, () => member))
  const { value, problems } = await readMail(bomb, 'bomb.mbox.gz')
  expect(unpackedBound(bomb.length)).toBe(64_000_000)
  expect(value).toEqual([])
  expect(problems.map((problem) => [problem.code, problem.where])).toEqual([['too-large', 'bomb.mbox.gz']])
  expect(unpack(gzipSync(zeros), 'gzip', 1000)).toMatchObject({ fault: 'too-large' })
}, 60_000)

test('MboxSplitter: an mbox in pieces of any size -> the same messages', () => {
  const mail = (n: number): string =>
    `From a@b.cc Mon Jan  6 10:00:0${n} 2025\n${header}\nFrom here\n\n>From there\n${'x'.repeat(3000 * n)}\n\n`
  const bytes = bytesOf([0, 1, 2, 3].map(mail).join(''))
  const whole = splitMbox(bytes)
  expect(whole.map((one) => one.fileLine)).toEqual([1, 12, 23, 34])
  for (const size of [1, 7, 100, 4096]) {
    const splitter = new MboxSplitter()
    const mails = []
    for (let at = 0; at < bytes.length; at += size) mails.push(...splitter.push(bytes.subarray(at, at + size)))
    expect([...mails, ...splitter.end()]).toEqual(whole)
  }
})
