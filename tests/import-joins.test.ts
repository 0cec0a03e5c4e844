import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { realEffects } from '../scripts/effects.ts'
import { runImport } from '../scripts/import.ts'
import { readCases } from '../scripts/read-content.ts'
import { type CaseRecord, caseSchema } from '../src/model/case.ts'
import { type ThreadFile, threadFileSchema } from '../src/model/thread-file.ts'

/** What follows a patch comes in mails of its own, days or years later: it joins the case that is there. */

let scratch = ''
let out = ''
let printed: string[] = []
const say = (text: string): void => void printed.push(text)
const run = (...list: string[]): Promise<number> =>
  runImport(['--out', out, ...list], { ...realEffects, log: say, warn: say })

beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'casebook-joins-'))
  out = path.join(scratch, 'content')
  printed = []
})
afterEach(() => rmSync(scratch, { recursive: true }))

const sha = 'c0ffee0123456789abcdef0123456789abcdef01'
const title = 'pond: keep the eggs apart from the lock'
const slug = 'pond-keep-the-eggs-apart'
const day = (date: number): string => `Mon, ${date} Jan 2025 10:00:00 +0000`
const mail = (from: string, subject: string, date: number, id: string, body: string[], more: string[] = []): string =>
  [
    `From: ${from}`,
    `Subject: ${subject}`,
    `Date: ${day(date)}`,
    `Message-ID: <${id}@example.org>`,
    ...more,
    '',
    ...body,
    '',
  ].join('\n')
const diff = (file: string, old: string, now: string): string[] => [
  '---',
  ` ${file} | 2 +-`,
  ' 1 file changed, 1 insertion(+), 1 deletion(-)',
  '',
  `diff --git a/${file} b/${file}`,
  `--- a/${file}`,
  `+++ b/${file}`,
  '@@ -1,3 +1,3 @@',
  ' struct nest {',
  `-\t${old}`,
  `+\t${now}`,
  ' };',
  '--',
  '2.47.0',
]
const locked = diff('pond.h', 'spinlock_t lock;', 'spinlock_t lock ____cacheline_aligned;')
const ann = 'Ann Lee <ann@example.org>'
const answers = ['In-Reply-To: <patch@example.org>']

const patch = mail(ann, `[PATCH] ${title}`, 6, 'patch', [
  'The lock and the eggs share a cacheline: false sharing.',
  '',
  'Signed-off-by: Ann Lee <ann@example.org>',
  ...locked,
])
const applied = mail(
  'Max Tree <max@example.org>',
  `Re: [PATCH] ${title}`,
  7,
  'applied',
  ['Applied to pond/for-next, thanks!', '', `[1/1] ${title}`, `      commit: ${sha}`],
  answers,
)
const backport = mail('Stable Sue <sue@example.org>', `[PATCH 6.6 12/90] ${title}`, 9, 'stable', [
  'From: Ann Lee <ann@example.org>',
  '',
  `[ Upstream commit ${sha} ]`,
  '',
  'The lock and the eggs share a cacheline: false sharing.',
  '',
  'Signed-off-by: Ann Lee <ann@example.org>',
  'Signed-off-by: Stable Sue <sue@example.org>',
  ...locked,
])
const report = mail(
  'kernel test robot <robot@example.org>',
  '[pond]  c0ffee0123:  egg.ops 12.0% improvement',
  10,
  'robot',
  [
    'Hello,',
    '',
    'kernel test robot noticed a 12.0% improvement of egg.ops on:',
    '',
    `commit: ${sha} ("${title}")`,
    'https://git.example.org/pond.git master',
    '',
    'testcase: egg',
    'test machine: 64 threads 2 sockets (Imagined) with 128G memory',
  ],
)
const revert = mail('Rex <rex@example.org>', `[PATCH] Revert "${title}"`, 20, 'revert', [
  `This reverts commit ${sha}.`,
  '',
  'The nest outgrew its page.',
  '',
  'Signed-off-by: Rex <rex@example.org>',
  ...diff('pond.h', 'spinlock_t lock ____cacheline_aligned;', 'spinlock_t lock;'),
])
const taken = mail(
  'Max Tree <max@example.org>',
  `Re: [PATCH] Revert "${title}"`,
  21,
  'taken',
  ['Sorry for the noise. I took it into my pond-fixes branch.'],
  ['In-Reply-To: <revert@example.org>'],
)
const refusal = mail(
  'Ned <ned@example.org>',
  `Re: [PATCH] Revert "${title}"`,
  22,
  'refusal',
  ['NAK, the page is large enough.', '', 'Nacked-by: Ned <ned@example.org>'],
  ['In-Reply-To: <revert@example.org>'],
)
const fix = mail('Fay <fay@example.org>', '[PATCH] pond: count the eggs once', 12, 'fix', [
  'The move left a second count.',
  '',
  `Fixes: ${sha.slice(0, 12)} ("${title}")`,
  'Signed-off-by: Fay <fay@example.org>',
  ...diff('pond.c', 'eggs += 2;', 'eggs += 1;'),
])
const later = { applied, backport, report, revert, taken, refusal, fix }

