import type { Entry } from '../scripts/eval/score-facts.ts'

/** A mail under other names and numbers, and the gold entry that must be found in it. */
export type Rewritten = { mail: string; gold: Entry[] }

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
const whole = (low: number, high: number, random: () => number): number => low + Math.floor(random() * (high - low))
const decimals = (value: number, digits: number): number => Number(value.toFixed(digits))
const hex = (length: number, random: () => number): string =>
  `${Array.from({ length: length - 2 }, () => whole(0, 16, random).toString(16)).join('')}a7`
const signed = (value: number, digits = 2): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`
const replaceAll = (mail: string, pairs: [string, string][]): string =>
  pairs.reduce((text, [from, by]) => {
    if (!text.includes(from)) throw new Error(`the seed mail does not hold ${JSON.stringify(from)}`)
    return text.replaceAll(from, () => by)
  }, mail)
const nouns = ['pond', 'reed', 'otter', 'heron', 'brook', 'delta', 'marsh', 'fjord', 'weir', 'eddy', 'creek', 'gull']
const kernels = ['6.9-rc3', '5.14-rc1', '7.1-rc6', '6.12-rc2']

/** The reply that quotes a patch which is not here. */
export function rewriteReply(mail: string, random: () => number): Rewritten {
  const [before, change] = [whole(900, 90_000, random), decimals(0.6 + random() * 30, 1)]
  const after = Math.round(before * (1 + change / 100))
  const test = pick(['disk-rr', 'disk-cp', 'sync-disk-rw', 'page-test', 'exec-test'], random)
  const machine = pick(['4-sockets skylake', '2-sockets icelake', '2-sockets haswell'], random)
  const title = `${pick(nouns, random)}: Avoid setting ${pick(nouns, random)} bits that are already set`
  const [reply, patch, commit] = [
    `${hex(12, random)}@example.org`,
    `${hex(14, random)}-1-writer@example.org`,
    hex(40, random),
  ]
  return {
    mail: replaceAll(mail, [
      ['buffer: Avoid setting buffer bits that are already set', title],
      ['AIM7/creat-clo', `AIM7/${test}`],
      ['3.3%(15431->15936)', `${change.toFixed(1)}%(${before}->${after})`],
      ['2-sockets broadwell', machine],
      ['e2953a84-31d1-fdd2-faf8-62967a9f29c6@kernel.dk', reply],
      ['1508772444-27879-1-git-send-email-kemi.wang@intel.com', patch],
      ['7fcbbaf18392f0b17c95e2f033c8ccf87eecde1d', commit],
      ['Mon, 23 Oct 2017 11:19:47 -0500', 'Wed, 6 Jan 2027 10:00:00 +0100'],
    ]),
    gold: [
      {
        file: 'rewritten',
        messageId: reply,
        title,
        falseSharing: true,
        claimed: null,
        kind: 'contention',
        technique: 'check-before-write',
        accept: ['remove-shared-write'],
        version: 1,
        missing: [patch],
        files: [],
        benchmarks: [{ test, metric: 'jobs-per-min', before, after, changePercent: change, machine }],
        relatedCommits: [commit],
      },
    ],
  }
}

/** The table with variants and intervals. */
export function rewriteTable(mail: string, random: () => number): Rewritten {
  const names = shuffle(nouns, random)
  const prefix = (names[0] ?? 'p').charAt(0)
  const [a, b, c, d, lock, list] = names.slice(1, 7).map((name) => `${prefix}_${name}`)
  const struct = `${names[7]}_sb_info`
  const tests = shuffle(['chdir', 'dentry', 'flock', 'link', 'rename', 'seek', 'utime', 'sendfile'], random).slice(0, 3)
  const variants = [
    pick(['legacy', 'plain', 'default'], random),
    pick(['fast_path', 'new_format', 'percpu_map'], random),
  ]
  const base = pick(kernels, random)
  const size = 8 * whole(100, 500, random)
  const machine = pick(['two Xeon Gold 6248', 'two Xeon Silver 4310', 'four Xeon Platinum 8380'], random)
  const [previous, commit] = [`2027${hex(9, random)}-1-writer@xxxxxxxxxxx`, hex(40, random)]
  const rows = variants.flatMap((variant) =>
    tests.map((test) => {
      const before = decimals(20 + random() * 30_000, 2)
      const change = decimals((random() - 0.3) * 40, 2)
      const low = decimals(change - 1 - random() * 8, 2)
      return {
        variant,
        test,
        before,
        after: decimals(before * (1 + change / 100), 2),
        change,
        low,
        high: decimals(change + 1 + random() * 8, 2),
      }
    }),
  )
  const line = (row: (typeof rows)[number]): string =>
    `${row.variant.padEnd(12)} ${row.test.padEnd(9)} ${row.before.toFixed(2).padStart(8)}   ${row.after.toFixed(2).padStart(8)}        ${signed(row.change)}`
  const interval = (row: (typeof rows)[number] | undefined): string =>
    row ? `${row.test} [${signed(row.low)}, ${signed(row.high)}]` : ''
  const tableStart = mail.indexOf('legacy       dnotify')
  const tableEnd = mail.indexOf('\n\nDescriptive 95%')
  const boundsStart = mail.indexOf('  legacy:      dnotify')
  const boundsEnd = mail.indexOf('\nThese are intervals')
  const bounds = [
    `  ${`${variants[0]}:`.padEnd(12)} ${interval(rows[0])}, ${interval(rows[1])},\n               ${interval(rows[2])}`,
    `  ${`${variants[1]}:`.padEnd(12)} ${interval(rows[3])}, ${interval(rows[4])},\n               ${interval(rows[5])}`,
  ].join('\n')
  const retold =
    mail.slice(0, tableStart) +
    rows.map(line).join('\n') +
    mail.slice(tableEnd, boundsStart) +
    bounds +
    mail.slice(boundsEnd)
  const told = (row: (typeof rows)[number] | undefined): string => `${row?.change.toFixed(2)}% for`
  const isUp = (rows[0]?.change ?? 0) > 0 && (rows[1]?.change ?? 0) > 0
  const prose: [string, string] = [
    'mean throughput improved by 13.52% for\nstress-ng dnotify and 31.70% for unlink.',
    isUp
      ? `mean throughput improved by ${told(rows[0])}\nstress-ng ${tests[0]} and ${told(rows[1])} ${tests[1]}.`
      : 'mean throughput changed\nin stress-ng runs.',
  ]
  const rewritten = replaceAll(retold, [
    prose,
    ['legacy dnotify, perf', `${variants[0]} ${tests[0]}, perf`],
    ['v7.3-rc1', `v${base}`],
    ['two Xeon Silver 4208', machine],
    ['2496', String(size)],
    ['20260903021836.962624-1-jonaszhou-oc@xxxxxxxxxxx', previous],
    ['cee9395acd8043be0644b25c34bfa86623f2b935', commit],
    ['ext4_sb_info', struct],
    ['s_err_report_sec', `${c}_sec`],
    ['s_err_report', `${c}`],
    ['s_li_request', d ?? ''],
    ['s_journal', a ?? ''],
    ['s_ext4_flags', `${b}_flags`],
    ['s_orphan_lock', `${lock}_lock`],
    ['s_orphan', list ?? ''],
  ])
  return {
    mail: rewritten,
    gold: [
      {
        file: 'rewritten',
        messageId: null,
        title: 'ext4: move journal state away from orphan list updates',
        falseSharing: true,
        kind: 'false-sharing',
        technique: 'reorder-members',
        accept: ['split-struct'],
        version: 2,
        rfc: false,
        structs: [struct],
        files: ['fs/ext4/ext4.h'],
        layouts: [{ struct, sizeBytes: { before: size, after: size } }],
        movedMembers: [a ?? '', `${b}_flags`, `${c}_sec`, d ?? ''],
        previousVersion: previous,
        baseCommit: commit,
        benchmarks: rows.map(({ test, variant, before, after, change, low, high }) => ({
          test,
          variant,
          before,
          after,
          changePercent: change,
          ci95: { low, high },
          machine,
          kernel: base,
        })),
      },
    ],
  }
}

/** The RFC with slab phases, a cost, and a robot's comment on a rebased hunk. */
export function rewriteSlab(mail: string, random: () => number): Rewritten {
  const names = shuffle(nouns, random)
  const [outer, inner] = [`${names[0]}_inode_info`, `${names[1]}_inode`]
  const members = names.slice(2, 6).map((name) => `n_${name}`)
  const start = 8 * whole(10, 60, random)
  const offsets = [start, start + 120, start + 134, start + 144, start + 152]
  const size = 16 * whole(50, 80, random) + 8
  const grown = Math.ceil(size / 64) * 64
  const cost = grown - size
  const percent = decimals((cost / size) * 100, 2)
  const tests = shuffle(['shell1', 'context1', 'pipe', 'spawn', 'fsbuffer'], random).slice(0, 2)
  const [runs, count] = pick<[string, number]>(
    [
      ['Six', 6],
      ['Twelve', 12],
      ['Five', 5],
      ['Eight', 8],
    ],
    random,
  )
  const kernel = pick(['6.12', '5.19', '7.0', '6.6'], random)
  const numbers = tests.map(() => {
    const before = decimals(1000 + random() * 2_000_000, 1)
    const change = decimals(0.5 + random() * 25, 2)
    return { before, after: decimals(before * (1 + change / 100), 1), change }
  })
  const [line, moved] = [whole(20, 4000, random), whole(3, 60, random)]
  const row = (index: number): string => {
    const { before, after, change } = numbers[index] ?? { before: 0, after: 0, change: 0 }
    return `  unixbench.${(tests[index] ?? '').padEnd(9)} ${before.toFixed(1).padStart(12)} ${after.toFixed(1).padStart(14)}    ${signed(change).padStart(9)}%`
  }
  const tableStart = mail.indexOf('  unixbench.fstime ')
  const tableEnd = mail.indexOf('\n\nOn this build, the slab')
  const retold = `${mail.slice(0, tableStart)}${row(0)}\n${row(1)}${mail.slice(tableEnd)}`
  return {
    mail: replaceAll(retold, [
      [
        'starts at offset 232, with i_ctime_nsec, i_blkbits,\ni_state, and i_rwsem at offsets 352, 366, 376, and 384, respectively.',
        `starts at offset ${offsets[0]}, with i_ctime_nsec, i_blkbits,\ni_state, and i_rwsem at offsets ${offsets.slice(1, 4).join(', ')}, and ${offsets[4]}, respectively.`,
      ],
      ['is 1072 bytes, so', `is ${size} bytes, so`],
      [
        'grows from 1072 to 1088 bytes,\nan increase of 16 bytes (1.49%)',
        `grows from ${size} to ${grown} bytes,\nan increase of ${cost} bytes (${percent.toFixed(2)}%)`,
      ],
      ['Linux 7.2 on', `Linux ${kernel} on`],
      ['Ten normal-mode runs', `${runs} normal-mode runs`],
      ['@@ -1510,7 +1510,8 @@', `@@ -${line},7 +${line},8 @@`],
      ['@@ -1519,7 +1519,8 @@', `@@ -${line + moved},7 +${line + moved},8 @@`],
      ['ext4_inode_info', outer],
      ['vfs_inode', inner],
      ['i_ctime_nsec', members[0] ?? ''],
      ['i_blkbits', members[1] ?? ''],
      ['i_state', members[2] ?? ''],
      ['i_rwsem', members[3] ?? ''],
    ]),
    gold: [
      {
        file: 'rewritten',
        messageId: null,
        title: 'ext4: cacheline-align inode cache to avoid false sharing',
        falseSharing: true,
        claimed: 'false-sharing',
        kind: 'false-sharing',
        technique: 'slab-align',
        version: 1,
        rfc: true,
        structs: [outer],
        files: ['fs/ext4/super.c'],
        messages: 3,
        commit: null,
        layouts: [
          {
            struct: outer,
            members: [inner, ...members].map((name, index) => ({
              name,
              offsetBytes: { before: offsets[index] ?? null, after: null },
            })),
            sizeBytes: { before: size, after: grown },
          },
        ],
        cost: { bytesPerObject: cost, percent },
        benchmarks: tests.map((test, index) => ({
          test,
          before: numbers[index]?.before ?? null,
          after: numbers[index]?.after ?? null,
          changePercent: numbers[index]?.change ?? null,
          runs: count,
          kernel,
        })),
        reviewComments: [{ file: 'fs/ext4/super.c', side: 'new', line: line + 4, severity: 'Medium' }],
      },
    ],
  }
}
