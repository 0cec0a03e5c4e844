import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html.ts'

test('escapeHtml: markup and both quotes -> entities', () => {
  expect(escapeHtml(`<a href="x" id='y'>&`)).toBe('&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;')
})
