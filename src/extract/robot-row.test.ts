import { describe, expect, test } from 'vitest'
import { messageOf } from '../../tests/message-of.ts'
import { type RowStyle, readRobotRow, renderRobotLine, renderRobotRow } from './robot-row.ts'
import { findRobotTables } from './robot-table.ts'

const cells = (text: string, pairs = 1, style: RowStyle = 'signed') => {
  const reading = readRobotRow(text, pairs, style)
  return reading.kind === 'row' ? reading.row : reading.kind
}

describe('row of a robot table', () => {
  test.each([
    ['latin-1 sign', '    12.50 ±  4%      -8.0%      11.50        disk.rate', 4],
    ['sign lost to another charset', '    12.50 \ufffd  4%      -8.0%      11.50        disk.rate', 4],
    ['sign of latin-2', '    12.50 ą  4%      -8.0%      11.50        disk.rate', 4],
    ['sign of double encoding', '    12.50 Â±  4%      -8.0%      11.50        disk.rate', 4],
    ['sign spelt out', '    12.50 +-  4%      -8.0%      11.50        disk.rate', 4],
    ['sign as a byte name', '    12.50 <B1>  4%      -8.0%      11.50        disk.rate', 4],
    ['sign dropped', '    12.50    4%      -8.0%      11.50        disk.rate', 4],
    ['hundred and more', '    12.50 ±104%      -8.0%      11.50        disk.rate', 104],
    ['not printed', '    12.50            -8.0%      11.50        disk.rate', null],
  ])('deviation: %s -> read', (_, text, stddev) => {
    expect(cells(text)).toEqual({
      cells: [
        { value: 12.5, stddev, runs: null },
        { value: 11.5, stddev: null, runs: null },
      ],
      changes: [{ pct: -8 }],
      metric: 'disk.rate',
    })
  })

  test.each([
    ['absolute', '     20.10           +3.2       23.30        cpu.idle%', [{ abs: 3.2 }]],
    ['two digits from 100,000 on', '      0.00 ± 35% +1e+05%       3.64        a.b', [{ pct: 100_000 }]],
    ['from a zero base', '      0.00       +7.2e+103%       7.17        a.b', [{ pct: 7.2e103 }]],
    ['infinite, as printed in 2014', '      0.00           +Inf%       0.94        a.b', [null]],
  ])('change: %s -> read', (_, text, changes) => {
    expect(cells(text)).toMatchObject({ changes })
  })

  test('row: the line ends before the metric -> incomplete', () => {
    expect(cells('     12.50            -8.0%      11.50')).toBe('incomplete')
    expect(cells('     12.50            -8.0%')).toBe('incomplete')
  })

  test.each(['a sentence with 12 +3% 13', '12 apples, -8.0% pears', '', '   \\  |  \\', '1e400'])(
    'row: %j -> no row, or one to be continued, never a number',
    (text) => {
      expect(['no-row', 'incomplete']).toContain(cells(text))
    },
  )

  test('row: a note behind the metric -> not of its name', () => {
    expect(cells('     12.50            -8.0%      11.50        disk.rate   <--- look')).toMatchObject({
      metric: 'disk.rate',
    })
  })

  test('row: several commits -> a change and a cell for each', () => {
    const row = cells('     10.00           +1.0%      10.10 ±  3%     -2.0%       9.80        a.b', 2)
    expect(row).toMatchObject({ changes: [{ pct: 1 }, { pct: -2 }], metric: 'a.b' })
  })

  test('row: failures of runs -> counts, runs and points', () => {
    expect(cells('           :12          25%           3:12    kmsg.oops', 1, 'fails')).toEqual({
      cells: [
        { value: 0, stddev: null, runs: 12 },
        { value: 3, stddev: null, runs: 12 },
      ],
      changes: [{ abs: 25 }],
      metric: 'kmsg.oops',
    })
  })
})

describe('row printed again', () => {
  const head = (pairs: number) => `         %stddev${'     %change         %stddev'.repeat(pairs)}`
  const printed = (lines: string[], pairs = 1) => {
    const message = messageOf([head(pairs), ...lines].map((line) => line).join('\n'))
    const rows = findRobotTables(message).value.flatMap((table) => table.rows)
    return lines.map((_, index) => renderRobotLine(rows.filter((row) => row.line === index + 2)))
  }
  test('rows of every width -> their lines, byte for byte', () => {
    const lines = [
      ' 1.039e+10 ± 33%    +141.0%  2.504e+10        cpuidle..time',
      '     94.65           -27.6%      68.51 ±  6%  vmstat.procs.r',
      '      0.00 ±116%      -0.0        0.05 ± 22%  mpstat.idle%',
      '      3177 ±218%  +81142.5%    2581268 ± 99%  numa.Inactive(file)',
      '      0.00 ± 35%    +1e+05%       3.64        sched.delay',
      '      0.00       +7.2e+103%       7.17        sched.zero',
      '     -5.00          -100.0%       0.00        sched.negative   <--- odd',
    ]
    expect(printed(lines)).toEqual(lines)
  })
  test('rows of several commits -> their lines, byte for byte', () => {
    const lines = ['    136040            -0.2%     135718 ±  3%      -0.1%     135881        a.per_process_ops']
    expect(printed(lines, 2)).toEqual(lines)
  })
  test('quoted rows -> their lines with the marks, with and without a blank behind them', () => {
    for (const prefix of ['> ', '> > ', '>>', '>']) {
      const line = `${prefix}    136040            -0.2%     135718 ±  3%  a.ops`
      const message = messageOf([`${prefix}${head(1)}`, line].join('\n'))
      const rows = findRobotTables(message).value.flatMap((table) => table.rows)
      expect(rows.map(renderRobotRow)).toEqual([line])
    }
  })
})
