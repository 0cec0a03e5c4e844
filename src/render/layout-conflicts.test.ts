import { describe, expect, test } from 'vitest'
import type { Role } from '../model/names.ts'
import { conflictWords, judgeLine, type LineMember } from './layout-conflicts.ts'

const m = (
  name: string,
  role: Role,
  roleFrom: LineMember['roleFrom'] = 'stated',
  roleNote: string | null = null,
): LineMember => ({ name, role, roleFrom, roleNote })

describe('judgeLine', () => {
  test.each<[string, LineMember[], string[], string]>([
    ['nothing', [], [], 'none'],
    ['one reader', [m('a', 'read-mostly')], [], 'none'],
    ['two readers', [m('a', 'read-mostly'), m('b', 'flags')], [], 'none'],
    ['a reader beside a write', [m('a', 'read-mostly'), m('b', 'write-hot')], [], 'conflict'],
    ['flags beside a counter', [m('a', 'flags'), m('b', 'counter')], [], 'conflict'],
    ['a reader beside a lock', [m('a', 'read-mostly'), m('b', 'lock')], [], 'conflict'],
    ['a lock beside what it protects', [m('a', 'lock'), m('b', 'write-hot')], [], 'by-design'],
    [
      'a lock that names what it protects',
      [m('a', 'lock', 'stated', 'protects b and c'), m('b', 'read-mostly')],
      [],
      'by-design',
    ],
    ['a lock that protects another', [m('a', 'lock', 'stated', 'protects c'), m('b', 'read-mostly')], [], 'conflict'],
    [
      'a lock beside a write, and the source says that it hurts',
      [m('a', 'lock'), m('b', 'write-hot')],
      ['a', 'b'],
      'conflict',
    ],
    ['write against write', [m('a', 'counter'), m('b', 'write-hot')], [], 'conflict'],
    ['two locks', [m('a', 'lock'), m('b', 'lock')], [], 'conflict'],
    ['one write alone', [m('a', 'write-hot')], [], 'none'],
    ['a write beside a member of unknown role', [m('a', 'write-hot'), m('b', 'unknown')], [], 'none'],
    ['only unknown roles', [m('a', 'unknown'), m('b', 'unknown')], ['a', 'b'], 'none'],
  ])('%s -> %4$s', (_, members, stated, kind) => {
    expect(judgeLine(members, stated).kind).toBe(kind)
  })
  test('a role that decides is worked out -> the conflict is inferred', () => {
    expect(judgeLine([m('a', 'read-mostly', 'inferred'), m('b', 'lock')])).toMatchObject({
      kind: 'conflict',
      inferred: true,
    })
    expect(judgeLine([m('a', 'read-mostly', 'editor'), m('b', 'lock')])).toMatchObject({
      kind: 'conflict',
      inferred: false,
    })
  })
})

describe('conflictWords', () => {
  const words = (readers: string[], writers: string[], locks: string[], columns = 80) =>
    conflictWords({ readers, writers }, locks, columns)
  test('a lock alone -> taking it', () => {
    expect(words(['a', 'b'], ['l'], ['l'])).toEqual(['taking the lock invalidates a, b'])
  })
  test('writes -> who invalidates whom', () => {
    expect(words(['a'], ['w', 'l'], ['l'])).toEqual(['writing w, l invalidates a'])
    expect(words([], ['v', 'w'], [])).toEqual(['writing either of v, w invalidates the other'])
  })
  test('more than two rows hold -> counts', () => {
    const many = ['one_long_name', 'two_long_names', 'three_long_names', 'four_long_names']
    expect(words(many, ['w', 'v'], [], 40)).toEqual(['4 readers, 2 written members'])
  })
})
