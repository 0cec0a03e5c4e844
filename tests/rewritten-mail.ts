import type { Entry } from '../scripts/eval/score-facts.ts'

/** What a rewrite of the jbd2 mails changes; the grammar stays. */
export type Rewrite = {
  subsystem: string
  struct: string
  members: [string, string, string]
  offsets: [number, number, number, number]
  tests: string[]
  changes: number[]
  samples: number[]
  runs: [string, number]
  counterRuns: [string, number]
  workers: number
  machine: string
  kernel: string
  base: string
  commit: string
  patchId: string
  reportId: string
  headline: number
  swapped: boolean
  dates: [string, string]
}

const pick = <T>(list: readonly T[], random: () => number): T => {
  const item = list[Math.floor(random() * list.length)]
  if (item === undefined) throw new Error('an empty list to pick from')
  return item
}
const shuffle = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
const hex = (length: number, random: () => number): string =>
  `${Array.from({ length: length - 2 }, () => Math.floor(random() * 16).toString(16)).join('')}a7`
const runWords: [string, number][] = [
  ['six', 6],
  ['seven', 7],
  ['eight', 8],
  ['twelve', 12],
  ['three', 3],
  ['four', 4],
]
const names = ['pond', 'reed', 'otter', 'heron', 'brook', 'delta', 'marsh', 'fjord', 'weir', 'eddy']
const tests = [
  'chdir',
  'dentry',
  'flock',
  'getrandom',
  'inotify',
  'link',
  'mmap-touch',
  'rename',
  'seek',
  'sync-file',
  'xattr',
]
const machines = ['two-socket Intel Xeon Gold 6342', 'four-socket Intel Xeon Platinum 8380', 'two-socket AMD EPYC 9654']

/** One rewrite, by a stream of random numbers. */
export function makeRewrite(random: () => number): Rewrite {
  const [subsystem = 'pond', a = 'reed', b = 'otter'] = shuffle(names, random)
  const prefix = a.charAt(0)
  const [x = '', y = '', z = ''] = shuffle(['gate_lock', 'depth', 'visitors', 'owner_id', 'mode', 'seq'], random)
  const line = 64 * (1 + Math.floor(random() * 3))
  const number = (top: number): number => Math.round((random() * top + 0.11) * 100) / 100
  return {
    subsystem,
    struct: `${a}_${b}`,
    members: [`${prefix}_${x}`, `${prefix}_${y}`, `${prefix}_${z}`],
    offsets: [line, line + 8 + 8 * Math.floor(random() * 2), line + 24 + 8 * Math.floor(random() * 5), line + 64],
    tests: shuffle(tests, random).slice(0, 4),
    changes: [number(30), number(20), number(10), number(9)],
    samples: [1, 2, 3, 4].map(() => 100 + Math.floor(random() * 3000)),
    runs: pick(runWords, random),
    counterRuns: pick(runWords, random),
    workers: 2 + Math.floor(random() * 250),
    machine: pick(machines, random),
    kernel: `${5 + Math.floor(random() * 3)}.${1 + Math.floor(random() * 18)}-rc${1 + Math.floor(random() * 7)}`,
    base: hex(40, random),
    commit: hex(40, random),
    patchId: `2027${hex(10, random)}-1-writer@example.org`,
    reportId: `2027${hex(10, random)}-robot@example.org`,
    headline: Math.round((random() * 20 + 1) * 10) / 10,
    swapped: random() < 0.5,
    dates: ['Tue, 5 Jan 2027 11:03:31 +0100', 'Mon, 15 Feb 2027 01:34:57 +0000'],
  }
}

