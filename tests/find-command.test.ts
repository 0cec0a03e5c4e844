import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { runFind } from '../scripts/find.ts'
import { runImport } from '../scripts/import.ts'
import { testData } from '../scripts/testdata.ts'
import { type Candidate, candidateSchema } from '../src/model/candidate.ts'
import { mboxBytes, type SampleMail, samplePatch, writeMbox } from './mbox-writer.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'casebook-find-test-'))
const archive = path.join(folder, 'list')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const git = (cwd: string, args: string[], input = ''): string => {
  const env = {
    ...process.env,
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.org',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.org',
  }
  const run = spawnSync('git', args, { cwd, input, encoding: 'utf8', env })
  if (run.status !== 0) throw new Error(`git ${args[0]}: ${run.stderr}`)
  return run.stdout
}

const sharing = samplePatch({
  description: 'The lock shares a cacheline with the counters, false sharing. Move it to its own cacheline.',
})
const mails: SampleMail[] = [
  { id: 'one@example.org', subject: '[PATCH] ring: avoid false sharing of the lock', body: sharing },
  {
    id: 'two@example.org',
    subject: 'Re: [PATCH] ring: avoid false sharing of the lock',
    inReplyTo: 'one@example.org',
    body: '> The lock shares a cacheline with the counters, false sharing.\n\nNice.\n',
  },
  {
    id: 'three@example.org',
    subject: '[PATCH] ring: fix a typo',
    body: samplePatch({ description: 'A typo.', added: ['\tint x; /* the */'] }),
  },
  { id: 'gone@example.org', subject: '[PATCH] pool: avoid false sharing of the head', body: sharing },
  {
    id: 'four@example.org',
    subject: 'kernel test robot',
    from: 'kernel test robot <r@example.org>',
    body: 'cache-misses 12 cacheline false sharing\n',
  },
  ...Array.from({ length: 12 }, (_unused, at) => ({
    id: `p${at}@example.org`,
    subject: `[PATCH] queue${at}: avoid false sharing of the tail`,
    body: sharing.replaceAll('ring', `queue${at}`),
  })),
]

async function find(...args: string[]): Promise<Candidate[]> {
  const lines: string[] = []
  await runFind(
    args,
    (line) => lines.push(line),
    () => undefined,
  )
  return lines.map((line) => candidateSchema.parse(JSON.parse(line)))
}
const ids = (candidates: Candidate[]): string[] => candidates.map(({ id }) => id).sort()

beforeAll(() => {
  const bare = path.join(archive, 'git', '0.git')
  git(folder, ['init', '-q', '--bare', '-b', 'master', bare])
  let stream = ''
  const commit = (name: 'm' | 'd', mail: SampleMail, number: number): void => {
    const text = writeMbox([mail]).split('\n').slice(1).join('\n')
    stream += `commit refs/heads/master\ncommitter A <a@example.org> ${1700000000 + number} +0000\ndata 1\nm\ndeleteall\nM 100644 inline ${name}\ndata ${Buffer.byteLength(text)}\n${text}\n`
  }
  for (const [number, mail] of mails.entries()) commit('m', mail, number)
  for (const mail of mails.filter(({ id }) => id === 'gone@example.org')) commit('d', mail, 100)
  git(bare, ['fast-import', '--quiet'], stream)
})

