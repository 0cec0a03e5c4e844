import { describe, expect, test } from 'vitest'
import { buildTombstones } from './finish/extra-pages.ts'
import { parseRemoved } from './removed.ts'

describe('removed pages', () => {
  test('a path, a date, a reason, a link -> a removal; comments and blank lines -> nothing', () => {
    const text = '# why\n\n/cases/ring-push/ 2026-11-30 author-request https://example.org/thread\n'
    expect(parseRemoved('removed.txt', text)).toEqual({
      value: [
        {
          path: '/cases/ring-push/',
          date: '2026-11-30',
          reason: 'author-request',
          links: ['https://example.org/thread'],
        },
      ],
      problems: [],
    })
  })
  test.each([
    ['another reason', '/cases/a/ 2026-11-30 because'],
    ['no date', '/cases/a/ author-request'],
    ['a path upwards', '/cases/../a/ 2026-11-30 mistake'],
    ['a link of another scheme', '/cases/a/ 2026-11-30 mistake javascript:alert(1)'],
  ])('%s -> a problem with the line', (_, line) => {
    const { value, problems } = parseRemoved('removed.txt', `\n${line}\n`)
    expect(value).toEqual([])
    expect(problems[0]?.file).toBe('removed.txt:2')
  })
  test('a removal -> a tombstone with date, reason and the way out, and nothing else', () => {
    const removal = parseRemoved('removed.txt', '/cases/a/ 2026-11-30 personal-data https://example.org/x').value
    const page = buildTombstones(removal, { site: 'https://example.org/', stylesheet: 'a.css' }).get(
      'cases/a/index.html',
    )
    expect(page).toContain('removed on 2026-11-30 because it held personal data')
    expect(page).toContain('href="https://example.org/x"')
    expect(page).toContain('href="../../a.css"')
  })
})
