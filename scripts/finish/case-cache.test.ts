import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { digestOf, openCaseCache } from './case-cache.ts'

let scratch = ''
let out = ''
const there = (): boolean => true
const open = (base = 'code') => openCaseCache<{ rows: string }>(path.join(scratch, 'cache'), out, base)
const page = (): string => path.join(out, 'cases/x/index.html')

beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'casebook-cache-'))
  out = path.join(scratch, 'dist')
  mkdirSync(path.join(out, 'cases/x'), { recursive: true })
  mkdirSync(path.join(scratch, 'cache'))
  writeFileSync(page(), 'made once')
  open().keep('x', 'k', { files: ['cases/x/index.html'], asked: [['/structs/a/', true]], summary: { rows: 'r' } })
  rmSync(out, { recursive: true })
})
afterEach(() => rmSync(scratch, { recursive: true }))

test('case cache: nothing changed -> files in their places, summary back', () => {
  expect(open().take('x', 'k', there)).toEqual({ rows: 'r' })
  expect(readFileSync(page(), 'utf8')).toBe('made once')
})
test.each([
  ['another key', () => open().take('x', 'k2', there)],
  ['other code', () => open('code 2').take('x', 'k', there)],
  ['a page it links is gone', () => open().take('x', 'k', () => false)],
  ['another case', () => open().take('y', 'k', there)],
])('case cache: %s -> made again', (_, take) => {
  expect(take()).toBeUndefined()
  expect(existsSync(page())).toBe(false)
})
test('case cache: a built file was written to -> made again', () => {
  open().take('x', 'k', there)
  writeFileSync(page(), 'changed by hand')
  rmSync(out, { recursive: true })
  expect(open().take('x', 'k', there)).toBeUndefined()
})
test('case cache: a case is gone -> let go', () => {
  open().prune(new Set(['y']))
  expect(readdirSync(path.join(scratch, 'cache'))).toEqual([])
})
test('digest: the same letters cut elsewhere -> another digest', () => {
  expect(digestOf('ab', 'c')).not.toBe(digestOf('a', 'bc'))
})
