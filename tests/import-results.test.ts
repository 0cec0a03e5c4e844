import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { realEffects } from '../scripts/effects.ts'
import { runImport } from '../scripts/import.ts'
import { type CaseRecord, caseSchema } from '../src/model/case.ts'
import { findSources, textAt } from './source-check.ts'

const fixtures = new URL('../src/extract/fixtures/result-files', import.meta.url).pathname
const program = new URL('fixtures/two-counters/two-counters.c', import.meta.url).pathname
const slug = 'two-piers'
const isThere = (command: string): boolean => {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false // not installed: the test that needs it is skipped
  }
}
let scratch = ''
let out = ''
let printed: string[] = []
const run = (...list: string[]): Promise<number> =>
  runImport(['--out', out, ...list], {
    ...realEffects,
    log: (text) => void printed.push(text),
    warn: (text) => void printed.push(text),
  })
const write = (name: string, text: string): string => {
  const file = path.join(scratch, name)
  writeFileSync(file, text)
  return file
}
const table = (name: string, values: readonly (number | string)[], unit = 'ms'): string =>
  write(name, `test,metric,unit,value\n${values.map((value) => `splash,time,${unit},${value}\n`).join('')}`)
const recordOf = (): CaseRecord =>
  caseSchema.parse(JSON.parse(readFileSync(path.join(out, 'cases', slug, 'case.json'), 'utf8')))
const filesOf = (): string[] =>
  existsSync(path.join(out, 'cases', slug))
    ? readdirSync(path.join(out, 'cases', slug), { recursive: true, encoding: 'utf8' }).sort()
    : []
const listing = (offset: number): string =>
  `struct harbour {\n\tlong int first;                        /*     0     8 */\n\tlong int second;                       /*    ${offset}     8 */\n\n\t/* size: ${offset + 8}, cachelines: ${offset < 64 ? 1 : 2}, members: 2 */\n};\n`

beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'casebook-results-'))
  out = path.join(scratch, 'content')
  printed = []
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(scratch, { recursive: true })
})

describe('import: two sides', () => {
  test('two files and --title -> a case without mail; again -> nothing changes; sources stand', async () => {
    const list = [
      '--before',
      path.join(fixtures, 'hyperfine-before.in.json'),
      '--after',
      path.join(fixtures, 'hyperfine-after.in.json'),
    ]
    const more = ['--case', slug, '--title', 'Two piers', '--machine', 'an example machine', '--test', 'swell']
    expect(await run(...list, ...more)).toBe(0)
    expect(filesOf()).toEqual([
      'case.json',
      'index.mdx',
      'results',
      'results/001.json',
      'results/002.json',
      'results/sets.json',
    ])
    const before = readFileSync(path.join(out, 'cases', slug, 'case.json'), 'utf8')
    expect(await run(...list, ...more)).toBe(0)
    expect(await run()).toBe(0)
    expect(await run('--check')).toBe(0)
    expect(readFileSync(path.join(out, 'cases', slug, 'case.json'), 'utf8')).toBe(before)
    const record = recordOf()
    expect(record.benchmarks).toHaveLength(1)
    expect(record.benchmarks[0]).toMatchObject({
      test: 'swell',
      machine: 'an example machine',
      runs: 4,
      verdict: 'regression', // the machine was busy: what was measured is what is read
    })
    expect(record.machines[0]?.text).toBe('an example machine')
    const sources = findSources(record)
    expect(sources.length).toBeGreaterThan(7)
    for (const source of sources) {
      const lines = readFileSync(path.join(out, 'cases', source.file ?? ''), 'utf8').split(/\r?\n/)
      expect(textAt(lines, source)).toBe(source.quote)
    }
  })
  test('columns of one file, into an existing case -> one copy, two sides', async () => {
    await run(
      '--before',
      table('a.csv', [1, 2, 3]),
      '--after',
      table('b.csv', [2, 3, 4]),
      '--case',
      slug,
      '--title',
      'x',
    )
    expect(
      await run(path.join(fixtures, 'table-columns.in.tsv'), '--before', 'base', '--after', 'padded', '--case', slug),
    ).toBe(0)
    expect(filesOf()).toContain('results/003.tsv')
    expect(recordOf().benchmarks).toHaveLength(2)
  })
  for (const [name, list, words] of [
    [
      'mixed units',
      () => ['--before', table('a.csv', [1, 2, 3]), '--after', table('b.csv', [1, 2, 3], 's')],
      'one unit',
    ],
    ['NaN', () => ['--before', table('a.csv', [1, 2, 3]), '--after', table('b.csv', [1, 'NaN', 3])], 'b.csv:3'],
    ['a missing side', () => ['--before', table('a.csv', [1, 2, 3])], 'found no --after'],
    [
      'a missing file',
      () => ['--before', table('a.csv', [1]), '--after', path.join(scratch, 'nowhere.csv')],
      'nowhere.csv',
    ],
    [
      'a file of no format',
      () => ['--before', table('a.csv', [1]), '--after', write('b.txt', 'It was faster.\n')],
      'known format',
    ],
  ] as const)
    test(`${name} -> said with what to do, nothing written, 1`, async () => {
      expect(await run(...list(), '--case', slug, '--title', 'Two piers')).toBe(1)
      expect(printed.join('\n')).toContain(words)
      expect(printed.find((text) => text.includes('[bad-result-file]'))?.split('; ').length).toBeGreaterThan(1)
      expect(filesOf()).toEqual([])
    })
  test('no such case and no title, no --case -> said, 1', async () => {
    const list = ['--before', table('a.csv', [1]), '--after', table('b.csv', [1])]
    expect(await run(...list, '--case', slug)).toBe(1)
    expect(printed.join('\n')).toContain('--title TEXT')
    expect(await run(...list)).toBe(1)
    expect(printed.join('\n')).toContain('expected --case SLUG')
    expect(filesOf()).toEqual([])
  })
})

