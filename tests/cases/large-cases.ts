import type { StoredMessage } from '../../src/model/thread-file.ts'
import { baseRecord, type FixtureCase, fileDiff, message, patchOf, quote, threadOf } from './case-parts.ts'

function manyMessages(): FixtureCase {
  const slug = 'ring-400-messages'
  const title = 'ring: a change much talked about'
  const first = message({
    id: 'talk-0@example.org',
    from: 'Ann Writer',
    subject: `[PATCH] ${title}`,
    date: '2022-01-01T00:00:00Z',
    text: 'Align the lock. push gains 7.25%.',
  })
  const messages: StoredMessage[] = [first]
  for (let n = 1; n < 400; n += 1) {
    const parent = messages[n % 3 === 0 ? 0 : n - 1] ?? first
    const minute = String(n % 60).padStart(2, '0')
    const hour = String(Math.floor(n / 60)).padStart(2, '0')
    messages.push(
      message({
        id: `talk-${n}@example.org`,
        from: `Reader ${n % 17}`,
        subject: `Re: [PATCH] ${title}`,
        date: `2022-01-02T${hour}:${minute}:00Z`,
        parent,
        text: `> Align the lock.\n\nAnswer ${n}.`,
      }),
    )
  }
  return {
    slug,
    title,
    story: '',
    facts: undefined,
    record: {
      ...baseRecord(slug, title),
      postings: [first.id],
      benchmarks: [
        {
          suite: 'ring-bench',
          test: 'push',
          changePercent: 7.25,
          changePercentIs: 'stated',
          verdict: 'claim',
          from: 'mail',
          sources: [quote(first, '7.25%')],
        },
      ],
      trailers: [{ name: 'Acked-by', person: 'Reader 3', value: 'Reader 3', messageId: 'talk-3@example.org', line: 3 }],
    },
    thread: threadOf(slug, messages, [patchOf(first, 1, [fileDiff('lib/ring.c', '@@ 1 1\n-a\n+b')])]),
  }
}

function manyResults(): FixtureCase {
  const slug = 'ring-300-results'
  const title = 'ring: three hundred results'
  const rows = Array.from({ length: 300 }, (_, n) => `test-${n}  ${100 + n}  ${(100 + n) * (1 + (n % 21) / 100 - 0.1)}`)
  const mail = message({
    id: 'results@example.org',
    from: 'Ann Writer',
    subject: `[PATCH] ${title}`,
    date: '2022-02-01T00:00:00Z',
    text: rows.join('\n'),
  })
  return {
    slug,
    title,
    story: '',
    facts: undefined,
    record: {
      ...baseRecord(slug, title),
      postings: [mail.id],
      benchmarks: rows.map((row, n) => ({
        suite: n % 2 === 0 ? 'ring-bench' : 'hammer',
        test: `test-${n}`,
        variant: n % 3 === 0 ? 'many CPUs' : null,
        metric: 'operations',
        before: 100 + n,
        changePercent: (n % 21) - 10,
        changePercentIs: 'computed' as const,
        higherIsBetter: true,
        stddevPercent: n % 5 === 0 ? { before: 1.5, after: 2 } : null,
        verdict: 'claim' as const,
        from: 'mail' as const,
        sources: [quote(mail, row)],
      })),
    },
    thread: threadOf(slug, [mail]),
  }
}

const evil = `"><script>alert(1)</script>{1+1}<!--'&]]>\u202e`

