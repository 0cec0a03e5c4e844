import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Message } from '../model/message.ts'
import { parseDate } from './header-values.ts'
import { readMail } from './read-mail.ts'

/**
 * git is the oracle: mails that `git format-patch` makes from a repository built here must read as `git mailsplit`,
 * `git mailinfo` and `git patch-id` read them.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'casebook-oracle-'))
const repository = path.join(folder, 'repository')
const env = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: '1',
  HOME: folder,
  TZ: 'UTC',
  LC_ALL: 'C.UTF-8',
  EMAIL: 'c@example.org',
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function git(args: string[], input?: string | Uint8Array, cwd = repository): Buffer {
  return execFileSync('git', args, { cwd, env, input, stdio: ['pipe', 'pipe', 'pipe'], maxBuffer: 1e8 })
}

type Step = { name: string; email: string; date: string; message: string; change: () => void }
const inRepository = (file: string): string => path.join(repository, file)
const steps: Step[] = [
  {
    name: 'Ada Example',
    email: 'ada@example.org',
    date: '2025-01-06T10:00:00+0100',
    message: 'imag: add files',
    change: () => {
      writeFileSync(inRepository('ring.c'), Array.from({ length: 30 }, (_unused, n) => `\tint m${n};  \n`).join(''))
      writeFileSync(inRepository('run.sh'), '#!/bin/sh\n')
      writeFileSync(inRepository('old name.c'), 'a\nb\nc\nd\ne\nf\n')
      writeFileSync(inRepository('dos.txt'), 'one\r\ntwo\r\nthree\r\n')
      writeFileSync(inRepository('gone.c'), '-- a\n--- b\n+++ c\n@@ -1 +1 @@\n')
    },
  },
  {
    name: 'Zoë Müller',
    email: 'zoe@example.org',
    date: '2025-02-07T11:12:13-0500',
    message: `imag: naïve Größe — a title that is so long that the mail's header has to fold it twice or more often, 漢字

From here on, a line that looks like an mbox.

>From an older mail.
\tindented\ttabs  

Ends with trailers.

Fixes: 123456789012 ("imag: add files")
Signed-off-by: Zoë Müller <zoe@example.org>`,
    change: () => {
      const text = readFileSync(inRepository('ring.c'), 'utf8')
      writeFileSync(
        inRepository('ring.c'),
        text.replace('\tint m7;  \n', '\tint m7 __aligned;\t\n').replace('m25', 'n25'),
      )
    },
  },
  {
    name: 'O\'Hara, Bob "B." (imag)',
    email: 'bob+x@mail.example.org',
    date: '2025-03-08T23:59:59+0000',
    message: 'imag: [odd] title: rename, mode, no newline\n\nBody.\n\n  indented end',
    change: () => {
      renameSync(inRepository('old name.c'), inRepository('new name.c'))
      chmodSync(inRepository('run.sh'), 0o755)
      writeFileSync(inRepository('tail.c'), 'no newline')
      writeFileSync(inRepository('naïve 漢.c'), 'x\n')
    },
  },
  {
    name: 'Ada',
    email: 'ada@example.org',
    date: '2025-04-09T01:02:03+0530',
    message: 'Binary and deletion',
    change: () => {
      writeFileSync(inRepository('x.bin'), Buffer.from(Array.from({ length: 700 }, (_unused, n) => (n * 37) % 256)))
      rmSync(inRepository('gone.c'))
      writeFileSync(inRepository('tail.c'), 'no newline, changed')
      writeFileSync(inRepository('dos.txt'), 'one\r\nTWO\r\nthree\r\n')
      writeFileSync(inRepository('empty.c'), '')
    },
  },
]

function buildRepository(): void {
  mkdirSync(repository)
  git(['init', '-q'])
  for (const step of steps) {
    step.change()
    git(['add', '-A'])
    const who = ['-c', `user.name=${step.name}`, '-c', `user.email=${step.email}`]
    git([...who, 'commit', '-q', '--cleanup=verbatim', '-F', '-', `--date=${step.date}`], step.message)
  }
}

type Mailinfo = { author: string; email: string; subject: string; date: string; body: string; patch: Buffer }

/** What git reads in each mail of an mbox. */
function askGit(mbox: Uint8Array): Mailinfo[] {
  const split = mkdtempSync(path.join(folder, 'split-'))
  git(['mailsplit', `-o${split}`, '--keep-cr', '--'], mbox)
  return readdirSync(split)
    .filter((name) => /^\d+$/.test(name))
    .sort()
    .map((name) => {
      const message = path.join(split, `${name}.msg`)
      const patch = path.join(split, `${name}.patch`)
      const stdout = git(['mailinfo', message, patch], readFileSync(path.join(split, name))).toString('utf8')
      const field = (key: string): string => new RegExp(`^${key}: (.*)$`, 'm').exec(stdout)?.[1] ?? ''
      return {
        author: field('Author'),
        email: field('Email'),
        subject: field('Subject'),
        date: field('Date'),
        body: readFileSync(message, 'utf8'),
        patch: readFileSync(patch),
      }
    })
}

