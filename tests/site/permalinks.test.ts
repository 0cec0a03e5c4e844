import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findBrokenPermalinks, listPermalinks, parsePermalinks } from '../../scripts/finish/permalink-list.ts'
import { buildSites } from './site-under-test.ts'

describe.each(buildSites())('permalinks of $name', ({ dir, contentDir }) => {
  const file = path.join(contentDir, 'permalinks.txt')
  const listed = existsSync(file) ? parsePermalinks(readFileSync(file, 'utf8')) : []
  test('every address listed -> resolves', () => {
    expect(findBrokenPermalinks(dir, listed)).toEqual([])
  })
  test('every address of the site -> resolves by the same rule', () => {
    expect(findBrokenPermalinks(dir, listPermalinks(dir))).toEqual([])
  })
  test('an address that is gone -> found', () => {
    expect(findBrokenPermalinks(dir, ['/cases/no-such-case/', '/about/#no-such-anchor'])).toEqual([
      '/cases/no-such-case/',
      '/about/#no-such-anchor',
    ])
  })
})
