import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findAddresses } from './site/find-addresses.ts'

/** The addresses found in one file of a site. */
function found(name: string, text: string): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'addresses-'))
  const content = path.join(folder, 'content')
  mkdirSync(path.join(content, 'cases'), { recursive: true })
  mkdirSync(path.join(folder, 'site'))
  writeFileSync(path.join(folder, 'site', name), text)
  const all = findAddresses(path.join(folder, 'site'), content)
  rmSync(folder, { recursive: true })
  return all.map((line) => line.slice(name.length + 2))
}

test.each([
  ['a page', 'a.html', '<p>Ask ann@example.org.</p>', ['ann@example.org']],
  [
    'a page, in words',
    'a.html',
    '<p>Ask ann (at) example.org, bob at example dot org</p>',
    ['bob at example dot org', 'ann (at) example.org'],
  ],
  ['a script’s string', 'a.js', 'const e="ann(at)example.org"', ['ann(at)example.org']],
  ['a script’s template', 'a.js', 'x(`${y}: ann at example dot org`)', ['ann at example dot org']],
  ['a script’s comment', 'a.js', '/* ann [at] example.org */ x()', ['ann [at] example.org']],
  ['a script’s own signs', 'a.js', 'e.map(at).join(","),n[at].x,/[(](at)[)]/.test(e)', []],
])('addresses: %s -> those of people', (_, name, text, expected) => {
  expect(found(name, text)).toEqual(expected)
})