describe('find', () => {
  test('archive: patches, an answer, a typo, a robot, a deletion -> only patches that are there', async () => {
    const found = await find(archive)
    expect(ids(found)).toEqual(ids(found.filter(({ id }) => id === 'one@example.org' || id.startsWith('p'))))
    expect(found).toHaveLength(13)
    expect(found.find(({ id }) => id === 'one@example.org')).toMatchObject({
      threadSize: 2,
      claim: 'false-sharing',
      source: archive,
    })
    expect(found[0]?.reason.length).toBeGreaterThan(0)
  })
  test('shards: the union of all -> what one run finds, each once', async () => {
    const whole = (await find(archive)).map((one) => JSON.stringify(one)).sort()
    const parts = await Promise.all([1, 2, 3].map((part) => find(archive, '--shard', `${part}/3`)))
    expect(
      parts
        .flat()
        .map((one) => JSON.stringify(one))
        .sort(),
    ).toEqual(whole)
    expect(parts.filter((part) => part.length > 0).length).toBeGreaterThan(1)
  })
  test('resume: a place kept half-way -> the rest is scanned, the result is that of one run', async () => {
    const place = path.join(folder, 'place.json')
    const whole = await find(archive)
    const call = JSON.stringify([[archive], null, null, null])
    const first = whole.slice(0, 4).map((candidate) => ({ candidate: { ...candidate, threadSize: null }, answers: [] }))
    writeFileSync(place, JSON.stringify({ call, source: 0, done: mails.length + 5, found: first }))
    expect(ids(await find(archive, '--resume', place))).toEqual(ids(whole.slice(0, 4)))
    expect(existsSync(place)).toBe(false)
    writeFileSync(place, JSON.stringify({ call, source: 0, done: 0, found: [] }))
    expect(ids(await find(archive, '--resume', place))).toEqual(ids(whole))
  })
  test('resume: a place of another call -> refused, the file stays', async () => {
    const place = path.join(folder, 'other.json')
    writeFileSync(place, JSON.stringify({ call: 'x', source: 0, done: 0, found: [] }))
    const said: string[] = []
    expect(
      await runFind(
        [archive, '--resume', place],
        () => undefined,
        (line) => said.push(line),
      ),
    ).toBe(1)
    expect(said.join()).toContain('kept by another call')
    expect(existsSync(place)).toBe(true)
  })
  test('resume: a file that holds no JSON, a folder that is not there -> refused by its name', async () => {
    const broken = path.join(folder, 'broken.json')
    writeFileSync(broken, '{"call": ')
    const missing = path.join(folder, 'nowhere', 'place.json')
    for (const file of [broken, missing]) {
      const said: string[] = []
      const warn = (line: string) => said.push(line)
      expect(await runFind([archive, '--resume', file], () => undefined, warn)).toBe(1)
      expect(said.join()).toContain(file)
    }
    expect(readFileSync(broken, 'utf8')).toBe('{"call": ')
  })
  test('two epochs: a mail that the later one deletes -> not printed', async () => {
    const list = path.join(folder, 'two-epochs')
    const text = (mail: SampleMail) => writeMbox([mail]).split('\n').slice(1).join('\n')
    const commit = (name: string, mail: SampleMail) =>
      `commit refs/heads/master\ncommitter A <a@example.org> 1700000000 +0000\ndata 1\nm\ndeleteall\nM 100644 inline ${name}\ndata ${Buffer.byteLength(text(mail))}\n${text(mail)}\n`
    const [one, , , gone] = mails
    if (one === undefined || gone === undefined) throw new Error('expected mails')
    for (const [epoch, stream] of [commit('m', one) + commit('m', gone), commit('d', gone)].entries()) {
      const bare = path.join(list, 'git', `${epoch}.git`)
      git(folder, ['init', '-q', '--bare', '-b', 'master', bare])
      git(bare, ['fast-import', '--quiet'], stream)
    }
    expect(ids(await find(list))).toEqual([one.id])
  })
  test('--kind and --since: a candidate of another kind or day -> left out', async () => {
    expect(await find(archive, '--kind', 'infrastructure')).toEqual([])
    expect(await find(archive, '--since', '2026-01-01')).toEqual([])
    expect(await find(archive, '--since', '2025-03-03')).toHaveLength(13)
  })
  test('wrong calls: no source, an unknown kind, a shard out of range -> exit 2 and what was expected', async () => {
    for (const args of [[], ['x', '--kind', 'cold'], ['x', '--shard', '4/3'], ['x', '--since', 'May']]) {
      const said: string[] = []
      expect(
        await runFind(
          args,
          () => undefined,
          (line) => said.push(line),
        ),
      ).toBe(2)
      expect(said.join()).toContain('expected')
    }
    expect(
      await runFind(
        [path.join(folder, 'nothing')],
        () => undefined,
        () => undefined,
      ),
    ).toBe(1)
  })
  test('clone: commits by message and diff -> the one that matters, by its id', async () => {
    const clone = path.join(folder, 'clone')
    git(folder, ['init', '-q', '-b', 'main', clone])
    const commit = (file: string, text: string, message: string): void => {
      writeFileSync(path.join(clone, file), text)
      git(clone, ['add', '.'])
      git(clone, ['commit', '-q', '-m', message])
    }
    const body = 'struct ring {\n\tint mask;\n\tspinlock_t lock;\n\tint rest;\n};\n'
    commit('ring.h', body, 'ring: start')
    commit(
      'ring.h',
      body.replace('lock;', 'lock ____cacheline_aligned_in_smp;'),
      'ring: move the lock\n\nThe lock bounces the cacheline that readers of mask need.',
    )
    commit('other.h', 'int x;\n', 'other: add x')
    const found = await find(`git:${clone}`)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      commit: git(clone, ['rev-parse', 'HEAD~1']).trim(),
      technique: 'align-member',
      threadSize: null,
    })
  })
  test('import --found: candidates of an archive -> their cases with the whole thread', async () => {
    const file = path.join(folder, 'found.jsonl')
    const found = (await find(archive)).filter(({ id }) => id === 'one@example.org')
    writeFileSync(file, `${found.map((one) => JSON.stringify(one)).join('\n')}\nno candidate\n`)
    const out = path.join(folder, 'content')
    expect(await runImport(['--found', file, '--out', out])).toBe(1) // for the line that is none
    const cases = path.join(out, 'cases', 'ring-avoid-false-sharing-of')
    const thread = z
      .object({ messages: z.array(z.object({ id: z.string() })) })
      .parse(JSON.parse(readFileSync(path.join(cases, 'thread.json'), 'utf8')))
    expect(thread.messages.map(({ id }) => id)).toEqual(['one@example.org', 'two@example.org'])
  })
  test.skipIf(testData() === null)(
    'gold: every entry that is judged -> found or left alone, by the command itself',
    async () => {
      const shared = testData() ?? ''
      const gold = z
        .object({
          cases: z.array(
            z.object({
              file: z.string(),
              messageId: z.string().nullable(),
              title: z.string().optional(),
              falseSharing: z.boolean().nullish(),
            }),
          ),
        })
        .parse(JSON.parse(readFileSync(path.join(shared, 'gold', 'gold.json'), 'utf8')))
      const wrong: string[] = []
      for (const [file, entries] of Map.groupBy(gold.cases, (entry) => entry.file)) {
        const found = await find(path.join(shared, file))
        for (const { messageId, title, falseSharing } of entries) {
          if (falseSharing === null || falseSharing === undefined) continue
          const isFound = found.some((one) =>
            messageId ? one.id === messageId : title !== undefined && one.subject.endsWith(title),
          )
          if (isFound !== falseSharing) wrong.push(`${file} ${title ?? messageId}: found ${isFound}`)
        }
      }
      expect(wrong).toEqual([])
    },
  )
  test('mbox, packed: the same mails gzipped -> the same patches', async () => {
    const { gzipSync } = await import('node:zlib')
    const plain = path.join(folder, 'a.mbox')
    const packed = path.join(folder, 'a.mbox.gz')
    writeFileSync(plain, mboxBytes(mails))
    writeFileSync(packed, gzipSync(mboxBytes(mails)))
    const wanted = [...ids(await find(archive)), 'gone@example.org'].sort()
    expect(ids(await find(plain))).toEqual(wanted)
    expect(ids(await find(packed))).toEqual(wanted)
  })
})
