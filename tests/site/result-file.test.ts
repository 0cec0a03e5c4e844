import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realEffects } from '../../scripts/effects.ts'
import { runImport } from '../../scripts/import.ts'

const root = path.resolve(import.meta.dirname, '../..')
const scratch = mkdtempSync(path.join(tmpdir(), 'casebook-result-file-'))
const content = path.join(scratch, 'content')
const slug = 'jbd2-j-state-lock'
let page = ''

/** The first case with a result file beside its mail, built as a site of its own. */
beforeAll(async () => {
  const quiet = { ...realEffects, log: () => {}, warn: () => {} }
  for (const name of ['techniques', 'pages', 'projects.json', 'aliases.json'])
    cpSync(path.join(root, 'tests/content', name), path.join(content, name), { recursive: true })
  const mail = path.join(root, 'content/cases', slug, 'mail/001.mbox')
  expect(await runImport(['--out', content, '--slug', slug, mail], quiet)).toBe(0)
  const table = path.join(scratch, 'results.csv')
  writeFileSync(table, 'suite,test,metric,unit,before,after,runs\nwavebench,splash,throughput,ops/s,4321.5,4753.6,7\n')
  expect(await runImport(['--out', content, '--case', slug, table], quiet)).toBe(0)
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/build.ts'), '--no-search'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, CASEBOOK_CONTENT: content, CASEBOOK_OUT: path.join(scratch, 'dist') },
  })
  expect(status, stderr).toBe(0)
  page = readFileSync(path.join(scratch, 'dist/cases', slug, 'index.html'), 'utf8')
}, 180_000)
afterAll(() => rmSync(scratch, { recursive: true }))

describe('result file', () => {
  test('CSV imported with --case -> its numbers stand on the page beside the mail’s', () => {
    const text = page.replace(/<[^>]+>/g, '')
    for (const number of ['4321.5', '4753.6', 'splash', 'seven runs', '9.60', '1996']) expect(text).toContain(number)
  })
  test('CSV imported with --case -> its row names the file and line as source', () => {
    const row = page.split('<tr').find((part) => part.includes('splash'))
    expect(row?.replace(/<[^>]+>/g, '')).toMatch(/001\.csv L2/)
  })
})
