import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Effects, realEffects } from '../scripts/effects.ts'
import { runImport } from '../scripts/import.ts'
import { caseSchema } from '../src/model/case.ts'

let scratch = ''
let clone = ''
let out = ''
let printed: string[] = []
const world: Effects = {
  ...realEffects,
  log: (text) => void printed.push(text),
  warn: (text) => void printed.push(text),
}
const run = (...list: string[]): Promise<number> => runImport(['--out', out, ...list], world)
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', clone, '-c', 'commit.gpgsign=false', ...args], {
    encoding: 'utf8',
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_COMMITTER_NAME: 'Keeper',
      GIT_COMMITTER_EMAIL: 'k@example.org',
    },
  }).trim()

/** Commits a new text of a file; gives back the id. */
function commit(
  file: string,
  text: string,
  title: string,
  author = 'Ann Writer',
  date = '2020-03-04T05:06:07+01:00',
): string {
  mkdirSync(path.dirname(path.join(clone, file)), { recursive: true })
  writeFileSync(path.join(clone, file), text)
  git('add', '-A')
  git(
    'commit',
    '-q',
    '-m',
    title,
    '-m',
    'The counter and the lock shared a cacheline: false sharing.',
    `--author=${author} <a@example.org>`,
    `--date=${date}`,
  )
  return git('rev-parse', 'HEAD')
}
const pond = (members: string[]): string => `struct pond {\n${members.map((name) => `\tint ${name};\n`).join('')}};\n`
const line = (slug: string, more: object): string =>
  JSON.stringify({
    slug,
    title: `${slug}: a title`,
    project: 'Linux',
    kind: 'false-sharing',
    technique: 'reorder-members',
    author: 'Ann Writer',
    outcome: 'merged',
    summary: 'Moves a member.',
    confidence: 'high',
    ...more,
  })
const folder = (slug: string): string => path.join(out, 'cases', slug)
const readRecord = (slug: string) =>
  caseSchema.parse(JSON.parse(readFileSync(path.join(folder(slug), 'case.json'), 'utf8')))
const listMail = (slug: string): string[] =>
  existsSync(path.join(folder(slug), 'mail')) ? readdirSync(path.join(folder(slug), 'mail')) : []

beforeAll(async () => {
  scratch = mkdtempSync(path.join(tmpdir(), 'casebook-hydrate-'))
  clone = path.join(scratch, 'clone')
  out = path.join(scratch, 'content')
  mkdirSync(clone)
  git('init', '-q')
  commit('mm/pond.h', pond(['lock', 'count', 'flags', 'limit']), 'pond: start')
  const bySha = commit('mm/pond.h', pond(['lock', 'flags', 'limit', 'count']), 'pond: move count away from the lock')
  commit('mm/brook.h', pond(['lock', 'a', 'b']).replace('pond', 'brook'), 'brook: start')
  commit('mm/brook.h', pond(['a', 'b', 'lock']).replace('pond', 'brook'), 'brook: move the lock', 'A. N. Writer')
  commit('mm/other.h', pond(['x', 'lock']), 'brook: move the lock', 'Somebody Else')
  commit('mm/twice.h', pond(['x']), 'twice: the same title', 'Ann Writer', '2020-03-05T05:06:07Z')
  commit('mm/twice.h', pond(['x', 'y']), 'twice: the same title', 'Ann Writer', '2020-03-06T05:06:07Z')
  commit('mm/lake.h', pond(['lock', 'count', 'limit']).replace('pond', 'lake'), 'lake: start')
  const lake = commit(
    'mm/lake.h',
    pond(['lock', 'limit', 'count']).replace('pond', 'lake'),
    'lake: keep count off the line of lock',
  )
  const mailed = git('format-patch', '-1', '--stdout', lake)
    .replace(/^From [0-9a-f]{40} .*\n/, '')
    .replace(
      'Subject: [PATCH] lake: keep count off the line of lock',
      'Message-Id: <lake-1@example.org>\nTo: linux-mm@kvack.org\nSubject: [PATCH] lake: avoid false sharing of count',
    )
  writeFileSync(path.join(scratch, 'lake.eml'), mailed)
  const lines = [
    line('by-commit', { commit: bySha.slice(0, 12), title: 'pond: another wording', files: ['mm/elsewhere.h'] }),
    line('by-title', { title: 'brook: move the lock', author: 'A N Writer' }),
    line('twice-undated', { title: 'twice: the same title' }),
    line('twice-dated', { title: 'twice: the same title', authored: '2020-03-06T06:06:07+01:00' }),
    line('not-there', { title: 'sea: nothing of it here' }),
    line('other-project', { title: 'lake: start', project: 'DPDK' }),
  ]
  writeFileSync(path.join(scratch, 'lines.jsonl'), `${lines.join('\n')}\n`)
  expect(await run(path.join(scratch, 'lines.jsonl'))).toBe(0)
  expect(await run('--slug', 'by-patch-id', path.join(scratch, 'lake.eml'))).toBe(0)
  printed = []
  await run(`git:${clone}`, '--known')
}, 60_000)
afterAll(() => rmSync(scratch, { recursive: true }))

