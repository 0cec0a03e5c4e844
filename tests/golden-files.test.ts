import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixtureFolders, goldenPairs, readGolden, strayGoldens } from './golden.ts'

describe('golden files', () => {
  for (const folder of fixtureFolders())
    test(`${path.relative(process.cwd(), folder)}: every input -> has its golden, no golden is left over`, () => {
      const missing = goldenPairs(folder).filter((pair) => pair.golden === null)
      expect(missing.map((pair) => pair.input)).toEqual([])
      expect(strayGoldens(folder)).toEqual([])
    })
  test('golden: missing -> an error, also where a pair is scanned', () => {
    const scratch = mkdtempSync(path.join(tmpdir(), 'casebook-golden-'))
    mkdirSync(path.join(scratch, 'fixtures'))
    writeFileSync(path.join(scratch, 'fixtures/a.in.txt'), 'x')
    expect(goldenPairs(path.join(scratch, 'fixtures'))[0]?.golden).toBeNull()
    if (process.env['UPDATE_GOLDEN'] !== '1')
      expect(() => readGolden(path.join(scratch, 'fixtures/a.out.txt'), 'y')).toThrow('expected a golden file')
    rmSync(scratch, { recursive: true })
  })
})
