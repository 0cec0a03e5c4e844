import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { digestOf } from '../../scripts/finish/case-cache.ts'
import { listFiles } from '../../scripts/list-files.ts'

const root = path.resolve(import.meta.dirname, '../..')
const scratch = mkdtempSync(path.join(tmpdir(), 'casebook-warm-build-'))
const content = path.join(scratch, 'content')
const inCase = (slug: string, file: string): string => path.join(content, 'cases', slug, file)

/** Builds the content into a folder; `fresh`: from nothing, as in CI. */
function build(name: string, fresh: boolean): { status: number | null; said: string } {
  const args = ['--no-search', '--no-pictures', ...(fresh ? ['--fresh'] : [])]
  const { CI: _, ...env } = process.env
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/build.ts'), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...env, CASEBOOK_CONTENT: content, CASEBOOK_OUT: path.join(scratch, name) },
  })
  return {
    status,
    said: stderr
      .split('\n')
      .filter((line) => line.includes(`${path.basename(scratch)}/content`))
      .join('\n'),
  }
}

/** Files that differ between two built sites, or stand in one alone. */
function findDifferences(one: string, other: string): string[] {
  const [a, b] = [path.join(scratch, one), path.join(scratch, other)]
  const names = new Set([...listFiles(a), ...listFiles(b)])
  const read = (file: string): string => {
    try {
      return readFileSync(file, 'latin1')
    } catch {
      return 'not there'
    }
  }
  return [...names].filter((name) => read(path.join(a, name)) !== read(path.join(b, name)))
}

/** A build that uses what the one before kept, against one that starts from nothing. */
function expectSame(): { status: number | null; said: string } {
  const warm = build('warm', false)
  expect(warm).toEqual(build('fresh', true))
  expect(findDifferences('warm', 'fresh')).toEqual([])
  return warm
}

afterAll(() => {
  rmSync(scratch, { recursive: true })
  const kept = digestOf(path.resolve(content)).slice(0, 8)
  for (const name of readdirSync(path.join(root, '.cache')))
    if (name.endsWith(kept)) rmSync(path.join(root, '.cache', name), { recursive: true })
})

test.runIf(process.env['CASEBOOK_ALL'] === '1')(
  'build: cases edited, removed and renamed, then texts edited -> the warm build is byte for byte that of a cold one',
  () => {
    cpSync(path.join(root, 'tests/content'), content, { recursive: true })
    expect(build('warm', false).status).toBe(0)
    appendFileSync(inCase('ring-no-numbers', 'index.mdx'), '\nA story, *told later*.\n')
    writeFileSync(
      inCase('ring-no-diff', 'index.mdx'),
      '---\nschema: 1\ntitle: "ring: another title"\noverrides:\n  technique: pad\n---\n',
    )
    rmSync(inCase('ring-unknown-base', ''), { recursive: true })
    renameSync(inCase('ring-facts-only', ''), inCase('ring-renamed', ''))
    expect(expectSame().status).toBe(0)
    appendFileSync(path.join(content, 'techniques/pad.mdx'), '\nOne more line, and <Case slug="ring-gone" />.\n')
    appendFileSync(inCase('ring-full', 'index.mdx'), '\nAnd <Fact name="technique" />.\n')
    writeFileSync(path.join(content, 'removed.txt'), '/cases/ring-no-layout/ 2026-01-02 mistake\n')
    const { status, said } = expectSame()
    expect(status).toBe(1)
    expect(said).toContain('ring-gone')
    appendFileSync(inCase('ring-order-only', 'index.mdx'), '\nA last story.\n')
    expect(expectSame()).toEqual({ status, said })
  },
  300_000,
)
