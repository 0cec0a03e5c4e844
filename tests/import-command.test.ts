import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Effects, realEffects } from '../scripts/effects.ts'
import { runImport } from '../scripts/import.ts'
import { caseSchema } from '../src/model/case.ts'
import { failingEffects } from './failing-effects.ts'

const seeds = new URL('../content/cases', import.meta.url).pathname
const mail = path.join(seeds, 'jbd2-j-state-lock/mail/001.mbox')
const other = path.join(seeds, 'ext4-inode-cache-align/mail/001.txt')
const slug = 'jbd2-avoid-false-sharing-with'
let scratch = ''
let out = ''
let printed: string[] = []
const speak = (world: Effects): Effects => ({
  ...world,
  log: (text) => void printed.push(text),
  warn: (text) => void printed.push(text),
})
const run = (...list: string[]): Promise<number> => runImport(['--out', out, ...list], speak(realEffects))

beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'casebook-import-'))
  out = path.join(scratch, 'content')
  printed = []
})
afterEach(() => rmSync(scratch, { recursive: true }))

const snapshot = (folder: string): [string, string][] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(path.join(folder, name)).isFile())
        .sort()
        .map((name) => [name, readFileSync(path.join(folder, name), 'latin1')])
    : []
const write = (name: string, text: string): string => {
  const file = path.join(scratch, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text, 'latin1')
  return file
}

describe('import', () => {
  test('import: CASEBOOK_CONTENT -> that folder is written, with its own spellings of names', async () => {
    vi.stubEnv('CASEBOOK_CONTENT', out)
    const known = new URL('../content/', import.meta.url).pathname
    mkdirSync(out)
    copyFileSync(path.join(known, 'projects.json'), path.join(out, 'projects.json'))
    writeFileSync(
      path.join(out, 'aliases.json'),
      JSON.stringify({ people: { 'Ann Lee': 'Ann B. Lee' }, subsystems: {}, suites: {} }),
    )
    const patch = write(
      'a.patch',
      'From: Ann Lee <ann@example.org>\nSubject: [PATCH] pond: align the lock\nDate: Mon, 6 Jan 2025 10:00:00 +0000\n\nFalse sharing.\n---\n--- a/p.h\n+++ b/p.h\n@@ -1,3 +1,3 @@\n struct p {\n-\tint a;\n+\tint a ____cacheline_aligned;\n };\n',
    )
    expect(await runImport([patch], speak(realEffects)), printed.join('\n')).toBe(0)
    vi.unstubAllEnvs()
    const record = caseSchema.parse(
      JSON.parse(readFileSync(path.join(out, 'cases/pond-align-the-lock/case.json'), 'utf8')),
    )
    expect(record.author?.name).toBe('Ann B. Lee')
  })
  test('import: the same source twice, then no source -> nothing changes', async () => {
    expect(await run(mail)).toBe(0)
    const first = snapshot(out)
    expect(first.map(([name]) => name)).toEqual(
      ['case.json', 'index.mdx', 'mail/001.mbox', 'thread.json'].map((name) => `cases/${slug}/${name}`),
    )
    expect(await run(mail)).toBe(0)
    expect(await run()).toBe(0)
    expect(await run('--check')).toBe(0)
    expect(snapshot(out)).toEqual(first)
  })
  test('import: another author’s patch of the same title, later -> a case of its own', async () => {
    const patch = (author: string, file: string): string =>
      [
        `From: ${author} <${author.toLowerCase()}@example.org>`,
        'Subject: [PATCH] pond: avoid false sharing',
        'Date: Mon, 6 Jan 2025 10:00:00 +0000',
        `Message-ID: <${author}@example.org>`,
        '',
        'The lock and the eggs share a cacheline: false sharing.',
        '---',
        `--- a/${file}`,
        `+++ b/${file}`,
        '@@ -1,3 +1,3 @@',
        ' struct nest {',
        '-\tspinlock_t lock;',
        '+\tspinlock_t lock ____cacheline_aligned;',
        ' };',
        '',
      ].join('\n')
    expect(await run(write('ann.eml', patch('Ann', 'pond.h')))).toBe(0)
    expect(await run(write('cy.eml', patch('Cy', 'lake.h')))).toBe(0)
    expect(readdirSync(path.join(out, 'cases')).sort()).toEqual([
      'pond-avoid-false-sharing',
      'pond-avoid-false-sharing-2',
    ])
  })
  test('import: a good header over a text without line breaks -> nothing is read, said', async () => {
    const text = 'The lock shares a cacheline: false sharing. 10 Mbps before, 12 Mbps after.'
    const flat = `${text}  ---  pond.h | 2 +-  diff --git a/pond.h b/pond.h  --- a/pond.h  +++ b/pond.h  @@ -1,3 +1,3 @@ struct nest { -\tint a; +\tint a ____cacheline_aligned; };`
    const head =
      'From: Ann <ann@example.org>\nSubject: [PATCH] pond: false sharing\nDate: Mon, 6 Jan 2025 10:00:00 +0000\nMessage-ID: <f@example.org>\n\n'
    expect(await run(write('flat.eml', `${head}${flat}\n`))).toBe(1)
    expect(printed.join('\n')).toContain('flattened-message')
    expect(existsSync(path.join(out, 'cases'))).toBe(false)
  })
  test('import: index.mdx is a person’s -> never touched again', async () => {
    await run(mail)
    const page = path.join(out, 'cases', slug, 'index.mdx')
    writeFileSync(page, '---\ntitle: mine\n---\n\nMy story.\n')
    expect(await run(mail)).toBe(0)
    expect(readFileSync(page, 'utf8')).toContain('My story.')
  })
  test('import: --dry-run -> the plan is said, nothing is written', async () => {
    expect(await run('--dry-run', mail)).toBe(0)
    expect(existsSync(out)).toBe(false)
    expect(printed.join('\n')).toContain(`would write ${slug}`)
  })
  test('import: --slug -> that folder; the next import of the same mail joins it', async () => {
    await run('--slug', 'my-name', mail)
    await run(mail)
    expect(readdirSync(path.join(out, 'cases'))).toEqual(['my-name'])
  })
  test('import: what git show printed -> its commit; the date is the author’s, nothing was posted', async () => {
    const shown = readFileSync(new URL('../src/mail/fixtures/git-show.in.txt', import.meta.url), 'utf8')
    expect(await run('--all', write('shown.txt', shown))).toBe(0)
    const file = path.join(out, 'cases', 'imag-align-the-lock', 'case.json')
    const record = caseSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    expect([record.posted, record.authored?.value]).toEqual([null, '2025-01-06T09:00:00Z'])
    expect(record.commit).toMatchObject({ sha: '5f1d2c3b4a59687766554433221100ffeeddccbb', joinedBy: 'commit' })
  })
  test('import: two sources in either order -> the same cases', async () => {
    await run(mail, other)
    const first = snapshot(out)
    rmSync(out, { recursive: true })
    await run(other, mail)
    expect(snapshot(out)).toEqual(first)
  })
  test('bad arguments -> 2 and what was expected', async () => {
    expect(await run('--slug', '../../x', mail)).toBe(2)
    expect(await run('--shard', '3/2')).toBe(2)
    expect(printed.join('\n')).toContain('expected lower-case words')
  })
})

