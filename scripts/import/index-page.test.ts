import { describe, expect, test } from 'vitest'
import { formatIndexPage } from './index-page.ts'

const proseOf = (summary: string): string => formatIndexPage('pond', summary).split('---\n\n')[1] ?? ''

describe('new page of a case', () => {
  test('controls and bidi marks in a summary -> shown, none is left', () => {
    expect(proseOf('by a\u0000b\u001b[31m\u0085, gpj\u202e.exe')).toBe(
      'by a\ufffdb\ufffd\\[31m\ufffd, gpj\\[U+202E\\].exe\n',
    )
  })
  test('markup, expressions, lists and imports -> text', () => {
    expect(proseOf('<b>{1}</b> *x* _y_ a_b')).toBe('&#60;b&#62;&#123;1&#125;&#60;/b&#62; \\*x\\* \\_y\\_ a_b\n')
    expect(proseOf('import x')).toBe('&#105;mport x\n')
    expect(proseOf('1. x')).toBe('&#49;. x\n')
  })
  test('aliases -> in the front matter; none -> no key', () => {
    expect(formatIndexPage('pond', 'x', ['old-pond'])).toContain('aliases:\n  - old-pond\n')
    expect(formatIndexPage('pond', 'x')).not.toContain('aliases')
  })
})