describe('import: layouts', () => {
  const layout = (...list: string[]): Promise<number> => run('layout', ...list, '--case', slug, '--title', 'Two piers')
  test('two saved pahole texts -> kept, one layout with both sides', async () => {
    expect(await layout(write('a.txt', listing(8)), write('b.txt', listing(64)), '--struct', 'harbour')).toBe(0)
    const [found] = recordOf().layouts
    expect(found).toMatchObject({ struct: 'harbour', from: 'result-file', sizeBytes: { before: 16, after: 72 } })
    expect(found?.members.map((member) => member.offsetBytes)).toEqual([
      { before: 0, after: 0 },
      { before: 8, after: 64 },
    ])
    expect(readFileSync(path.join(out, 'cases', slug, 'results/001.txt'), 'utf8')).toBe(listing(8))
  })
  test('an object with pahole in the path -> what it prints; without it -> the package is named', async () => {
    const object = write('a.o', '\u007fELF\u0002\u0001')
    mkdirSync(path.join(scratch, 'bin'))
    vi.stubEnv('PATH', path.join(scratch, 'bin'))
    expect(await layout(object, write('b.txt', listing(64)), '--struct', 'harbour')).toBe(1)
    expect(printed.join('\n')).toMatch(/expected the command pahole.*dwarves/)
    expect(filesOf()).toEqual([])
    write('bin/pahole', `#!/bin/sh\n/bin/cat <<'END'\n${listing(8)}END\n`)
    chmodSync(path.join(scratch, 'bin/pahole'), 0o755)
    expect(await layout(object, write('b.txt', listing(64)), '--struct', 'harbour')).toBe(0)
    expect(recordOf().layouts).toHaveLength(1)
  })
  test('no object, a struct of another name, a bad name -> said, nothing written', async () => {
    const texts = [write('a.txt', listing(8)), write('b.txt', listing(64))]
    expect(await layout(write('c.bin', '\u0001\u0002\u0003'), texts[1] ?? '', '--struct', 'harbour')).toBe(1)
    expect(printed.join('\n')).toContain('expected an ELF object')
    expect(await layout(...texts, '--struct', 'pier')).toBe(1)
    expect(printed.join('\n')).toContain('expected struct pier')
    expect(await layout(...texts)).toBe(1)
    expect(await layout(...texts, '--struct', '../x')).toBe(2)
    expect(filesOf()).toEqual([])
  })
  test.skipIf(!isThere('gcc') || !isThere('pahole'))('two objects of the demonstration -> its offsets', async () => {
    const objects = ['before.o', 'after.o'].map((name) => path.join(scratch, name))
    execFileSync('gcc', ['-g', '-c', program, '-o', objects[0] ?? ''])
    execFileSync('gcc', ['-g', '-DOWN_LINES', '-c', program, '-o', objects[1] ?? ''])
    expect(await layout(...objects, '--struct', 'two_counters')).toBe(0)
    const [found] = recordOf().layouts
    expect(found?.members.map(({ name, offsetBytes }) => [name, offsetBytes.before, offsetBytes.after])).toEqual([
      ['first', 0, 0],
      ['second', 8, 64],
    ])
    expect(found?.holes).toContainEqual(expect.objectContaining({ side: 'after', offsetBytes: 8, sizeBytes: 56 }))
  })
})