describe('import: bad input', () => {
  const isSaid = (code: string, where: string): void => {
    const line = printed.find((text) => text.includes(`[${code}]`) && text.includes(where))
    expect(line, printed.join('\n')).toBeDefined()
    expect(line?.split('; ').length).toBeGreaterThan(1)
  }
  test('flattened mail beside a good one -> said, the good one imported, 1', async () => {
    const flat = write('flat.txt', readFileSync(other, 'latin1').replaceAll('\n', ' '))
    expect(await run(flat, mail)).toBe(1)
    isSaid('flattened-message', 'flat.txt')
    expect(existsSync(path.join(out, 'cases', slug, 'case.json'))).toBe(true)
  })
  test('no mail -> said, 1', async () => {
    expect(await run(write('picture.bin', '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR'))).toBe(1)
    expect(existsSync(out)).toBe(false)
    expect(printed.join('\n')).toContain('picture.bin')
  })
  test('mbox cut off inside a mail -> what is there is imported, the cut is said', async () => {
    const whole = readFileSync(mail, 'latin1')
    await run(write('cut.mbox', whole.slice(0, whole.indexOf('commit b5501f97') > 0 ? whole.length - 900 : 4800)))
    expect(existsSync(path.join(out, 'cases', slug, 'case.json'))).toBe(true)
  })
  test('empty folder and missing file -> said, 1', async () => {
    mkdirSync(path.join(scratch, 'empty'))
    expect(await run(path.join(scratch, 'empty'), path.join(scratch, 'nowhere.mbox'))).toBe(1)
    isSaid('empty-input', 'empty')
    isSaid('empty-input', 'nowhere.mbox')
  })
  test('index.mdx with a wrong key -> named with the key, the other case still made, 1', async () => {
    await run(mail, other)
    writeFileSync(path.join(out, 'cases', slug, 'index.mdx'), '---\ntitle: x\ntechnik: pad\n---\n')
    for (const name of readdirSync(path.join(out, 'cases'))) rmSync(path.join(out, 'cases', name, 'thread.json'))
    expect(await run()).toBe(1)
    isSaid('bad-content-file', `${slug}/index.mdx`)
    expect(printed.join('\n')).toContain('technik')
    for (const name of readdirSync(path.join(out, 'cases')))
      expect(existsSync(path.join(out, 'cases', name, 'thread.json'))).toBe(true)
  })
  test('case.json edited by hand -> said, made again, 1; then 0', async () => {
    await run(mail)
    const file = path.join(out, 'cases', slug, 'case.json')
    const made = readFileSync(file, 'utf8')
    writeFileSync(file, made.replace('"language": "C"', '"language": "D"'))
    expect(await run('--check')).toBe(1)
    expect(readFileSync(file, 'utf8')).not.toBe(made)
    expect(await run()).toBe(1)
    isSaid('edited-by-hand', `${slug}/case.json`)
    expect(readFileSync(file, 'utf8')).toBe(made)
    expect(await run()).toBe(0)
  })
  test('failure after every n-th write -> each case as it was or as it should be', async () => {
    await run(mail, other)
    const whole = new Map(
      readdirSync(path.join(out, 'cases')).map((name) => [
        name,
        JSON.stringify(snapshot(path.join(out, 'cases', name))),
      ]),
    )
    for (let n = 0; n < 12; n++) {
      rmSync(out, { recursive: true })
      const code = await runImport(['--out', out, mail, other], speak(failingEffects(n)))
      for (const name of existsSync(path.join(out, 'cases')) ? readdirSync(path.join(out, 'cases')) : [])
        if (!name.startsWith('.')) expect(JSON.stringify(snapshot(path.join(out, 'cases', name)))).toBe(whole.get(name))
      if (n < 4) expect(code).toBe(1)
      expect(await run(mail, other)).toBe(0)
      for (const [name, text] of whole) expect(JSON.stringify(snapshot(path.join(out, 'cases', name)))).toBe(text)
    }
  })
})

