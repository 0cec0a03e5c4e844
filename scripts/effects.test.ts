import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { failingEffects } from '../tests/failing-effects.ts'
import { realEffects, recoverFolder, writeFolder } from './effects.ts'

const snapshot = (folder: string): Record<string, string> =>
  existsSync(folder)
    ? Object.fromEntries(
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name))
          .sort()
          .map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]),
      )
    : {}
const old = { 'case.json': 'old case', 'thread.json': 'old thread', 'mail/001.mbox': 'mail' }
const fresh = { 'case.json': 'new case', 'thread.json': 'new thread', 'mail/002.mbox': 'more' }
const bytes = (files: Record<string, string>): Map<string, Uint8Array> =>
  new Map(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]))

function makeFolder(isNew: boolean): { scratch: string; folder: string } {
  const scratch = mkdtempSync(path.join(tmpdir(), 'casebook-effects-'))
  const folder = path.join(scratch, 'pond')
  if (!isNew) {
    mkdirSync(path.join(folder, 'mail'), { recursive: true })
    for (const [name, text] of Object.entries(old)) writeFileSync(path.join(folder, name), text)
  }
  return { scratch, folder }
}

describe('writeFolder', () => {
  for (const isNew of [true, false])
    test(`${isNew ? 'new' : 'existing'} folder: failure after every n-th write -> as it was or as it should be`, () => {
      const before = isNew ? {} : old
      const after = { ...before, ...fresh }
      let n = 0
      for (let isDone = false; !isDone && n < 40; n++) {
        const { scratch, folder } = makeFolder(isNew)
        try {
          writeFolder(failingEffects(n), folder, bytes(fresh))
          isDone = true
        } catch (error) {
          expect(String(error)).toContain('injected')
        }
        if (existsSync(folder)) recoverFolder(realEffects, folder)
        const found = snapshot(folder)
        expect([JSON.stringify(sorted(before)), JSON.stringify(sorted(after))]).toContain(JSON.stringify(sorted(found)))
        writeFolder(realEffects, folder, bytes(fresh))
        expect(snapshot(folder)).toEqual(after)
        expect(readdirSync(scratch)).toEqual(['pond'])
        rmSync(scratch, { recursive: true })
      }
      expect(n).toBeGreaterThan(3)
    })
  test('existing folder: the same bytes again -> nothing is written', () => {
    const { scratch, folder } = makeFolder(false)
    expect(writeFolder(failingEffects(0), folder, bytes(old))).toEqual([])
    rmSync(scratch, { recursive: true })
  })
})
const sorted = (files: Record<string, string>): [string, string][] => Object.entries(files).sort()
