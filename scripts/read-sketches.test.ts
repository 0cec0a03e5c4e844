import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSketches } from './read-sketches.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sketches-'))
const file = path.join(folder, 'techniques', 'sketches.json')
mkdirSync(path.dirname(file))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  [
    '{"pond": {"kind": "accesses", "says": "x", "cpus": ["0"], "before": [], "after": [], "colour": 1}}',
    'pond: no such key: colour; ',
  ],
  ['{"pond"', 'expected JSON: '],
])('sketches: %s -> a message that names the file', (text, says) => {
  writeFileSync(file, text)
  expect(() => readSketches(folder)).toThrow(`${file}: ${says}`)
})
test('sketches: no file -> none', () => {
  rmSync(file)
  expect(readSketches(folder)).toEqual({})
})