function hostile(): FixtureCase {
  const slug = 'ring-hostile'
  const mail = message({
    id: `../../${evil}`.replace(/\s/g, ''),
    from: evil,
    subject: evil,
    date: null,
    text: `${evil}\n${'x'.repeat(9000)}\n</pre></div><svg onload=alert(1)>`,
  })
  const source = quote(mail, evil)
  return {
    slug,
    title: evil,
    story: '',
    facts: undefined,
    record: {
      ...baseRecord(slug, evil),
      subsystem: evil,
      language: evil,
      author: { name: evil },
      files: [`../${evil}`],
      structs: [evil],
      movedMembers: [evil],
      members: [
        { struct: evil, name: evil, role: 'lock', roleNote: evil, roleFrom: 'stated', from: 'mail', sources: [source] },
      ],
      layoutNotes: [{ text: evil, from: 'catalogue' }],
      machines: [{ text: evil, from: 'mail', sources: [source] }],
      kernel: { value: evil, sources: [source] },
      evidenceNamed: [evil],
      outcomeNote: evil,
      supersededBy: [evil],
      revertedBy: [evil],
      fixes: [evil],
      related: [evil],
      links: ['javascript:alert(1)', `https://example.org/?q=${encodeURIComponent(evil)}`],
      benchmarks: [
        {
          suite: evil,
          test: evil,
          variant: evil,
          metric: evil,
          unit: evil,
          changePercent: 1,
          printed: { before: evil, after: evil, change: null },
          before: 1,
          after: 2,
          machine: evil,
          kernel: evil,
          note: evil,
          verdict: 'claim',
          from: 'mail',
          sources: [source],
        },
      ],
      layouts: [
        {
          struct: evil,
          base: { alignment: 'aligned', how: evil },
          sizeBytes: { before: 64, after: 64 },
          members: [
            {
              name: evil,
              type: evil,
              sizeBytes: 8,
              offsetBytes: { before: 0, after: 8 },
              role: 'lock',
              roleFrom: 'stated',
            },
            { name: 'b', sizeBytes: 8, offsetBytes: { before: 8, after: 0 }, role: 'read-mostly', roleFrom: 'stated' },
          ],
          from: 'mail',
        },
      ],
      c2c: [{ counter: evil, object: evil, member: evil, test: evil, before: 1, after: 0, unit: evil, from: 'mail' }],
      c2cLines: [
        { address: evil, offsetBytes: 8, columns: { [evil]: evil }, symbol: evil, sourceLine: evil, sources: [source] },
      ],
      cost: { text: evil, from: 'mail', sources: [source] },
      reviewComments: [
        {
          messageId: mail.id,
          author: evil,
          version: 1,
          file: evil,
          side: 'new',
          line: 1,
          text: evil,
          severity: evil,
          how: evil,
          startLine: 1,
          endLine: 1,
        },
      ],
      trailers: [{ name: 'Tested-by', person: evil, value: evil, messageId: mail.id, line: 1 }],
      missing: [{ messageId: evil, why: evil }],
      joins: [{ messageId: mail.id, by: evil, how: evil, inferred: true }],
      summary: evil,
      note: evil,
    },
    thread: threadOf(
      slug,
      [mail],
      [patchOf(mail, 1, [{ ...fileDiff('x', `@@ 1 1 ${evil}\n-${evil}\n+${evil}2`), oldPath: evil, newPath: evil }])],
    ),
  }
}

function extremes(): FixtureCase {
  const slug = 'ring-extremes'
  const title = `ring: ${'a title that goes on and on, '.repeat(7)}and ends`.slice(0, 200)
  const lines = Array.from({ length: 6000 }, (_, n) =>
    n % 3 === 0 ? `-\told_${n}(ring);` : n % 3 === 1 ? `+\tnew_${n}(ring);` : ` \tsame_${n}(ring);`,
  )
  const mail = message({
    id: 'extremes@example.org',
    from: 'דנה לוי',
    subject: `[PATCH] ${title}`,
    date: '2021-06-07T08:09:10Z',
    text: `Long.\n\ndiff --git a/lib/ring.c b/lib/ring.c\n@@ -1,4000 +1,4000 @@\n${lines.join('\n')}`,
  })
  const name = 'a_member_whose_name_is_far_longer_than_any_block_that_could_be_drawn_for_it'
  return {
    slug,
    title,
    story: '',
    facts: undefined,
    record: {
      ...baseRecord(slug, title),
      author: { name: 'דנה לוי' },
      postings: [mail.id],
      structs: ['ring_with_a_name_that_is_also_quite_long_and_has_no_place_to_break'],
      layouts: [
        {
          struct: 'ring_with_a_name_that_is_also_quite_long_and_has_no_place_to_break',
          base: { alignment: 'aligned', how: 'allocated a page at a time' },
          sizeBytes: { before: 4096, after: 4096 },
          members: [
            ...Array.from({ length: 24 }, (_, n) => ({
              name: `${name}_${n}`,
              sizeBytes: 4,
              offsetBytes: { before: n * 4, after: n * 4 + (n > 11 ? 128 : 0) },
              role: n === 3 ? ('write-hot' as const) : ('read-mostly' as const),
              roleFrom: 'stated' as const,
            })),
            {
              name: 'averylongnamewithoutanyunderscoreatallthatcannotbebrokenanywhere',
              sizeBytes: 1,
              offsetBytes: { before: 63 + 64, after: 63 },
              role: 'flags' as const,
              roleFrom: 'stated' as const,
            },
            {
              name: 'buffer',
              sizeBytes: 2000,
              offsetBytes: { before: 1000, after: 1000 },
              role: 'unknown' as const,
              roleFrom: 'inferred' as const,
            },
          ],
          movedMembers: ['averylongnamewithoutanyunderscoreatallthatcannotbebrokenanywhere'],
          from: 'mail',
        },
      ],
    },
    thread: threadOf(slug, [mail], [patchOf(mail, 1, [fileDiff('lib/ring.c', `@@ 1 1\n${lines.join('\n')}`)])]),
  }
}

/** Cases of great length, and one with hostile text in every field. */
export const largeCases: FixtureCase[] = [manyMessages(), manyResults(), hostile(), extremes()]
