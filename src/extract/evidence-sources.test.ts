import { describe, expect, test } from 'vitest'
import { benchmarkSchema } from '../model/benchmark.ts'
import type { Source } from '../model/source.ts'
import { structLayoutSchema } from '../model/struct-layout.ts'
import { offsetSources, runSources, spreadSources, variantSources } from './evidence-sources.ts'

const place = (startLine: number, quote: string, says: Source['says'] = 'value'): Source => ({
  messageId: 'ring@example.org',
  part: 0,
  startLine,
  startColumn: 1,
  endLine: startLine,
  endColumn: 1 + quote.length,
  quote,
  says,
})
const result = (more: object) => benchmarkSchema.parse({ test: 'push', verdict: 'claim', from: 'mail', ...more })
const lines = (sources: readonly Source[]): number[] => sources.map(({ startLine }) => startLine)

describe('places of evidence', () => {
  test('runs: several places about runs -> the one that holds the number', () => {
    const sources = [place(9, '+4.0%'), place(7, 'seven-run averages', 'runs'), place(6, '12 workers', 'runs')]
    expect(lines(runSources(result({ runs: 7, sources })))).toEqual([7])
    expect(lines(runSources(result({ runs: 12, sources })))).toEqual([6])
  })
  test('runs: none named but pairs -> the interval, once', () => {
    const ci95 = { low: -1.4, high: 2.5, pairs: 5 }
    const sources = [place(3, '2.50'), place(8, '[-1.40, +2.50]'), place(4, 'push', 'label')]
    expect(lines(runSources(result({ ci95, sources })))).toEqual([8])
    expect(lines(spreadSources(result({ ci95, sources })))).toEqual([8])
  })
  test('configurations: rows of two variants -> where each is named, no number', () => {
    const row = (variant: string, line: number) =>
      result({ variant, sources: [place(line, '12.5'), place(line, variant, 'label'), place(1, 'ringbench', 'label')] })
    const found = variantSources([row('old', 4), row('old', 5), row('new', 6)])
    expect(found.map(({ startLine, quote }) => [startLine, quote])).toEqual([
      [4, 'old'],
      [6, 'new'],
    ])
  })
  test('offsets: a member stated on two lines -> the line of the side', () => {
    const { members } = structLayoutSchema.parse({
      struct: 'ring',
      base: { alignment: 'unknown', how: 'nothing says' },
      sizeBytes: { before: null, after: null },
      members: [
        {
          name: 'head',
          offsetBytes: { before: 24, after: 128 },
          sources: [place(3, 'head at offset 24'), place(5, 'to offset 0x80')],
        },
      ],
      from: 'mail',
    })
    expect(lines(offsetSources(members, 'before'))).toEqual([3])
    expect(lines(offsetSources(members, 'after'))).toEqual([5])
    const listed = [place(2, 'long head; /*    24     8 */'), place(7, 'long head; /*   8    24 */')]
    expect(
      lines(
        offsetSources(
          members.map((member) => ({ ...member, sources: listed })),
          'before',
        ),
      ),
    ).toEqual([2])
  })
})
