import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runReview } from '../scripts/review.ts'
import { testData, testDataMissing } from '../scripts/testdata.ts'
import { readPatches } from '../src/review-pipeline.ts'

const root = path.resolve(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'review-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(...list: string[]): Promise<{ code: number; out: string; said: string }> {
  let out = ''
  let said = ''
  const code = await runReview(
    list,
    (text) => {
      out += text
    },
    (line) => {
      said += `${line}\n`
    },
  )
  return { code, out, said }
}
function keep(name: string, text: string | Uint8Array): string {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}
/** What stands below a heading. */
const section = (out: string, name: string): string => out.split(`${name}\n`)[1]?.split(/\n\n/)[0] ?? ''

const diff = `diff --git a/pond/duck.h b/pond/duck.h
--- a/pond/duck.h
+++ b/pond/duck.h
@@ -1,6 +1,6 @@ struct duck {
 struct duck {
 \tunsigned long feathers;
-\tspinlock_t lock;
+\tspinlock_t lock ____cacheline_aligned_in_smp;
 \tunsigned long quacks;
 };
 
`
const show = `commit 0123456789abcdef0123456789abcdef01234567
Author: A. Author <a@example.org>
Date:   Mon Jan 5 10:00:00 2026 +0000

    pond: keep the lock of a duck off its feathers

    The lock shares a line with feathers: false sharing.

${diff}`

describe('review command', { timeout: 60_000 }, () => {
  test('git show: text -> the struct, the technique, precedents, questions, risks, the guide', async () => {
    const { code, out } = await run(keep('show.txt', show), '--site', 'https://example.org/casebook')
    expect(code).toBe(0)
    expect(out).toMatch(/^"pond: keep the lock of a duck off its feathers"\n/)
    expect(section(out, 'What the patch does')).toMatch(/Structs: +duck\n[\s\S]*Technique: +align-member/)
    expect(out).toContain('https://example.org/casebook/techniques/align-member/')
    expect(section(out, 'Not stated in the patch')).toMatch(/offsets before and after \(pahole -C duck\)/)
  })
  test('bare diff: no mail around it -> reviewed', async () => {
    const { code, out } = await run(keep('bare.diff', diff))
    expect(code).toBe(0)
    expect(out).toMatch(/Structs: +duck/)
  })
  test('forms: --json -> an array with reasons and addresses; --markdown -> nothing of the mail is markup', async () => {
    const hostile = show.replace('pond: keep', 'pond: <img src=x onerror=alert(1)> [x](javascript:y) keep')
    const json: unknown = JSON.parse((await run(keep('show.txt', show), '--json', '--most', '5')).out)
    expect(json).toMatchObject([{ facts: { structs: ['duck'], technique: 'align-member' }, risks: expect.any(Array) }])
    const { out } = await run(keep('hostile.txt', hostile), '--markdown')
    expect(out).not.toMatch(/<img|[^\\]\]\(javascript/)
  })
  test('wrong call, no patch, binary, no file -> code 2 or 1 and what to do', async () => {
    expect((await run()).code).toBe(2)
    expect((await run('x', '--json', '--markdown')).code).toBe(2)
    expect(await run(keep('prose.txt', 'Dear all,\nno patch here.\n'))).toMatchObject({ code: 1, out: '' })
    expect(
      await run(
        keep(
          'binary',
          Uint8Array.from({ length: 4000 }, (_, at) => (at * 7919) % 256),
        ),
      ),
    ).toMatchObject({
      code: 1,
    })
    const missing = await run(path.join(folder, 'none'))
    expect(missing.code).toBe(1)
    expect(missing.said).toContain('no such file')
    expect((await run('--help')).out).toContain('PATCH')
  })
  test('a patch of 200 files; 5 MB of prose around a diff -> an answer in bounded processor time', async () => {
    const many = Array.from({ length: 200 }, (_, at) => diff.replaceAll('duck', `duck${at}`)).join('')
    const started = process.cpuUsage()
    expect((await readPatches(new TextEncoder().encode(many), 'many')).value).toHaveLength(1)
    const prose = 'The lock and the feathers are on one line, 64 bytes long.\n'.repeat(90_000)
    expect((await readPatches(new TextEncoder().encode(prose + diff), 'long')).value).toHaveLength(1)
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(15)
  })
})

describe('review of known patches', { timeout: 60_000 }, () => {
  test('jbd2: the patch of content -> variance asked for, offsets not', async () => {
    const { out } = await run(path.join(root, 'content/cases/jbd2-j-state-lock/mail/001.mbox'))
    const asked = section(out, 'Not stated in the patch')
    expect(asked).toContain('spread from run to run')
    expect(asked).not.toContain('What are the offsets')
  })
  const data = testData()
  if (data === null) test.skip(testDataMissing, () => {})
  else
    test('page_counter v2 -> the first precedent on the same struct; variance, runs, other configurations', async () => {
      const { out } = await run(path.join(data, 'threads/memcg-page_counter.mbox'))
      const first = section(out, 'Nearest precedents')
      expect(first).toMatch(/Why: +same struct: page_counter/)
      const asked = section(out, 'Not stated in the patch')
      for (const words of ['spread from run to run', 'How many runs', 'other configurations'])
        expect(asked).toContain(words)
    })
})
