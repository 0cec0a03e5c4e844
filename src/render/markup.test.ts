import { describe, expect, test } from 'vitest'
import { el, esc, idPart, link } from './markup.ts'

describe('markup', () => {
  test('esc: the five characters of HTML -> entities', () => {
    expect(esc(`<a href="x" id='y'>&`)).toBe('&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;')
  })
  test('esc: bidi and control characters -> visible code points', () => {
    expect(esc('a\u202eb\u0000c\td')).toBe('a[U+202E]b\ufffdc\td')
  })
  test('esc: right-to-left letters -> unchanged', () => {
    expect(esc('שלום')).toBe('שלום')
  })
  test('el: numbers -> two decimals, absent attributes left out', () => {
    expect(el('rect', { x: 1.23456, y: undefined, class: '', open: true })).toBe('<rect x="1.23" open/>')
    expect(el('p', {}, ['a', false, ['b']])).toBe('<p>ab</p>')
  })
  test('link: a scheme that runs -> only its label', () => {
    expect(link('javascript:alert(1)', 'x')).toBe('x')
    expect(link('https://example.org/?a=1&b=2', 'x')).toBe('<a href="https://example.org/?a=1&amp;b=2">x</a>')
  })
  test('idPart: a name with blanks and quotes -> dashes', () => {
    expect(idPart('a "b" c')).toBe('a-b-c')
  })
})
