import { describe, expect, test } from 'vitest'
import type { FileDiff } from '../model/diff.ts'
import { readDiffLines, splitRuns } from './diff-lines.ts'

const file = (...hunks: string[][]): FileDiff => ({
  oldPath: 'a.h',
  newPath: 'a.h',
  status: 'modified',
  isBinary: false,
  oldMode: null,
  newMode: null,
  hunks: hunks.map((lines, at) => ({
    oldStart: 10 + at * 50,
    oldLines: 0,
    newStart: 10 + at * 50,
    newLines: 0,
    section: '',
    lines,
    mailLine: 0,
  })),
})

describe('readDiffLines', () => {
  test('numbers: added and removed lines -> one side each', () => {
    const lines = readDiffLines(file([' a', '-b', '+c', '+d', ' e']))[0]?.lines ?? []
    expect(lines.map(({ oldLine, newLine }) => [oldLine, newLine])).toEqual([
      [10, 10],
      [11, null],
      [null, 11],
      [null, 12],
      [12, 13],
    ])
  })
  test('a member that leaves one hunk and comes back in another -> moved, both ways', () => {
    const hunks = readDiffLines(file(['-\tint limit;', ' \tint b;'], [' \tint c;', '+\tint  limit;']))
    expect(hunks[0]?.lines[0]?.moved).toEqual({ side: 'R', line: 61 })
    expect(hunks[1]?.lines[1]?.moved).toEqual({ side: 'L', line: 10 })
  })
  test('braces and blank lines: on both sides -> not moved', () => {
    const hunks = readDiffLines(file(['-}', '-'], ['+}', '+']))
    expect(hunks.flatMap(({ lines }) => lines).every(({ moved }) => moved === null)).toBe(true)
  })
  test('a line changed in place -> its words marked', () => {
    const [before, after] = readDiffLines(file(['-\tlock_t lock;', '+\tlock_t lock __aligned;']))[0]?.lines ?? []
    expect(before?.words?.filter(({ changed }) => changed)).toEqual([])
    expect(after?.words?.find(({ changed }) => changed)?.text.trim()).toBe('__aligned')
  })
  test('lines that have little in common -> no words marked', () => {
    const lines = readDiffLines(file(['-one thing here', '+entirely different words now']))[0]?.lines ?? []
    expect(lines.every(({ words }) => words === null)).toBe(true)
  })
})

describe('splitRuns', () => {
  test('context and change -> runs in order', () => {
    const lines = readDiffLines(file([' a', '-b', '+c', ' d', '+e', '-f']))[0]?.lines ?? []
    expect(
      splitRuns(lines).map((run) =>
        run.kind === 'context' ? run.lines.length : [run.removed.length, run.added.length],
      ),
    ).toEqual([1, [1, 1], 1, [0, 1], [1, 0]])
  })
})
