import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMail } from '../src/mail/read-mail.ts'
import { readSources, type SourceOptions, scanSources } from './read-sources.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'casebook-sources-'))
const env = {
  ...process.env,
  GIT_AUTHOR_NAME: 'Ada Example',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada Example',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  GIT_CONFIG_NOSYSTEM: '1',
  HOME: folder,
}
const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

function mail(id: string, subject: string, body: string, parent?: string): string {
  const reference = parent === undefined ? '' : `In-Reply-To: <${parent}>\nReferences: <${parent}>\n`
  return `From: Ada Example <ada@example.org>\nDate: Mon, 6 Jan 2025 10:00:00 +0100\nSubject: ${subject}\nMessage-ID: <${id}>\n${reference}\n${body}\n`
}

/** Messages (subjects) a source gives. */
async function subjects(source: string, options: SourceOptions = {}): Promise<string[]> {
  const found: string[] = []
  for await (const { file, bytes } of readSources(source, options))
    for (const message of (await readMail(bytes, file)).value) found.push(message.subject)
  return found
}

async function failure(source: string, options: SourceOptions = {}): Promise<string> {
  return subjects(source, options).then(
    () => 'no error',
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : 'no Error'),
  )
}

function addBlob(repository: string, name: string, text: string): void {
  rmSync(path.join(repository, 'm'), { force: true })
  rmSync(path.join(repository, 'd'), { force: true })
  writeFileSync(path.join(repository, name), text)
  git(repository, 'add', '-A')
  git(repository, 'commit', '-q', '-m', name)
}

function buildInbox(): string {
  const inbox = path.join(folder, 'inbox')
  const spam = mail('spam@example.org', 'buy', 'now')
  const epochs = [
    [
      ['m', mail('a1@example.org', '[PATCH] imag: align the lock', 'text')],
      ['m', spam],
      ['m', mail('b1@example.org', 'unrelated', 'text')],
      ['d', spam],
    ],
    [['m', mail('a2@example.org', 'Re: [PATCH] imag: align the lock', 'From here on it is fine.', 'a1@example.org')]],
  ]
  epochs.forEach((changes, index) => {
    const work = path.join(folder, `work-${index}`)
    mkdirSync(work, { recursive: true })
    git(work, 'init', '-q')
    for (const [name = '', text = ''] of changes) addBlob(work, name, text)
    mkdirSync(path.join(inbox, 'git'), { recursive: true })
    git(folder, 'clone', '-q', '--bare', work, path.join(inbox, 'git', `${index}.git`))
  })
  return inbox
}

