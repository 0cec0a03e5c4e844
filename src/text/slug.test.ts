import { expect, test } from 'vitest'
import { slug, titleSlug } from './slug.ts'

const cases: [string, string][] = [
  ['jbd2: avoid false sharing', 'jbd2-avoid-false-sharing'],
  ['  ____cacheline_aligned  ', 'cacheline-aligned'],
  ['x86/mm', 'x86-mm'],
  ['Zoë Müller', 'zoe-muller'],
  ['漢字', 'untitled'],
  ['../../etc', 'etc'],
]
for (const [text, expected] of cases)
  test(`slug: ${text} -> ${expected}`, () => {
    expect(slug(text)).toBe(expected)
  })
test('slug: a very long name -> at most 120 characters without a hyphen at the end', () => {
  expect(slug('ab '.repeat(500)).length).toBeLessThanOrEqual(120)
  expect(slug('a'.repeat(119) + ' b'.repeat(9))).toBe('a'.repeat(119))
})
test('titleSlug: a title of seven words -> its first five', () => {
  expect(titleSlug('mm/zone: move the lock - to its line')).toBe('mm-zone-move-the-lock-to')
})
test.each([
  ['\u001b[31mpond\u001b[0m: move the lock', 'pond-move-the-lock'],
  ['\u001b]0;owned\u0007pond: move', 'pond-move'],
  ['\u009b2Jpond', 'pond'],
])('titleSlug: %j -> no letters of what steers a terminal', (title, expected) => {
  expect(titleSlug(title)).toBe(expected)
})
