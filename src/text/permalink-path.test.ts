import { expect, test } from 'vitest'
import { findTwins, permalinkPath } from './permalink-path.ts'

const plain = ['20260902070331.1-1-a@example.org', 'CAGudoHFgtM8P=vAy+x@mail.example', 'a~b_c@d']
for (const id of plain.filter((id) => !id.includes('_')))
  test(`permalinkPath: ${id} -> a folder of that name`, () => {
    expect(permalinkPath(id)).toBe(`m/${id}/`)
  })
const hostile = [
  '../../x',
  'a/b@c',
  'a#b@c',
  'a?b@c',
  '.x@y',
  'ab',
  'a'.repeat(181),
  'ends.',
  'a b@c',
  'é@x',
  'index',
  '',
]
for (const id of hostile)
  test(`permalinkPath: ${id.slice(0, 20)} -> a digest`, () => {
    expect(permalinkPath(id)).toMatch(/^m\/_\/[0-9a-f]{20}\/$/)
  })
test('permalinkPath: ids that fold to one path -> a digest each', () => {
  const twins = findTwins(['Ab@example.org', 'aB@example.org', 'c@example.org', 'c@example.org'])
  expect([...twins].sort()).toEqual(['Ab@example.org', 'aB@example.org'])
  const paths = [...twins].map((id) => permalinkPath(id, true).toLowerCase())
  expect(new Set(paths).size).toBe(2)
})
