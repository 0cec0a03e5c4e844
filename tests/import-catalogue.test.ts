import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Effects, realEffects } from '../scripts/effects.ts'
import { runImport } from '../scripts/import.ts'
import { readCases } from '../scripts/read-content.ts'

let scratch = ''
let out = ''
let printed: string[] = []
const world: Effects = {
  ...realEffects,
  log: (text) => void printed.push(text),
  warn: (text) => void printed.push(text),
}
const line = (slug: string, more: object = {}): string =>
  JSON.stringify({
    slug,
    title: `${slug}: move the count`,
    project: 'Linux',
    kind: 'false-sharing',
    technique: 'pad',
    outcome: 'merged',
    summary: 'Moves a count.',
    confidence: 'high',
    ...more,
  })
const importLines = (...lines: string[]): Promise<number> => {
  const file = path.join(scratch, 'facts.jsonl')
  writeFileSync(file, `${lines.join('\n')}\n`)
  return runImport(['--out', out, file], world)
}
const cases = (): string[] => (existsSync(path.join(out, 'cases')) ? readdirSync(path.join(out, 'cases')).sort() : [])

beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'casebook-catalogue-'))
  out = path.join(scratch, 'content')
  printed = []
})
afterEach(() => rmSync(scratch, { recursive: true }))

describe('import of a catalogue: a bad line is refused with line and field, the others go on', () => {
  test.each([
    ['unknown technique', { technique: 'magic' }, 'technique'],
    ['a date that is none', { authored: '2020-02-31T25:00:00Z' }, 'authored'],
    ['a day that is none', { committed: 'yesterday' }, 'committed'],
    ['URL with a script scheme', { links: ['javascript:alert(1)'] }, 'links'],
    ['URL with a data scheme', { links: ['data:text/html,x'] }, 'links'],
    ['summary of 100 kB', { summary: 'x'.repeat(100_000) }, 'summary'],
    ['commit that is not hex', { commit: 'zzzzzzzzzzzz' }, 'commit'],
    ['project of no list', { project: 'No Such Thing' }, 'project'],
    ['slug that climbs', { slug: '../../x' }, 'slug'],
    ['a field nobody knows', { tecnique: 'pad' }, 'tecnique'],
  ])('%s', async (_, more, field) => {
    expect(await importLines(line('first'), line('second', more), line('third'))).toBe(1)
    expect(cases()).toEqual(['first', 'third'])
    const said = printed.find((text) => text.includes('[bad-catalogue-line]'))
    expect(said).toContain('facts.jsonl:2')
    expect(said).toContain(field)
    expect(said?.length).toBeLessThan(1000)
  })
  test('two lines with one slug -> the second refused, both lines named', async () => {
    expect(await importLines(line('pond'), line('brook'), line('pond', { title: 'another' }))).toBe(1)
    expect(cases()).toEqual(['brook', 'pond'])
    const said = printed.find((text) => text.includes('[bad-catalogue-line]'))
    expect(said).toMatch(/facts\.jsonl:3.*slug.*line 1/)
    expect(readFileSync(path.join(out, 'cases/pond/facts.json'), 'utf8')).not.toContain('another')
  })
  test('half a line of JSON -> named by line', async () => {
    expect(await importLines(line('first'), line('second').slice(0, 40))).toBe(1)
    expect(cases()).toEqual(['first'])
    expect(printed.join('\n')).toContain('facts.jsonl:2')
  })
})

describe('import of a catalogue: joins', () => {
  const sha = '0123456789abcdef0123456789abcdef01234567'
  test('a later line with the same commit -> the first case keeps its slug; the line’s own is an alias', async () => {
    expect(await importLines(line('pond', { commit: sha }))).toBe(0)
    expect(await importLines(line('pool', { commit: sha.slice(0, 12) }))).toBe(0)
    expect(cases()).toEqual(['pond'])
    expect(readCases(out).value.map(({ frontMatter }) => frontMatter.aliases)).toEqual([['pool']])
  })
  test('title and author, but another commit -> a case of its own', async () => {
    const same = { title: 'pond: one title', author: 'Ann Writer' }
    expect(await importLines(line('pond', { ...same, commit: sha }))).toBe(0)
    expect(await importLines(line('pool', { ...same, commit: 'f'.repeat(40) }))).toBe(0)
    expect(cases()).toEqual(['pond', 'pool'])
  })
  test('the same file again -> nothing changes; a person’s page stays', async () => {
    await importLines(line('pond'))
    writeFileSync(path.join(out, 'cases/pond/index.mdx'), '---\ntitle: mine\n---\n\nMy story.\n')
    expect(await importLines(line('pond'))).toBe(0)
    expect(printed.at(-1)).toContain(' 0 changed')
    expect(readFileSync(path.join(out, 'cases/pond/index.mdx'), 'utf8')).toContain('My story.')
  })
})
