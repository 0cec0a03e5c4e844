import { describe, expect, test } from 'vitest'
import { judgeFixture, readFixtures } from '../../tests/judgement-fixtures.ts'
import type { Message } from '../model/message.ts'
import { findCost } from './cost.ts'
import { judgePatch } from './judgement.ts'
import { findLayouts } from './struct-layout.ts'

/** A generator of numbers from a seed, so that a failure can be run again. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const keywords = new Set(
  'struct union class enum const static void int long short char unsigned signed bool if for while return else do switch case break continue new this public private protected final abstract volatile func type range var package import let mut pub fn impl use self template typename alignas inline extern typedef sizeof offsetof NULL true false nullptr nil size cacheline cache line lock read write test set the and with from into that'.split(
    ' ',
  ),
)

/** New names for structs, members and files of a patch: every identifier that the diff declares, by a seed. */
function renameIdentifiers(mail: string, seed: number): string {
  const random = seeded(seed)
  const syllables = ['ba', 'ko', 'ru', 'mi', 'ze', 'to', 'la', 'ni', 'vu', 'so']
  const fresh = () => Array.from({ length: 3 }, () => syllables[Math.floor(random() * syllables.length)]).join('')
  const names = new Map<string, string>()
  const declared = new Set<string>()
  for (const line of mail.split('\n')) {
    const struct = /^[-+ @].*\bstruct ([a-z][a-z_]+)\b/.exec(line)?.[1]
    const member = /^[-+ ]\s+[\w *]+[ *]([a-z]{1,3}_[a-z]+)(?:\[\w*\])?;/.exec(line)?.[1]
    for (const name of [struct, member])
      if (
        name &&
        !keywords.has(name) &&
        !/^(?:list_head|hlist_\w+|spinlock|rcu_head|percpu_counter|device|work_struct|mutex|kref|page|file)$/.test(name)
      )
        declared.add(name)
  }
  for (const name of declared) names.set(name, name.replace(/[a-z]+$/, fresh()))
  const [head = '', ...rest] = mail.split('\n\n')
  const body = rest.join('\n\n')
  const swap = (text: string) => text.replace(/\b[a-z][a-z_]*[a-z]\b/g, (word) => names.get(word) ?? word)
  return `${head.replace(/^(Subject: .*?\])\s*[\w/.-]+: /m, `$1 ${fresh()}: `)}\n\n${swap(body)}`
}

describe('judgement, renamed', () => {
  const positives = readFixtures().filter((fixture) => fixture.detected)
  for (const seed of [1, 2, 3, 4, 5])
    test(`judgement: other names of structs and members, seed ${seed} -> the same answers`, async () => {
      const changed: string[] = []
      for (const fixture of positives) {
        const { judgement } = await judgeFixture(fixture.mail)
        const { judgement: renamed } = await judgeFixture(renameIdentifiers(fixture.mail, seed))
        if (
          judgement.detected !== renamed.detected ||
          judgement.technique !== renamed.technique ||
          judgement.kind !== renamed.kind
        )
          changed.push(
            `${fixture.name}: ${judgement.detected} ${judgement.technique} ${judgement.kind} -> ${renamed.detected} ${renamed.technique} ${renamed.kind}`,
          )
        if (judgement.movedMembers.length !== renamed.movedMembers.length) changed.push(`${fixture.name}: moved`)
      }
      expect(changed).toEqual([])
    })
})

describe('judgement, quotes', () => {
  test('judgement: all fixtures -> every quote stands at its place', async () => {
    for (const fixture of readFixtures()) {
      const { judgement, message } = await judgeFixture(fixture.mail)
      expectQuotes(message, [judgement, findLayouts(message, judgement), findCost(message)])
    }
  })
})

/** Walks a value and compares each quote with the lines it names. */
function expectQuotes(message: Message, value: unknown): void {
  const queue: unknown[] = [value]
  for (let guard = 0; queue.length > 0 && guard < 100_000; guard++) {
    const one = queue.pop()
    if (typeof one !== 'object' || one === null) continue
    if (
      'quote' in one &&
      'startLine' in one &&
      'endLine' in one &&
      'startColumn' in one &&
      'endColumn' in one &&
      'part' in one
    ) {
      const lines = (message.parts[Number(one.part)]?.lines ?? []).slice(Number(one.startLine) - 1, Number(one.endLine))
      lines[lines.length - 1] = lines[lines.length - 1]?.slice(0, Number(one.endColumn) - 1) ?? ''
      lines[0] = lines[0]?.slice(Number(one.startColumn) - 1) ?? ''
      expect(lines.join('\n')).toBe(one.quote)
    } else queue.push(...Object.values(one))
  }
}

