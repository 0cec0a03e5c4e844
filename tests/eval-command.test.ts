import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { realEffects } from '../scripts/effects.ts'
import type { Entry } from '../scripts/eval/score-facts.ts'
import { runEval } from '../scripts/eval.ts'
import { testData } from '../scripts/testdata.ts'

const folder = testData()
const hasPython = spawnSync('python3', ['--version']).status === 0
const scratch = mkdtempSync(path.join(tmpdir(), 'casebook-eval-'))
afterAll(() => rmSync(scratch, { recursive: true }))

async function run(...list: string[]): Promise<string> {
  const printed: string[] = []
  const world = {
    ...realEffects,
    log: (text: string) => void printed.push(text),
    warn: (text: string) => void printed.push(text),
    readBytes(file: string) {
      if (/\/content(?:\/|$)/.test(file)) throw new Error('content/ plays no part')
      return realEffects.readBytes(file)
    },
  }
  expect(await runEval(list, world)).toBe(0)
  return printed.join('\n')
}
const scores = (table: string): Record<string, string[]> =>
  Object.fromEntries(
    table
      .split('\n')
      .slice(1)
      .map((line) => [line.slice(0, 24).trim(), line.slice(24).trim().split(/\s+/)]),
  )

describe.skipIf(!folder)('eval', () => {
  const gold = path.join(folder ?? '', 'gold/gold.json')
  for (const only of ['jbd2-j_state_lock', 'seeds/001', 'seeds/002', 'seeds/003'])
    test(`eval --only ${only}: -> 1.000 for every kind of fact`, async () => {
      const table = scores(await run(gold, '--only', only))
      expect(Object.keys(table).length).toBeGreaterThan(5)
      for (const [fact, [recall, precision]] of Object.entries(table))
        expect([fact, recall, precision]).toEqual([fact, '1.000', '1.000'])
    })
  test('eval: files under other names, --mail -> the same table', async () => {
    const entries: Entry[] = JSON.parse(readFileSync(gold, 'utf8')).cases
    const names = new Map<string, string>()
    mkdirSync(path.join(scratch, 'mail'))
    for (const entry of entries) {
      const file = String(entry['file'])
      const name = names.get(file) ?? `mail/${names.size}.x`
      if (!names.has(file)) copyFileSync(path.join(folder ?? '', file), path.join(scratch, name))
      names.set(file, name)
    }
    const renamed = entries.map((entry) => ({ ...entry, file: names.get(String(entry['file'])) ?? '' }))
    writeFileSync(path.join(scratch, 'gold.json'), JSON.stringify({ cases: renamed }))
    expect(await run(path.join(scratch, 'gold.json'), '--mail', scratch)).toBe(await run(gold))
  })
  test.skipIf(!hasPython)('eval --json: judged by score.py -> the table that eval prints', async () => {
    const file = path.join(scratch, 'predictions.json')
    writeFileSync(file, await run(gold, '--json'))
    const { stdout } = spawnSync('python3', [path.join(folder ?? '', 'gold/score.py'), gold, file], {
      encoding: 'utf8',
    })
    expect(stdout.trimEnd()).toBe(await run(gold))
  })
  test('eval: no file -> help, 2', async () => {
    const quiet = { ...realEffects, log: () => {}, warn: () => {} }
    expect(await runEval([], quiet)).toBe(2)
  })
})
