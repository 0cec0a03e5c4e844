import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isInstalled } from './install.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'install-'))
afterAll(() => rmSync(folder, { recursive: true }))
const egg = { version: '1.2.3', integrity: 'sha512-egg' }
const frog = { version: '2.0.0', integrity: 'sha512-frog', optional: true }
const wanted = { '': { name: 'pond' }, 'node_modules/egg': egg, 'node_modules/frog': frog }

/** What is asked of a folder that holds some packages, by npm's list and in fact. */
function isThere(held: object | null, folders: string[] = Object.keys(held ?? {})): boolean {
  rmSync(path.join(folder, 'node_modules'), { recursive: true, force: true })
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }))
  mkdirSync(path.join(folder, 'node_modules'))
  for (const name of folders) mkdirSync(path.join(folder, name))
  if (held) writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: held }))
  return isInstalled(folder)
}

test('isInstalled: what `npm ci` left -> yes, with or without what is optional', () => {
  expect(isThere({ 'node_modules/egg': egg, 'node_modules/frog': frog })).toBe(true)
  expect(isThere({ 'node_modules/egg': egg })).toBe(true)
})

test('isInstalled: nothing, another version, a package more or less, a folder that is gone -> no', () => {
  expect(isThere(null)).toBe(false)
  expect(isThere({ 'node_modules/frog': frog })).toBe(false)
  expect(isThere({ 'node_modules/egg': { ...egg, version: '1.2.4' } })).toBe(false)
  expect(isThere({ 'node_modules/egg': { ...egg, integrity: 'sha512-other' } })).toBe(false)
  expect(isThere({ 'node_modules/egg': egg, 'node_modules/newt': egg })).toBe(false)
  expect(isThere({ 'node_modules/egg': egg }, [])).toBe(false)
})