describe('git:<clone> --known', () => {
  test('commit abbreviated in the facts -> its patch, as format-patch writes it', () => {
    expect(listMail('by-commit')).toEqual(['commit.patch'])
    const patch = readFileSync(path.join(folder('by-commit'), 'mail/commit.patch'), 'utf8')
    expect(patch).toMatch(/^From [0-9a-f]{40} Mon Sep 17 00:00:00 2001\nFrom: Ann Writer /)
    expect(patch).toContain('Subject: [PATCH] pond: move count away from the lock')
    expect(readRecord('by-commit').movedMembers).toContain('count')
  })
  test('no commit: exact title with its author, spelt another way -> that commit, not a namesake’s', () => {
    expect(readRecord('by-title').files).toEqual(['mm/brook.h'])
  })
  test('a title that two commits bear -> told by the author’s date, else said and left', () => {
    expect(listMail('twice-dated')).toEqual(['commit.patch'])
    expect(listMail('twice-undated')).toEqual([])
    expect(printed.join('\n')).toMatch(/twice-undated.*\[ambiguous-join\]/)
  })
  test('posted under another title -> by patch-id, beside the mail', () => {
    expect(listMail('by-patch-id')).toEqual(['001.eml', 'commit.patch'])
    expect(readRecord('by-patch-id').commit?.sha).toBe(git('log', '-1', '--format=%H', '--', 'mm/lake.h'))
  })
  test('not in the clone, or of another project -> untouched; no new case', () => {
    expect([...listMail('not-there'), ...listMail('other-project')]).toEqual([])
    expect(readdirSync(path.join(out, 'cases')).sort()).toEqual(
      ['by-commit', 'by-patch-id', 'by-title', 'not-there', 'other-project', 'twice-dated', 'twice-undated'].sort(),
    )
  })
  test('the catalogue says another file -> the contradiction is listed with both', () => {
    const said = printed.find((text) => text.includes('[contradiction]') && text.includes('by-commit'))
    expect(said).toContain('mm/pond.h')
    expect(said).toContain('mm/elsewhere.h')
  })
  test('facts.json and index.mdx -> as they were', () => {
    expect(JSON.parse(readFileSync(path.join(folder('by-commit'), 'facts.json'), 'utf8')).facts.files).toEqual([
      'mm/elsewhere.h',
    ])
    expect(readFileSync(path.join(folder('by-commit'), 'index.mdx'), 'utf8')).toContain('Moves a member.')
  })
  test('again -> nothing changes', async () => {
    printed = []
    await run(`git:${clone}`, '--known')
    expect(printed.at(-1)).toContain(', 0 changed,')
  })
  test('no clone, no git: -> said, 1 or 2', async () => {
    expect(await run(`git:${path.join(scratch, 'nowhere')}`, '--known')).toBe(1)
    expect(await run(path.join(scratch, 'lake.eml'), '--known')).toBe(1)
    expect(await run('--known')).toBe(2)
  })
})
