import { describe, expect, test } from 'vitest'
import { benchmarkSchema } from '../model/benchmark.ts'
import { rowSetup } from './results-table.ts'

const row = (rest: object) => benchmarkSchema.parse({ verdict: 'claim', from: 'catalogue', ...rest })
const figureOf = (rows: ReturnType<typeof row>[]) => ({
  by: 'author' as const,
  of: 'patch' as const,
  suite: null,
  metric: null,
  unit: null,
  higherIsBetter: null,
  positiveIsBetter: false,
  quantity: 'effect' as const,
  draws: 'change' as const,
  variants: [{ name: null, rows }],
})

describe('rowSetup', () => {
  test('threads that differ between rows of one name -> each row says its own', () => {
    const rows = [row({ threads: 128, runs: 5 }), row({ threads: 1, runs: 5 })]
    expect(rows.map((each) => rowSetup(each, figureOf(rows)))).toEqual(['128 threads', 'one thread'])
  })
  test('one setup for all -> nothing, the head of the figure says it', () => {
    const rows = [row({ threads: 64, machine: 'a box' }), row({ threads: 64, machine: 'a box' })]
    expect(rows.map((each) => rowSetup(each, figureOf(rows)))).toEqual([null, null])
  })
  test('machine and kernel of one row only -> that row says them, the other nothing', () => {
    const rows = [row({ machine: 'a box', kernel: '6.1' }), row({})]
    expect(rows.map((each) => rowSetup(each, figureOf(rows)))).toEqual(['a box, 6.1', null])
  })
})
