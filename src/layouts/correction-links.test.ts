import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { buildCorrectionLinks } from './correction-links.ts'

const page = { permalink: 'https://example.org/cases/ring/', title: 'ring: a & b "c" <d>' }
const folder = new URL('../../.github/ISSUE_TEMPLATE/', import.meta.url)

describe('links to the forms for corrections', () => {
  test.each([undefined, '', 'x', 'a/b/c', 'a b/c', 'javascript:x/y', 'a/b?c'])(
    'repository: %j -> no link',
    (repository) => {
      expect(buildCorrectionLinks(repository, page)).toEqual([])
    },
  )
  test('repository of the workflow -> forms that exist, with fields that exist, filled in', () => {
    const links = buildCorrectionLinks('someone/casebook', page)
    expect(links.length).toBe(3)
    for (const { href } of links) {
      const query = new URL(href).searchParams
      const form = parse(readFileSync(new URL(query.get('template') ?? '', folder), 'utf8'))
      const ids = form.body.map((field: { id?: string }) => field.id)
      expect(ids).toContain('page')
      expect(query.get('page')).toBe(page.permalink)
    }
    expect(new URL(links[0]?.href ?? '').searchParams.get('title')).toBe(`Wrong: ${page.title}`)
  })
})
