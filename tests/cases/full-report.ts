import type { CaseRecordInput } from '../../src/model/case.ts'
import { quote } from './case-parts.ts'
import { robot } from './full-mails.ts'

/** The robot report as facts: a headline, another test, suite rows and monitors. */
export const robotReport: NonNullable<CaseRecordInput['reports']>[number] = {
  messageId: robot.id,
  headline: {
    metric: 'ring-bench.push.ops',
    changePercent: 12.4,
    word: 'improvement',
    sources: [quote(robot, '12.4% improvement of ring-bench.push.ops')],
  },
  alsoAffects: [
    {
      metric: 'ring-bench.pull.ops',
      changePercent: -2.1,
      word: 'regression',
      test: null,
      machine: '128 threads 2 sockets',
      parameters: ['nr_threads=50%'],
      sources: [],
    },
  ],
  commit: '89abcdef0123456789abcdef0123456789abcdef',
  commitTitle: 'ring: keep the consumer lock off the hot line',
  parent: '76543210fedcba98',
  machine: '96 threads 2 sockets (Ice Lake) with 256G memory',
  testcase: 'ring-bench',
  parameters: [],
  disclaimer: [quote(robot, 'Results have been estimated based on internal analysis.', 'context')],
  tables: [
    {
      axes: [{ name: 'testcase', value: 'ring-bench' }],
      commits: [
        { sha: '76543210fedcba98', title: null },
        { sha: '89abcdef01234567', title: null },
      ],
      pair: { before: 0, after: 1 },
      runs: { before: null, after: null },
      startLine: 4,
      endLine: 7,
      rows: [
        {
          metric: 'ring-bench.push.ops',
          before: 1021,
          stddevBefore: null,
          change: { pct: 12.4 },
          after: 1148,
          stddevAfter: null,
          line: 4,
          printed: robot.parts[0]?.lines[3] ?? '',
        },
        {
          metric: 'ring-bench.pull.latency_ns',
          before: 210,
          stddevBefore: 4,
          change: { pct: -10.5 },
          after: 188,
          stddevAfter: 3,
          line: 5,
          printed: robot.parts[0]?.lines[4] ?? '',
        },
        {
          metric: 'perf-profile.calltrace.cycles-pp.ring_pull',
          before: 0.52,
          stddevBefore: 12,
          change: { abs: -0.1 },
          after: 0.41,
          stddevAfter: 9,
          line: 6,
          printed: robot.parts[0]?.lines[5] ?? '',
        },
        {
          metric: 'sched_debug.cpu.nr_switches.max',
          before: 4021,
          stddevBefore: 116,
          change: { pct: 88 },
          after: 7559,
          stddevAfter: 40,
          line: 7,
          printed: robot.parts[0]?.lines[6] ?? '',
        },
      ],
    },
  ],
}
