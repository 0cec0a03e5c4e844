import { describe, expect, test } from 'vitest'
import { makeLinksRelative, makeUrlsRelative } from './relative-links.ts'

const page = 'cases/x/index.html'
describe('relative links', () => {
  test.each([
    ['a folder -> its index.html, from the page', '<a href="/cases/y/">', '<a href="../../cases/y/index.html">'],
    ['a fragment -> kept behind the file', '<a href="/about/#verdicts">', '<a href="../../about/index.html#verdicts">'],
    ['a query -> kept behind the file', '<a href="/search/?q=a/">', '<a href="../../search/index.html?q=a/">'],
    ['the root -> its index.html', '<a class="n" href="/">', '<a class="n" href="../../index.html">'],
    ['a file -> no index', '<script src="/theme.js"></script>', '<script src="../../theme.js"></script>'],
    ['the root for scripts -> a folder', '<form data-root="/">', '<form data-root="../../">'],
    ['a folder, relative already -> its index.html', '<a href="../pad/#x">', '<a href="../pad/index.html#x">'],
    ['another host -> unchanged', '<a href="//example.org/">', '<a href="//example.org/">'],
    ['an anchor of the page -> unchanged', '<a href="#x">', '<a href="#x">'],
    ['text that looks like a link -> unchanged', '<p>href="/x/"</p>', '<p>href="/x/"</p>'],
    ['a quoted > -> the tag goes on', '<a title="a > b" href="/x/">', '<a title="a > b" href="../../x/index.html">'],
    ['a script -> unchanged', '<script>"<a href=\\"/x/\\">"</script>', '<script>"<a href=\\"/x/\\">"</script>'],
  ])('%s', (_, html, expected) => {
    expect(makeLinksRelative(html, { page })).toBe(expected)
  })
  test('the page that answers at every depth: a base -> links from the base', () => {
    expect(makeLinksRelative('<a href="/cases/">', { page: '404.html', base: '/book/' })).toBe(
      '<a href="/book/cases/">',
    )
  })
  test('a tag without an end -> left as it is', () => {
    expect(makeLinksRelative('<a href="/x/', { page })).toBe('<a href="/x/')
  })
  test('a style sheet: a root path -> from the sheet', () => {
    expect(makeUrlsRelative('url(/fonts/a.woff2) url("//x/y")', '_astro/a.css')).toBe(
      'url(../fonts/a.woff2) url("//x/y")',
    )
  })
})
