import { describe, expect, test } from 'vitest'
import { caseSchema } from '../model/case.ts'
import { type FeedCase, renderFeed } from './feed.ts'

const makeCase = (slug: string, posted: string | null, changed: string | null = null): FeedCase => ({
  record: caseSchema.parse({
    schema: 1,
    slug,
    title: slug,
    project: 'brook-db',
    author: null,
    kind: { value: 'false-sharing', from: 'catalogue' },
    technique: { value: 'pad', from: 'catalogue' },
    outcome: { value: 'merged', from: 'catalogue' },
    ...(posted === null ? {} : { posted: { value: posted, from: 'catalogue' } }),
  }),
  changed,
})
const titles = (feed: string): string[] =>
  [...feed.matchAll(/<entry>\n?<title>([^<]+)/g)].map((match) => match[1] ?? '')

describe('feed', () => {
  test('cases with and without a day of change -> by that day, else by the patch; no date at all: left out', () => {
    const cases = [
      makeCase('new-patch', '2024-05-01'),
      makeCase('old-patch-corrected', '2009-01-01', '2025-03-04'),
      makeCase('undated-added', null, '2024-06-01'),
      makeCase('undated', null),
    ]
    const feed = renderFeed(cases, 'https://example.org/')
    expect(titles(feed)).toEqual(['old-patch-corrected', 'undated-added', 'new-patch'])
    expect(feed).toContain('<updated>2025-03-04T00:00:00Z</updated><published>2009-01-01T00:00:00Z</published>')
  })
})