let written = 0
function write(name: string, text: string): string {
  written += 1
  const file = path.join(scratch, `in-${written}`, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}
const mboxOf = (mails: string[]): string =>
  mails.map((text) => `From mboxrd@z Thu Jan  1 00:00:00 1970\n${text}\n`).join('')
const cases = (): string[] => readdirSync(path.join(out, 'cases')).sort()
const readRecord = (name = slug): CaseRecord =>
  caseSchema.parse(JSON.parse(readFileSync(path.join(out, 'cases', name, 'case.json'), 'utf8')))
const readThread = (name = slug): ThreadFile =>
  threadFileSchema.parse(JSON.parse(readFileSync(path.join(out, 'cases', name, 'thread.json'), 'utf8')))
/** The generated files without the places in input files, which depend on how the mails came. */
function generated(): unknown {
  const { problems, ...record } = readRecord()
  const said = problems.map(({ code, message }) => `${code}: ${message}`).sort()
  return { record, said, thread: readThread() }
}

describe('import: what follows a patch, in files of its own', () => {
  test('revert that was posted alone -> the case is as it was, and says so', async () => {
    await run(write('a.mbox', mboxOf([patch, applied])))
    expect(await run(write('b.eml', revert)), printed.join('\n')).toBe(0)
    expect(cases()).toEqual([slug])
    const { outcome, revertedBy, reverts } = readRecord()
    expect(outcome.value).toBe('merged')
    expect(revertedBy).toEqual([])
    expect(reverts).toMatchObject([
      { messageId: 'revert@example.org', applied: false, date: '2025-01-20T10:00:00Z', sources: [{ quote: sha }] },
    ])
    expect(printed.join('\n')).not.toContain('left out')
  })
  test('revert that was taken into a tree -> the case is reverted, with the line that says so', async () => {
    await run(write('a.mbox', mboxOf([patch, applied])))
    await run(write('b.eml', revert))
    expect(await run(write('c.eml', taken)), printed.join('\n')).toBe(0)
    const { outcome, revertedBy, reverts } = readRecord()
    expect(outcome).toMatchObject({
      value: 'reverted',
      sources: [{ messageId: 'taken@example.org' }, { messageId: 'revert@example.org', quote: sha }],
    })
    expect(revertedBy).toEqual(['revert@example.org'])
    expect(reverts).toMatchObject([{ applied: true, tree: 'pond-fixes branch' }])
  })
  test.each([
    ['with its revert here', [revert]],
    ['without it', []],
  ])('refusal of a revert, %s -> in the thread of the case', async (_, before) => {
    await run(write('a.mbox', mboxOf([patch, applied, ...before])))
    expect(await run(write('c.eml', refusal)), printed.join('\n')).toBe(0)
    expect(cases()).toEqual([slug])
    expect(readThread().messages.map(({ id }) => id)).toContain('refusal@example.org')
    expect(readRecord().outcome.value).toBe('merged')
    expect(readRecord().trailers.map(({ name }) => name)).not.toContain('Nacked-by')
    await run()
    expect(readThread().messages.map(({ id }) => id)).toContain('refusal@example.org')
  })
  test('revert without a commit that is known -> by its title, or by a link to the posting', async () => {
    await run(write('a.eml', patch))
    await run(write('b.eml', revert))
    expect(readRecord().reverts).toMatchObject([{ how: 'would revert it, by its title' }])
    rmSync(out, { recursive: true })
    await run(write('a.eml', patch))
    const renamed = revert
      .replace(`Revert "${title}"`, 'pond: undo the move of the eggs')
      .replace('Signed-off', 'Link: https://lore.kernel.org/all/patch@example.org/\nSigned-off')
    await run(write('b.eml', renamed))
    expect(readRecord().joins.at(-1)?.how).toBe('would revert it, by its Message-ID')
  })
  test('revert that was reverted -> the patch is as it was', async () => {
    await run(write('a.mbox', mboxOf([patch, applied])))
    await run(write('b.mbox', mboxOf([revert, taken])))
    expect(readRecord().outcome.value).toBe('reverted')
    const again = revert
      .replace(`Revert "${title}"`, `Revert "Revert \\"${title}\\""`.replaceAll('\\', ''))
      .replaceAll('revert@', 'again@')
      .replace(`This reverts commit ${sha}.`, 'The page is larger now.')
      .replace(day(20), day(27))
    await run(write('c.eml', again))
    expect(readRecord().outcome.value).toBe('reverted')
    const takenAgain = taken
      .replaceAll('revert@', 'again@')
      .replaceAll('taken@', 'taken-again@')
      .replace(day(21), day(28))
    await run(
      write('d.eml', takenAgain.replace('Re: [PATCH] Revert', 'Re: [PATCH] Revert "Revert').replace(/"$/m, '""')),
    )
    expect(readRecord().outcome.value).toBe('merged')
  })
  test('applied notice -> merged, with the commit', async () => {
    await run(write('a.eml', patch))
    expect(await run(write('b.eml', applied))).toBe(0)
    expect(readRecord()).toMatchObject({ outcome: { value: 'merged' }, commit: { sha } })
  })
  test('applied notice that lists the patch in a thread of its own -> merged', async () => {
    await run(write('a.eml', patch))
    const listed = applied.replace('In-Reply-To: <patch@example.org>', 'X-Nothing: here')
    expect(await run(write('b.eml', listed.replace(`Re: [PATCH] ${title}`, 'Pond tree: patches applied')))).toBe(0)
    expect(readRecord()).toMatchObject({ outcome: { value: 'merged' }, commit: { sha } })
  })
  test('stable backport -> a backport of the case', async () => {
    await run(write('a.mbox', mboxOf([patch, applied])))
    expect(await run(write('b.eml', backport))).toBe(0)
    expect(cases()).toEqual([slug])
    expect(readRecord().backports).toMatchObject([{ messageId: 'stable@example.org', tree: '6.6' }])
  })
  test('stable backport under a title of its own -> a backport, by the upstream commit it names', async () => {
    await run(write('a.mbox', mboxOf([patch, applied])))
    const renamed = backport.replace(title, 'pond: 6.6: move the eggs').replace('spinlock_t lock;', 'spinlock_t lock ;')
    expect(await run(write('b.eml', renamed))).toBe(0)
    expect(cases()).toEqual([slug])
    expect(readRecord().backports).toMatchObject([{ messageId: 'stable@example.org' }])
  })
  test('robot report -> its headline is a result of the case', async () => {
    await run(write('a.mbox', mboxOf([patch, applied])))
    expect(await run(write('b.eml', report))).toBe(0)
    expect(readRecord().reports).toMatchObject([{ messageId: 'robot@example.org' }])
  })
  test('fix -> it stands in the thread and says what it fixes', async () => {
    await run(write('a.mbox', mboxOf([patch, applied])))
    expect(await run(write('b.eml', fix))).toBe(0)
    expect(cases()).toEqual([slug])
    const join = readRecord().joins.find(({ messageId }) => messageId === 'fix@example.org')
    expect(join?.how).toBe('says that it fixes it, by its commit')
  })
  test('one mbox, or each mail in a file of its own, in several orders -> the same case', async () => {
    const all = [patch, ...Object.values(later)]
    await run(write('all.mbox', mboxOf(all)))
    const whole = generated()
    const orders = [Object.values(later), Object.values(later).toReversed()]
    for (const order of orders) {
      rmSync(out, { recursive: true })
      for (const [at, text] of [patch, ...order].entries()) await run(write(`${at}.eml`, text))
      expect(cases()).toEqual([slug])
      expect(generated()).toEqual(whole)
    }
  })
  test('a mail twice, and every case again -> nothing changes', async () => {
    await run(write('a.eml', patch))
    await run(write('b.eml', revert))
    const before = generated()
    printed = []
    await run(write('c.eml', revert))
    await run(write('d.mbox', mboxOf([revert, patch])))
    await run()
    expect(printed.filter((line) => line.startsWith('wrote'))).toEqual([])
    expect(generated()).toEqual(before)
    expect(readdirSync(path.join(out, 'cases', slug, 'mail'))).toEqual(['001.eml', '002.eml'])
  })
  test('revert before its patch, a case of its own -> the patch’s case has it too', async () => {
    await run('--all', write('a.mbox', mboxOf([revert, taken])))
    await run(write('b.eml', patch))
    expect(readRecord().outcome.value).toBe('reverted')
  })
  test('revert of a patch that is no case -> left out, and when to import it again', async () => {
    expect(await run(write('a.eml', revert.replaceAll('cacheline', 'egg')))).toBe(1)
    expect(printed.join('\n')).toContain('import it again after that one')
  })
})

test('import: problems of a new case -> each printed once, by the file that was given', async () => {
  const broken = patch.replace('@@ -1,3 +1,3 @@', '@@ -1,7 +1,7 @@').replace(day(6), 'yesterday')
  expect(await run(write('a.mbox', mboxOf([broken])))).toBe(0)
  const said = printed.filter((line) => /^(?:error|warning|note):/.test(line))
  expect(said.map((line) => /\[([a-z-]+)\]/.exec(line)?.[1]).sort()).toEqual(['bad-date', 'bad-patch'])
  expect(said.every((line) => line.includes('a.mbox:'))).toBe(true)
  expect(
    readRecord()
      .problems.map(({ code }) => code)
      .sort(),
  ).toEqual(['bad-date', 'bad-patch'])
  expect(readRecord()).toMatchObject({ kind: { value: 'false-sharing' }, technique: { value: 'align-member' } })
  printed = []
  await run()
  expect(printed).toEqual([expect.stringContaining('1 case read, 0 changed, 0 errors, 2 warnings')])
})

test('import: two patches of one series whose titles begin alike -> each case is its own patch', async () => {
  const one = patch.replace('[PATCH]', '[PATCH 1/2]')
  const two = patch
    .replace('[PATCH]', '[PATCH 2/2]')
    .replace('from the lock', 'from the frogs')
    .replace('patch@example.org>', 'second@example.org>\nIn-Reply-To: <patch@example.org>')
    .replaceAll('pond.h', 'frog.h')
  await run(write('a.mbox', mboxOf([one, two])))
  expect(cases()).toEqual([slug, `${slug}-2`])
  expect(readRecord().files).toEqual(['pond.h'])
  expect(readRecord(`${slug}-2`).files).toEqual(['frog.h'])
})

test('import: titles without a Latin letter -> named by the commit or the day, each its own patch', async () => {
  const one = patch.replace(`Subject: [PATCH] ${title}`, 'Subject: [PATCH 1/2] 池塘：把卵和锁分开')
  const two = patch
    .replace(`Subject: [PATCH] ${title}`, 'Subject: [PATCH 2/2] 池塘：把青蛙和锁分开')
    .replace('patch@example.org>', 'second@example.org>\nIn-Reply-To: <patch@example.org>')
    .replaceAll('pond.h', 'frog.h')
  await run(write('a.mbox', mboxOf([one, two])))
  await run()
  expect(cases()).toEqual(['patch-2025-01-06', 'patch-2025-01-06-2'])
  expect(cases().map((name) => readRecord(name).files)).toEqual([['pond.h'], ['frog.h']])
  rmSync(out, { recursive: true })
  await run(write('b.mbox', mboxOf([one, applied.replace(title, '池塘：把卵和锁分开')])))
  expect(cases()).toEqual([`commit-${sha.slice(0, 12)}`])
})

test('import: two patches under one Message-ID -> one warning, which names the one that is used', async () => {
  const other = patch.replace('The lock and', 'Longer words: the lock and').replaceAll('pond.h', 'lake.h')
  await run(write('a.mbox', mboxOf([patch, other])))
  const said = printed.filter((line) => line.includes('[repeated-message-id]'))
  expect(said.length, said.join('\n')).toBe(1)
  expect(said[0]).toContain('is used, this one is left out')
  expect(cases().length).toBe(1)
})

describe('import: what follows a patch that is known by facts alone', () => {
  const line = { slug: 'pond-eggs', project: 'linux', title, author: 'Ann Lee', commit: sha, kind: 'false-sharing' }
  const facts = (): string =>
    write(
      'known.jsonl',
      `${JSON.stringify({ ...line, technique: 'align-member', outcome: 'merged', summary: title, confidence: 'high' })}\n`,
    )
  const load = (): CaseRecord | undefined =>
    readCases(out).value.find(({ record }) => record.slug === 'pond-eggs')?.record

  test.each([
    ['revert', mboxOf([revert, taken])],
    ['revert by title', mboxOf([revert.replaceAll(sha, 'the patch'), taken])],
  ])('%s -> the page says reverted, and keeps its facts', async (_, text) => {
    expect(await run(facts()), printed.join('\n')).toBe(0)
    expect(await run(write('b.mbox', text)), printed.join('\n')).toBe(0)
    expect(cases()).toEqual(['pond-eggs'])
    const record = load()
    expect(record).toMatchObject({ title, author: { name: 'Ann Lee' }, outcome: { value: 'reverted' } })
    expect(record?.kind.value).toBe('false-sharing')
    expect(record?.technique.value).toBe('align-member')
    expect(record?.commit?.sha).toBe(sha)
    expect(record?.versions).toEqual([])
    expect(record?.problems.filter(({ code }) => code === 'contradiction')).toEqual([])
  })
  test('report, fix, applied notice -> joined', async () => {
    await run(facts())
    for (const text of [report, fix, applied]) expect(await run(write('b.eml', text)), printed.join('\n')).toBe(0)
    expect(cases()).toEqual(['pond-eggs'])
    expect(load()?.reports.length).toBe(1)
    expect(
      load()
        ?.joins.map(({ messageId }) => messageId)
        .sort(),
    ).toEqual(['applied', 'fix', 'robot'].map((id) => `${id}@example.org`))
  })
})