let server: Server
let address = ''
beforeAll(async () => {
  const mbox = `From mboxrd@z Thu Jan  1 00:00:00 1970\n${mail('t1@example.org', 'threaded', 'text')}`
  server = createServer((request, response) => {
    if (request.url === '/all/t1@example.org/t.mbox.gz')
      response.writeHead(200, { 'content-type': 'application/gzip' }).end(gzipSync(mbox))
    else if (request.url?.startsWith('/all/robot'))
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Are you human?</title>')
    else response.writeHead(404).end('not found')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  address = typeof bound === 'object' && bound ? `http://127.0.0.1:${bound.port}` : ''
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('readSources: public-inbox of two epochs -> threads across them, what was deleted left out', async () => {
  const inbox = buildInbox()
  const files: string[][] = []
  for await (const { file, bytes } of readSources(inbox))
    files.push((await readMail(bytes, file)).value.map((message) => message.id))
  expect(files.sort()).toEqual([['a1@example.org', 'a2@example.org'], ['b1@example.org']])
  expect(await subjects(inbox, { thread: 'a2@example.org' })).toHaveLength(2)
  expect(await subjects(inbox, { match: (text) => text.includes('align') })).toHaveLength(2)
  const scanned: string[] = []
  for await (const { bytes } of scanSources(inbox)) scanned.push(Buffer.from(bytes).toString('latin1'))
  expect(scanned.map((text) => /Message-ID: <(.*)>/.exec(text)?.[1])).toEqual([
    'a1@example.org',
    'b1@example.org',
    'a2@example.org',
  ])
  expect(scanned[2]).toContain('\nFrom here on')
})

test('readSources: public-inbox with a mail that lacks its last newline, and ids in two spellings -> one thread of all', async () => {
  const folded = mail('a3@example.org', 'Re: [PATCH] imag: align the lock', 'Yes.').replace(
    '\n\n',
    '\nIn-Reply-To: Your mail of Tue <A1@Example.ORG>\n\n',
  )
  const inbox = path.join(folder, 'odd')
  const work = path.join(folder, 'odd-work')
  mkdirSync(work, { recursive: true })
  git(work, 'init', '-q')
  const first = mail('A1@example.org', '[PATCH] imag: align the lock', 'No newline here').trimEnd()
  const bare = mail('20300101.GA1', 'an id without a sign', 'Words.')
  const answer = mail('a4@example.org', 'Re: an id without a sign', 'Yes.', '20300101.GA1')
  for (const text of [first, folded, bare, answer]) addBlob(work, 'm', text)
  git(folder, 'clone', '-q', '--bare', work, path.join(inbox, '0.git'))
  expect(await subjects(inbox, { thread: 'a3@EXAMPLE.org' })).toEqual([
    '[PATCH] imag: align the lock',
    'Re: [PATCH] imag: align the lock',
  ])
  expect(await subjects(inbox, { thread: 'a4@example.org' })).toHaveLength(2)
})

test('readSources: git clone -> one patch a commit, chosen by id, words or date', async () => {
  const clone = path.join(folder, 'clone')
  mkdirSync(clone)
  git(clone, 'init', '-q')
  for (const [file = '', title = '', date = ''] of [
    ['a.c', 'imag: align the lock', '2024-01-06T10:00:00Z'],
    ['b.c', 'imag: add a counter', '2025-01-06T10:00:00Z'],
  ]) {
    writeFileSync(path.join(clone, file), 'int x;\n')
    git(clone, 'add', '-A')
    execFileSync('git', ['commit', '-q', '-m', title], { cwd: clone, env: { ...env, GIT_COMMITTER_DATE: date } })
  }
  const head = git(clone, 'rev-parse', 'HEAD')
  expect(await subjects(`git:${clone}`, { commits: [head] })).toEqual(['[PATCH] imag: add a counter'])
  expect(await subjects(`git:${clone}`, { grep: ['ALIGN'] })).toEqual(['[PATCH] imag: align the lock'])
  expect(await subjects(`git:${clone}`, { since: '2001-01-01' })).toHaveLength(2)
  expect(await subjects(`git:${clone}`, { since: '2024-06-01' })).toEqual(['[PATCH] imag: add a counter'])
  expect(await failure(`git:${clone}`, { commits: ['--output=/tmp/x'] })).toContain('expected a commit id')
  expect(await failure(`git:${clone}`)).toContain('which commits')
  expect(await failure(`git:${clone}`, { commits: ['0123456789'] })).toContain('SourceError: git log')
})

test('readSources: maildir -> messages of cur and new, in name order', async () => {
  const maildir = path.join(folder, 'maildir')
  for (const name of ['cur', 'new', 'tmp']) mkdirSync(path.join(maildir, name), { recursive: true })
  writeFileSync(path.join(maildir, 'cur', '2.x:2,S'), mail('m2@example.org', 'second', 'text'))
  writeFileSync(path.join(maildir, 'cur', '1.x:2,S'), mail('m1@example.org', 'first', 'text'))
  writeFileSync(path.join(maildir, 'new', '3.x'), mail('m3@example.org', 'third', 'text'))
  writeFileSync(path.join(maildir, 'tmp', '4.x'), mail('m4@example.org', 'unfinished', 'text'))
  expect(await subjects(maildir)).toEqual(['first', 'second', 'third'])
})

test('readSources: lore:<id> -> the thread; a page for robots, an unknown id, no network -> said', async () => {
  const options = { loreUrl: address }
  expect(await subjects('lore:t1@example.org', options)).toEqual(['threaded'])
  expect(await subjects('lore:<t1@example.org>', options)).toEqual(['threaded'])
  expect(await failure('lore:robot@example.org', options)).toContain('checks for robots')
  expect(await failure('lore:none@example.org', options)).toContain('no message none@example.org')
  expect(await failure('lore:x@example.org', { loreUrl: 'http://127.0.0.1:1' })).toContain('is there a network?')
  expect(await failure('lore:../../x', options)).toContain('expected lore:<Message-ID>')
})

test('readSources: nothing there -> an error that names it', async () => {
  expect(await failure(path.join(folder, 'no-such'))).toContain('no such file or folder')
})
