import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { formatContentProblem } from './content-problem.ts'
import { readSketches } from './read-sketches.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sketches-'))
const file = path.join(folder, 'techniques', 'sketches.json')
mkdirSync(path.dirname(file))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  [
    '{"pond": {"kind": "accesses", "says": "x", "cpus": ["0"], "before": [], "after": [], "colour": 1}}',
    ':1: pond: no such key: colour; ',
  ],
  ['{"pond"', ':1: expected JSON: '],
  ['{\n"pond": {"kind": "layout",\n"says": 5}}', ':3: pond.says: '],
  ['{\n"pond": {"kind": "accesses", "says": "x",\n"cpus": ["0",\n7], "before": [], "after": []}}', ':4: pond.cpus.1: '],
])('sketches: %s -> a message that names the file and the line', (text, says) => {
  writeFileSync(file, text)
  const { value, problems } = readSketches(folder)
  expect(value).toEqual({})
  expect(problems.map(formatContentProblem).join('\n')).toContain(`${file}${says}`)
})
test('sketches: no file -> none', () => {
  rmSync(file)
  expect(readSketches(folder)).toEqual({ value: {}, problems: [] })
})
