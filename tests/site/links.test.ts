import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildSites, listPages, readFile } from './site-under-test.ts'

const undo = (text: string): string =>
  text
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Links of a page with their attribute's entities undone. */
function findLinks(html: string): string[] {
  return [...html.matchAll(/<[a-z][^<>]*?\s(?:href|src|action)="([^"]*)"/gi)].map((match) => undo(match[1] ?? ''))
}
const findIds = (html: string): Set<string> =>
  new Set([...html.matchAll(/\sid="([^"]*)"/g)].map((match) => undo(match[1] ?? '')))
const isOutside = (link: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(link)

/** The faults of one page's links, as sentences. */
function findFaults(dir: string, page: string, idsOf: (file: string) => Set<string>): string[] {
  return findLinks(readFile(dir, page)).flatMap((link) => {
    if (isOutside(link)) return /^https?:\/\//i.test(link) ? [] : [`${page}: ${link} has a scheme of its own`]
    if (link.startsWith('/')) return [`${page}: ${link} is not relative`]
    const [address = '', anchor] = link.split('#')
    const plain = decodeURI(address.split('?')[0] ?? '')
    const target = plain === '' ? page : path.posix.join(path.posix.dirname(page), plain)
    const file = path.join(dir, target)
    if (!existsSync(file) || statSync(file).isDirectory()) return [`${page}: ${link} leads nowhere`]
    if (!anchor || !target.endsWith('.html')) return []
    return idsOf(target).has(decodeURIComponent(anchor)) ? [] : [`${page}: ${link} has no such anchor`]
  })
}

describe.each(buildSites())('links of $name', ({ dir }) => {
  const cache = new Map<string, Set<string>>()
  const idsOf = (file: string): Set<string> => {
    const known = cache.get(file) ?? findIds(readFile(dir, file))
    cache.set(file, known)
    return known
  }
  test('every page: each link inside the site -> relative, with a file and its anchor', () => {
    expect(listPages(dir).flatMap((page) => findFaults(dir, page, idsOf))).toEqual([])
  })
  test('every page: ids -> each once', () => {
    const repeated = listPages(dir).flatMap((page) => {
      const ids = [...readFile(dir, page).matchAll(/<[a-z][^<>]*?\sid="([^"]*)"/gi)].map((match) => match[1] ?? '')
      return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${page}: ${id}`)
    })
    expect(repeated).toEqual([])
  })
})