/** The diff in what mailinfo leaves: notes and diffstat above it, the signature below. */
function diffOf(patch: Buffer): string {
  const text = patch.toString('latin1')
  const start = text.search(/^diff --git /m)
  const body = text.slice(start)
  return body
    .replace(/\n-- \n[\s\S]*$/, '\n')
    .replace(/^(?:base-commit|prerequisite-patch-id): .*\n/gm, '')
    .replace(/\n+$/, '\n')
}

/** The commit message in a Message: what stands above `---`, without the in-body header. */
function bodyOf(message: Message): string {
  const part = message.parts[0]
  if (!part) return ''
  const end = part.regions.find((region) => ['separator', 'diffstat', 'diff'].includes(region.kind))
  const header = part.regions.find((region) => region.kind === 'in-body-header')
  const lines = part.rawLines.slice(header?.endLine ?? 0, end ? end.startLine - 1 : part.rawLines.length)
  return lines.join('\n').trim()
}

const patchId = (text: string): string =>
  git(['patch-id', '--stable'], Buffer.from(text, 'utf8')).toString().split(' ')[0] ?? ''

buildRepository()
const variants: [string, string[]][] = [
  ['plain', []],
  ['attached', ['--attach=BOUND']],
  ['inline parts', ['--inline=BOUND']],
  ['in-body From', ['--from=List Bot <bot@example.org>']],
  ['threaded with a base', ['--thread=shallow', '--base=HEAD~3', '--signature=2.43.0']],
  ['version, prefix, full index', ['-v3', '--subject-prefix=RFC PATCH imag-next', '--full-index', '--no-binary']],
  ['without stat and signature', ['-p', '--no-signature']],
]

describe('readMail against git', () => {
  for (const [name, options] of variants)
    test(`readMail: format-patch ${name} -> author, subject, date, message and diff as git reads them`, async () => {
      const mbox = git(['format-patch', '--stdout', '-M', ...options, 'HEAD~3..HEAD'])
      await compare(mbox)
    })

  test('readMail: quoted-printable and base64 -> as git reads them', async () => {
    const mails = git(['format-patch', '--stdout', '-M', 'HEAD~2..HEAD~1']).toString('latin1')
    const [head = '', ...rest] = mails.split('\n\n')
    const body = Buffer.from(rest.join('\n\n'), 'latin1')
    const plain = head.replace(/^(?:Content-|MIME-).*\n?/gm, '').replace(/\n+$/, '')
    const type = '\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: '
    const base64 = body.toString('base64').replace(/.{76}/g, '$&\n')
    const quoted = [...body]
      .map((byte) => (byte === 10 || (byte > 32 && byte < 127 && byte !== 61) ? String.fromCharCode(byte) : hex(byte)))
      .join('')
    await compare(Buffer.from(`${plain}${type}base64\n\n${base64}\n`, 'latin1'))
    await compare(Buffer.from(`${plain}${type}quoted-printable\n\n${quoted}\n`, 'latin1'))
  })

  test('readMail: format=flowed -> the diff as git reads it', async () => {
    const mail = git(['format-patch', '--stdout', 'HEAD~2..HEAD~1', '--', 'tail.c']).toString('latin1')
    const [head = '', ...rest] = mail.split('\n\n')
    const body = rest.join('\n\n').replace(/^(?= |>|From )/gm, ' ')
    const type = '\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8; format=flowed'
    await compare(Buffer.from(`${head.replace(/^(?:Content-|MIME-).*\n?/gm, '')}${type}\n\n${body}`, 'latin1'), 'diff')
  })
})

function hex(byte: number): string {
  return `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

async function compare(mbox: Buffer, what: 'all' | 'diff' = 'all'): Promise<void> {
  const expected = askGit(mbox)
  const { value } = await readMail(mbox, 'oracle.mbox')
  expect(value).toHaveLength(expected.length)
  expect(expected.length).toBeGreaterThan(0)
  value.forEach((message, index) => {
    const oracle = expected[index]
    if (!oracle) return
    expect(Buffer.from(message.patch?.text ?? '', 'utf8').toString('latin1')).toBe(diffOf(oracle.patch))
    expect(patchId(message.patch?.text ?? '')).toBe(
      git(['patch-id', '--stable'], oracle.patch).toString().split(' ')[0],
    )
    if (what === 'diff') return
    // In a body git reads a name's own quotes as syntax, though it writes them as they are.
    expect(message.author.name.replaceAll('"', '')).toBe(oracle.author.replaceAll('"', ''))
    expect(message.author.address).toBe(oracle.email)
    expect(message.tags.title).toBe(oracle.subject)
    expect(message.date).toBe(parseDate(oracle.date))
    expect(bodyOf(message)).toBe(oracle.body.trim())
  })
}