/** The two mails with a rewrite's names and numbers in place of their own. */
export function rewriteMail(mail: string, to: Rewrite): string {
  const pairs: [string, string][] = [
    [
      'j_flags starts at offset 0, j_errno at offset 8,\nand j_state_lock at offset 56.',
      `j_flags starts at offset ${to.offsets[0]}, j_errno at offset ${to.offsets[1]},\nand j_state_lock at offset ${to.offsets[2]}.`,
    ],
    ['to offset 64 and', `to offset ${to.offsets[3]} and`],
    ['ten-run', `${to.runs[0]}-run`],
    ['five-run', `${to.counterRuns[0]}-run`],
    ['16 stress-ng workers', `${to.workers} stress-ng workers`],
    ['two-socket Intel Xeon Silver 4208', to.machine],
    ['7.3-rc1', to.kernel],
    ['1996, 2041, 1555,\nand 383 to zero', `${to.samples.slice(0, 3).join(', ')},\nand ${to.samples[3]} to zero`],
    [
      '9.60%, 5.42%,\n2.05%, and 4.65%',
      `${to.changes[0]?.toFixed(2)}%, ${to.changes[1]?.toFixed(2)}%,\n${to.changes[2]?.toFixed(2)}%, and ${to.changes[3]?.toFixed(2)}%`,
    ],
    ['cee9395acd8043be0644b25c34bfa86623f2b935', to.base],
    ['b5501f970dbc039df1f7c720b7a481b62de125cd', to.commit],
    ['b5501f970dbc039df1f7c720b7a', to.commit.slice(0, 27)],
    ['b5501f970d', to.commit.slice(0, 10)],
    ['20260902070331.820322-1-jonaszhou-oc@zhaoxin.com', to.patchId],
    ['202611040245.a26ace73-lkp@intel.com', to.reportId],
    ['5.7% improvement', `${to.headline.toFixed(1)}% improvement`],
    [' +5.7% ', `${`+${to.headline.toFixed(1)}%`.padStart(6)} `],
    ['Wed, 2 Sep 2026 15:03:31 +0800', to.dates[0]],
    ['Wed, 4 Nov 2026 09:34:57 +0800', to.dates[1]],
    ...['utime', 'access', 'file-ioctl', 'open'].map((test, index): [string, string] => [
      `stress-ng.${test}`,
      `stress-ng.${to.tests[index]}`,
    ]),
    ['journal_s', to.struct],
    ['j_flags', to.members[0]],
    ['j_errno', to.members[1]],
    ['j_state_lock', to.members[2]],
    ['jbd2', to.subsystem],
  ]
  const rewritten = pairs.reduce((text, [from, by]) => text.replaceAll(from, () => by), mail)
  const second = rewritten.indexOf('\nFrom mboxrd@z', 10) + 1
  return to.swapped ? `${rewritten.slice(second)}\n${rewritten.slice(0, second)}` : rewritten
}

/** What must be found in a rewrite, as two gold entries. */
export function expectedFacts(to: Rewrite, file: string): Entry[] {
  const title = `${to.subsystem}: avoid false sharing with ${to.members[2]}`
  const setup = { runs: to.runs[1], threads: to.workers, machine: to.machine, kernel: to.kernel, metric: 'bogo-ops/s' }
  const after = [null, null, to.offsets[3]]
  return [
    {
      file,
      messageId: to.patchId,
      title,
      falseSharing: true,
      claimed: 'false-sharing',
      kind: 'false-sharing',
      technique: 'align-member',
      version: 1,
      rfc: false,
      structs: [to.struct],
      files: [`include/linux/${to.subsystem}.h`],
      layouts: [
        {
          struct: to.struct,
          members: to.members.map((name, index) => ({
            name,
            offsetBytes: { before: to.offsets[index] ?? null, after: after[index] ?? null },
          })),
        },
      ],
      benchmarks: to.tests.map((test, index) => ({ test, changePercent: to.changes[index] ?? null, ...setup })),
      c2c: to.tests.map((test, index) => ({ test, before: to.samples[index] ?? null, after: 0 })),
      baseCommit: to.base,
      commit: to.commit,
      reports: [to.reportId],
      postings: [to.patchId],
      missing: [],
      backports: [],
    },
    {
      file,
      messageId: to.reportId,
      messageKind: 'lkp-report',
      caseOf: to.patchId,
      headline: { metric: 'fxmark.ssd_ext4_dbench_client_32_directio.works/sec', changePercent: to.headline },
      commit: to.commit,
      parent: '4a87cfb9b45ae07c',
    },
  ]
}