describe('judgement, hostile input', () => {
  const junk = [
    'struct a {',
    '};',
    '/*',
    '*/',
    '\u202e',
    '____cacheline_aligned_in_smp;',
    'if (x != y)',
    '"',
    '((((',
    '))))',
    'false sharing',
    'cacheline',
    '@@ -1 +1 @@',
    'offset 1e400',
    'from 5 to',
    'x->y',
    '<<<',
    '\u0000',
    'a'.repeat(400),
    ', and'.repeat(50),
    '-> '.repeat(80),
  ]
  test('judgement: fixtures with random lines put in, 60 seeds -> never throws', async () => {
    const fixtures = readFixtures()
    for (let seed = 0; seed < 60; seed++) {
      const random = seeded(seed)
      const lines = (fixtures[seed % fixtures.length]?.mail ?? '').split('\n')
      for (let count = 0; count < 12; count++) {
        const at = 8 + Math.floor(random() * Math.max(1, lines.length - 8))
        lines.splice(
          at,
          0,
          `${['+', '-', ' ', '', '> '][Math.floor(random() * 5)]}${junk[Math.floor(random() * junk.length)]}`,
        )
      }
      const { judgement, message } = await judgeFixture(lines.join('\n'))
      expectQuotes(message, [judgement, findLayouts(message, judgement), findCost(message)])
    }
  })

  const build = (lines: number, line: (index: number) => string) =>
    [
      'From: Ada <ada@example.org>',
      'Subject: [PATCH] herd: avoid false sharing',
      'Message-ID: <big@example.org>',
      '',
      'The cacheline bounces.',
      '---',
      'diff --git a/herd.h b/herd.h',
      '--- a/herd.h',
      '+++ b/herd.h',
      `@@ -1,${lines} +1,${lines} @@ struct herd {`,
      ...Array.from({ length: lines }, (_, index) => [
        `-${line(index)}`,
        `+${line(index)} ____cacheline_aligned;`,
      ]).flat(),
      '',
    ].join('\n')
  const slow: [string, (size: number) => string][] = [
    ['a diff of members', (size) => build(size / 2, (index) => `\tint m_${index};`)],
    [
      'prose of names and numbers',
      (size) =>
        `From: Ada <ada@example.org>\nSubject: [PATCH] herd: false sharing\n\n${'a_b, c_d and e_f at offset 5, '.repeat(size)}\n---\n`,
    ],
    [
      'one line of commas',
      (size) =>
        `From: Ada <ada@example.org>\nSubject: [PATCH] herd: cacheline\n\n${'x_y, '.repeat(size * 4)} at offsets 1\n`,
    ],
    [
      'words without an end',
      (size) =>
        `From: Ada <ada@example.org>\nSubject: [PATCH] herd: cacheline\n\n${'cache line shared written align move not '.repeat(size)}\n`,
    ],
    ['open brackets', (size) => build(size / 2, () => `if (${'('.repeat(60)}x != y`)],
  ]
  for (const [what, make] of slow)
    test(`judgement: ${what}, twice as long -> not four times the processor time`, async () => {
      const { message: small } = await judgeFixture(make(3000))
      const { message: large } = await judgeFixture(make(6000))
      const time = (message: Message) => {
        let best = Number.POSITIVE_INFINITY
        for (let run = 0; run < 3; run++) {
          const start = process.cpuUsage()
          const judgement = judgePatch(message)
          findLayouts(message, judgement)
          findCost(message)
          best = Math.min(best, process.cpuUsage(start).user / 1000)
        }
        return best
      }
      const [first, second] = [time(small), time(large)]
      if (process.env['SHOW']) console.log(what, first.toFixed(0), second.toFixed(0), 'ms')
      expect(second).toBeLessThan(Math.max(400, first * 4))
    })
})