describe('import: result file', () => {
  test('CSV with before, after, runs -> results with their row as source', async () => {
    await run(mail)
    const table = write(
      'r.csv',
      'suite,test,metric,unit,before,after,runs\nwave,splash,ops,ops/s,100,110,5\nwave,"dive, deep",ops,ops/s,1e3,x,5\n',
    )
    expect(await run('--case', slug, table)).toBe(1)
    expect(printed.join('\n')).toContain('001.csv:3')
    const record = caseSchema.parse(JSON.parse(readFileSync(path.join(out, 'cases', slug, 'case.json'), 'utf8')))
    const result = record.benchmarks.find((benchmark) => benchmark.from === 'result-file')
    expect(result).toMatchObject({
      test: 'splash',
      before: 100,
      after: 110,
      changePercent: 10,
      changePercentIs: 'computed',
      runs: 5,
    })
    expect(result?.sources[0]).toMatchObject({ file: `${slug}/results/001.csv`, startLine: 2 })
  })
  test('CSV with one run a row -> means, interval and verdict', async () => {
    await run(mail)
    const rows = [10, 11, 10.5]
      .map((value) => `splash,ops/s,before,${value}`)
      .concat([20, 21, 20.5].map((value) => `splash,ops/s,after,${value}`))
    expect(
      await run(
        '--case',
        slug,
        write('runs.csv', `test,unit,side,value,higher is better\n${rows.map((row) => `${row},yes`).join('\n')}\n`),
      ),
    ).toBe(0)
    const record = caseSchema.parse(JSON.parse(readFileSync(path.join(out, 'cases', slug, 'case.json'), 'utf8')))
    const result = record.benchmarks.find((benchmark) => benchmark.from === 'result-file')
    expect(result).toMatchObject({ before: 10.5, after: 20.5, runs: 3, verdict: 'improvement' })
    expect(result?.ci95?.low).toBeGreaterThan(50)
  })
  test('result file without a case -> said, 1', async () => {
    expect(await run(write('r.csv', 'a,b\n1,2\n'))).toBe(1)
    expect(printed.join('\n')).toContain('--case SLUG')
  })
})
