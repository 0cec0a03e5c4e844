import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { realEffects, recoverFolder } from '../scripts/effects.ts'
import { seededRandom } from './seeded-random.ts'

const seed = Number(process.env['CASEBOOK_SEED'] ?? 20_240_301)
const seeds = new URL('../content/cases', import.meta.url).pathname
const script = new URL('../scripts/import.ts', import.meta.url).pathname
const first = path.join(seeds, 'jbd2-j-state-lock/mail/001.mbox')
const second = path.join(seeds, 'ext4-inode-cache-align/mail/001.txt')

/** Runs import in a process of its own; killed after so many milliseconds, where that is before its end. */
function runKilled(list: string[], after: number | null): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...list], { stdio: 'ignore' })
    const timer = after === null ? null : setTimeout(() => child.kill('SIGKILL'), after)
    child.on('exit', (code) => {
      if (timer) clearTimeout(timer)
      resolve(code)
    })
  })
}
const snapshot = (folder: string): string =>
  JSON.stringify(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(path.join(folder, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(path.join(folder, name), 'latin1')]),
  )

test(`import: ten kills from seed ${seed} -> each case as it was or as it should be`, async () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'casebook-kill-'))
  const whole = path.join(scratch, 'whole')
  const start = performance.now()
  await runKilled(['--out', whole, first, second], null)
  const length = performance.now() - start
  const names = readdirSync(path.join(whole, 'cases'))
  expect(names).toHaveLength(2)
  const random = seededRandom(seed)
  const out = path.join(scratch, 'out')
  for (let round = 0; round < 10; round++) {
    if (round % 3 === 0) rmSync(out, { recursive: true, force: true })
    await runKilled(['--out', out, first, second], length * (0.4 + 0.7 * random()))
    for (const name of names) {
      const folder = path.join(out, 'cases', name)
      if (!existsSync(folder)) continue
      recoverFolder(realEffects, folder)
      expect(snapshot(folder), `seed ${seed}, round ${round}`).toBe(snapshot(path.join(whole, 'cases', name)))
    }
  }
  expect(await runKilled(['--out', out, first, second], null)).toBe(0)
  for (const name of names)
    expect(snapshot(path.join(out, 'cases', name))).toBe(snapshot(path.join(whole, 'cases', name)))
  expect(readdirSync(path.join(out, 'cases')).sort()).toEqual(names.sort())
  rmSync(scratch, { recursive: true })
}, 60_000)
