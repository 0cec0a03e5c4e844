import { describe, expect, test } from 'vitest'
import { judgeFixture, readFixtures } from '../../tests/judgement-fixtures.ts'
import { mayMatter } from './raw-filter.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('raw filter', () => {
  test.each([
    'avoid false sharing of the ring',
    'avoid false\n> cacheline sharing',
    'the cache=\nline of the lock', // quoted-printable
    'struct ring {} ____cacheline_aligned_in_smp;',
    'static int on __read_mostly;',
    'the counter ping-pongs between sockets',
    'SLAB_HWCACHE_ALIGN',
    'lock contention in the slow path',
    'This line is bouncing',
    'use crossbeam_utils::CachePadded;',
  ])('text: %j -> may matter', (text) => {
    expect(mayMatter(bytesOf(text))).toBe(true)
  })
  test.each(['page cache of a file', 'a bounded buffer', 'shared memory is false', 'announce the pong'])(
    'text: %j -> does not',
    (text) => {
      expect(mayMatter(bytesOf(text))).toBe(false)
    },
  )
  test('positives of the judgement -> all may matter, but for what is not found either', async () => {
    const missed = readFixtures().filter((one) => one.detected && !mayMatter(bytesOf(one.mail)))
    const found = await Promise.all(
      missed.map(async (one) => ((await judgeFixture(one.mail)).judgement.detected ? [one.name] : [])),
    )
    expect(found.flat()).toEqual([])
  })
  const mail = (encoding: string, body: string) =>
    bytesOf(`From: a@example.org\nContent-Type: text/plain\nContent-Transfer-Encoding: ${encoding}\n\n${body}\n`)
  const long = 'Some text before it, of no matter. '.repeat(9)
  test.each([
    ['base64', btoa(`${long}false sharing`).replace(/.{76}/g, '$&\n'), true],
    ['base64', btoa(long).replace(/.{76}/g, '$&\n'), false],
    ['quoted-printable', 'a patch\n---\nthe two share a cachel=\nine', true],
    ['quoted-printable', 'the cache=20\nline', true],
    ['quoted-printable', 'the page cache=\n of a file', false],
  ])('body in %s: %j -> %j', (encoding, body, expected) => {
    expect(mayMatter(mail(encoding, body))).toBe(expected)
  })
  test('header of a list: nothing of it matters', () => {
    expect(mayMatter(bytesOf('Errors-To: xx-bounces@lists.example.org\nSender: xx-bounces@example.org\n\nhi\n'))).toBe(
      false,
    )
  })
})
