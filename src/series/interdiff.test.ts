import { applyPatch, structuredPatch } from 'diff'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../tests/seeded-random.ts'
import type { FileDiff } from '../model/diff.ts'
import { buildInterdiff } from './interdiff.ts'

const join = (lines: string[]): string => lines.map((line) => `${line}\n`).join('')

function diffOf(before: string[], after: string[]): FileDiff[] {
  const { hunks } = structuredPatch('a', 'b', join(before), join(after), undefined, undefined, { context: 3 })
  return [
    {
      oldPath: 'lib/ring.h',
      newPath: 'lib/ring.h',
      status: 'modified',
      isBinary: false,
      oldMode: null,
      newMode: null,
      hunks: hunks.map((hunk) => ({ ...hunk, section: '', mailLine: 0 })),
    },
  ]
}

function edit(lines: string[], random: () => number, name: string): string[] {
  const edited = [...lines]
  for (let count = 0; count < 3; count += 1) {
    const at = Math.floor(random() * edited.length)
    const kind = random()
    if (kind < 0.4) edited.splice(at, 1)
    else if (kind < 0.7) edited.splice(at, 0, `${name} added ${count}`)
    else edited[at] = `${name} changed ${count}`
  }
  return edited
}

const base = Array.from({ length: 60 }, (_, index) => `line ${index} of the base`)

describe('buildInterdiff', () => {
  test('buildInterdiff: 200 random pairs of patches on one base -> applied to the first text it gives the second', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seededRandom(seed)
      const first = edit(base, random, 'first')
      const second = edit(random() < 0.5 ? first : base, random, 'second')
      const { files } = buildInterdiff(diffOf(base, first), diffOf(base, second), 1, 2)
      const hunks = files[0]?.hunks ?? []
      const patch = { oldFileName: 'a', newFileName: 'b', oldHeader: '', newHeader: '', hunks, index: 'x' }
      expect(hunks.length === 0 ? join(first) : applyPatch(join(first), patch), `seed ${seed}`).toBe(join(second))
    }
  })

  test('buildInterdiff: the same change, 100 lines further down -> only moved', () => {
    const after = base.with(30, 'changed')
    const above = Array.from({ length: 100 }, (_, index) => `above ${index}`)
    const moved = diffOf([...above, ...base], [...above, ...after])
    expect(buildInterdiff(diffOf(base, after), moved, 1, 2)).toEqual({
      fromVersion: 1,
      toVersion: 2,
      files: [],
      onlyMoved: true,
    })
  })

  test('buildInterdiff: the same patch -> nothing, not moved', () => {
    const diff = diffOf(base, base.with(30, 'changed'))
    expect(buildInterdiff(diff, diff, 1, 2)).toMatchObject({ files: [], onlyMoved: false })
  })

  test('buildInterdiff: a rebased second version -> only what differs in the change', () => {
    const above = ['new above', 'and more']
    const second = [...above, ...base].with(32, 'changed otherwise')
    const { files } = buildInterdiff(diffOf(base, base.with(30, 'changed')), diffOf([...above, ...base], second), 1, 2)
    expect(files[0]?.hunks.flatMap(({ lines }) => lines).filter((line) => /^[+-]/.test(line))).toEqual([
      '-changed',
      '+changed otherwise',
    ])
  })

  test('buildInterdiff: a file that only the second version touches -> its whole change', () => {
    const diff = diffOf(base, base.with(30, 'changed'))
    const { files } = buildInterdiff([], diff, 1, 2)
    expect(files[0]?.hunks[0]?.lines.filter((line) => /^[+-]/.test(line))).toEqual(['-line 30 of the base', '+changed'])
  })

  test('buildInterdiff: a file that only the first version touches -> its change taken back', () => {
    const diff = diffOf(base, base.with(30, 'changed'))
    const { files } = buildInterdiff(diff, [], 1, 2)
    expect(files[0]?.hunks[0]?.lines.filter((line) => /^[+-]/.test(line))).toEqual(['-changed', '+line 30 of the base'])
  })

  test('buildInterdiff: a change below a function that the hunk shows -> named after that function, else after the hunk', () => {
    const text = [
      'int first(void)',
      '{',
      '\tone();',
      'out:',
      '\ttwo();',
      '}',
      '',
      'int last(void)',
      '{',
      '\tsix();',
      '}',
    ]
    const v1 = text.map((line) => line.replace('one()', 'uno()').replace('six()', 'sei()'))
    const v2 = v1.map((line) => line.replace('two()', 'due()').replace('sei()', 'sex()'))
    const named = (after: string[]): FileDiff[] =>
      diffOf(text, after).map((file) => ({
        ...file,
        hunks: file.hunks.map((hunk) => ({ ...hunk, section: 'int zero(void)' })),
      }))
    const far = [...Array.from({ length: 9 }, () => '\tx();')]
    const sections = (a: string[], b: string[]): string[] =>
      buildInterdiff(named(a), named(b), 1, 2).files.flatMap((file) => file.hunks.map((hunk) => hunk.section))
    expect(sections(v1, v2)).toEqual(['int first(void)'])
    expect(sections([...v1, ...far, '\ty();'], [...v1, ...far, '\tz();'])).toEqual(['int last(void)'])
    expect(
      sections(
        v1,
        v1.map((line) => line.replace('uno()', 'eins()')),
      ),
    ).toEqual(['int zero(void)'])
  })
})
