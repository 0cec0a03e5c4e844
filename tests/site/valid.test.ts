import { type ParserError, parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { buildSites, listPages, pageKind, readFile, type SiteUnderTest } from './site-under-test.ts'
import { type PlainElement, walkElements } from './walk-elements.ts'

/** Elements that may not stand in these (HTML, "phrasing content" and the like): what templates get wrong. */
const blocks = new Set(['div', 'section', 'figure', 'table', 'ul', 'ol', 'dl', 'pre', 'p', 'details', 'h1', 'h2', 'h3'])
const phrasingOnly = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'span', 'code', 'summary', 'a:p', 'button', 'label'])
const childrenOf: Record<string, ReadonlySet<string>> = {
  ul: new Set(['li', 'script', 'template']),
  ol: new Set(['li', 'script', 'template']),
  dl: new Set(['dt', 'dd', 'div']),
  tr: new Set(['td', 'th']),
  table: new Set(['caption', 'colgroup', 'thead', 'tbody', 'tfoot']),
}
const required: Record<string, readonly string[]> = { img: ['src', 'alt'], html: ['lang'], input: ['type'] }

/** The faults of one element: a child that its parent does not take, an attribute that is missing or written twice. */
function findElementFaults({ tag, attributes, parent }: PlainElement): string[] {
  const names = attributes.map(([name]) => name)
  const allowed = childrenOf[parent]
  return [
    ...(allowed && !allowed.has(tag) ? [`<${tag}> in <${parent}>`] : []),
    ...(phrasingOnly.has(parent) && blocks.has(tag) && !(parent === 'summary' && /^h\d$/.test(tag))
      ? [`<${tag}> in <${parent}>`]
      : []),
    ...(required[tag] ?? []).filter((name) => !names.includes(name)).map((name) => `<${tag}> without ${name}`),
    ...attributes
      .filter(([name, value]) => name === 'id' && (value === '' || /\s/.test(value)))
      .map(() => `<${tag}> of a bad id`),
  ]
}

/** The faults of a page: what the parser reports (HTML, section 13.2.2), ids written twice, content out of place. */
function findPageFaults(html: string): string[] {
  const faults: string[] = []
  const onParseError = (error: ParserError): void => {
    faults.push(`${error.code} at ${error.startLine}:${error.startCol}`)
  }
  const elements = [...walkElements(parse(html, { onParseError, sourceCodeLocationInfo: true }))]
  const ids = elements.flatMap(({ attributes }) =>
    attributes.filter(([name]) => name === 'id').map(([, value]) => value),
  )
  const known = new Set(ids)
  if (known.size < ids.length) faults.push(`an id twice: ${ids.find((id, at) => ids.indexOf(id) !== at)}`)
  for (const { tag, attributes } of elements)
    for (const [name, value] of attributes)
      if (/^(?:for|aria-(?:labelledby|describedby|controls))$/.test(name))
        for (const id of value.split(/\s+/)) if (!known.has(id)) faults.push(`<${tag} ${name}="${id}"> of no id`)
  for (const tag of ['title', 'main', 'h1']) {
    const count = elements.filter(
      (element) => element.tag === tag && (tag !== 'title' || element.parent === 'head'),
    ).length
    if (count !== 1) faults.push(`${count} <${tag}>`)
  }
  return [...faults, ...elements.flatMap(findElementFaults)]
}

/** The fixtures' pages all, of the content the first of each kind; with --all every page. */
function choose(site: SiteUnderTest): string[] {
  const pages = [...listPages(site.dir), '404.html']
  if (site.name !== 'content' || process.env['CASEBOOK_ALL'] === '1') return pages
  return [...Map.groupBy(pages, pageKind).values()].flatMap((group) => group.slice(0, 6))
}

describe.each(buildSites())('validity of $name', (site) => {
  test('pages of every kind: HTML -> valid', { timeout: 240_000 }, () => {
    const faults = choose(site).flatMap((page) =>
      [...new Set(findPageFaults(readFile(site.dir, page)))].slice(0, 5).map((fault) => `${page}: ${fault}`),
    )
    expect(faults).toEqual([])
  })
  test('feed: RFC 4287 -> its elements each where and as often as they may be, ids and dates of their forms', () => {
    const feed = readFile(site.dir, 'feed.xml')
    expect(feed).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom">/)
    const [head = '', ...entries] = feed.split('<entry>')
    const stamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/
    for (const [at, text] of [head, ...entries].entries()) {
      const all = (tag: string): string[] =>
        [...text.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, inner = '']) => inner)
      const counts = [all('title').length, all('id').length, all('updated').length]
      expect(counts, text.slice(0, 200)).toEqual([1, 1, 1])
      expect(all('updated')[0]).toMatch(stamp)
      expect(URL.canParse(all('id')[0] ?? '')).toBe(true)
      expect(all('title')[0]).not.toBe('')
      if (at > 0) expect([all('name').length, (text.match(/<link /g) ?? []).length]).toEqual([1, 1])
    }
    const ids = entries.map((entry) => /<id>([^<]*)</.exec(entry)?.[1])
    expect(new Set(ids).size).toBe(ids.length)
    // Well-formed: every tag that opens is closed in order, and only the five entities of XML stand in it.
    const open: string[] = []
    for (const [tag, name = ''] of feed.replace(/^<\?[^>]*>/, '').matchAll(/<\/?([a-z]+)[^<>]*>/g))
      if (tag.startsWith('</')) expect(open.pop()).toBe(name)
      else if (!tag.endsWith('/>')) open.push(name)
    expect(open).toEqual([])
    expect(feed.match(/&(?!(?:amp|lt|gt|quot|#39);)/g)).toBeNull()
    expect(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(feed)).toBe(false)
  })
})
