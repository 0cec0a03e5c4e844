import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { findCodeLines } from './code-lines.ts'
import { readRuns } from './read-runs.ts'

const root = mkdtempSync(path.join(tmpdir(), 'casebook-runs-'))
afterAll(() => rmSync(root, { recursive: true }))
const source = 'const one = 1\nconst two = 2\n'
const plain = path.join(root, 'src/plain.ts')
const bundled = path.join(root, 'src/bundled.ts')
const code = new Map([plain, bundled].map((file) => [file, findCodeLines(source, true)]))
const runs = path.join(root, 'runs')
const maps = path.join(root, 'maps')
for (const folder of [runs, maps]) mkdirSync(folder)
let count = 0
const keepRun = (url: string, ...ranges: [number, number, number][]): void =>
  writeFileSync(
    path.join(runs, `${count++}.json`),
    JSON.stringify({
      result: [
        {
          url,
          functions: [
            { ranges: ranges.map(([startOffset, endOffset, times]) => ({ startOffset, endOffset, count: times })) },
          ],
        },
      ],
    }),
  )
const ranLines = (file: string): boolean[] => {
  const ran = readRuns(runs, maps, root, code).get(file) ?? new Uint8Array()
  return [ran.subarray(0, 13).includes(1), ran.subarray(14, 27).includes(1)]
}

test('two processes, each one line of a file -> both lines ran', () => {
  keepRun(pathToFileURL(plain).href, [0, 28, 1], [14, 27, 0])
  expect(ranLines(plain)).toEqual([true, false])
  keepRun(`${pathToFileURL(plain).href}?again`, [0, 28, 0], [14, 27, 2])
  expect(ranLines(plain)).toEqual([true, true])
})

test('a bundle with its map -> the line that a piece comes from ran, the other not; one without a map -> nothing', () => {
  writeFileSync(path.join(maps, 'pond.x1.js'), 'const two=2;\nconst one=1;\n')
  // The first line is the source's second one, the second its first.
  const map = { version: 3, sources: ['../../../src/bundled.ts'], names: [], mappings: 'AACA;AADA' }
  writeFileSync(path.join(maps, 'pond.x1.js.map'), JSON.stringify(map))
  keepRun('file:///pond.x1.js', [0, 26, 1], [13, 25, 0])
  keepRun('file:///other.js', [0, 26, 1])
  expect(ranLines(bundled)).toEqual([false, true])
})
