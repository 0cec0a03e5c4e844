import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Entry, formatScores, type Json, roundHalfEven, scoreFacts } from '../scripts/eval/score-facts.ts'
import { testData } from '../scripts/testdata.ts'
import { seededRandom } from './seeded-random.ts'

const folder = testData()
const hasPython = spawnSync('python3', ['--version']).status === 0

/** Keys that score.py takes for granted. */
const needed = new Set(['struct', 'name', 'sizeBytes'])

/** Gold's own facts, bent here and there: what a pipeline with faults would say. */
function bend(value: Json, random: () => number): Json {
  const luck = random()
  if (Array.isArray(value)) {
    const list = value.filter(() => random() > 0.08).map((item) => bend(item, random))
    return luck < 0.1 && list.length > 0 ? [...list, bend(list[0] ?? null, random)] : list
  }
  if (typeof value === 'number') return luck < 0.1 ? value + 1 : luck < 0.15 ? null : value
  if (typeof value === 'string') return luck < 0.05 ? `${value} x` : luck < 0.08 ? null : value
  if (typeof value === 'boolean') return luck < 0.1 ? !value : value
  if (value === null) return luck < 0.1 ? 1 : null
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => needed.has(key) || random() > 0.04)
      .map(([key, item]) => [key, bend(item, random)]),
  )
}

describe('scoreFacts', () => {
  test('roundHalfEven: exact ties -> the even digit, as Python', () => {
    expect(roundHalfEven(0.0625, 3)).toBe('0.062')
    expect(roundHalfEven(0.1875, 3)).toBe('0.188')
    expect(roundHalfEven(0.8333, 3)).toBe('0.833')
    expect(roundHalfEven(1, 3)).toBe('1.000')
  })
  test('scoreFacts: the gold facts themselves -> 1 for every kind', () => {
    const gold: Entry[] = [
      { file: 'a', messageId: 'a@example.org', falseSharing: true, kind: 'mixed', files: ['a.c'], detected: true },
    ]
    for (const score of scoreFacts(gold, gold).facts.values()) expect(score).toMatchObject({ recall: 1, precision: 1 })
  })
  test.skipIf(!folder || !hasPython)('scoreFacts: bent predictions from ten seeds -> the table of score.py', () => {
    const goldFile = path.join(folder ?? '', 'gold/gold.json')
    const gold: Entry[] = JSON.parse(readFileSync(goldFile, 'utf8')).cases
    const scratch = mkdtempSync(path.join(tmpdir(), 'casebook-score-'))
    for (let seed = 1; seed <= 10; seed++) {
      const random = seededRandom(seed)
      const predictions = gold.map((entry) => {
        const bent = bend({ ...entry, detected: entry['falseSharing'] ?? null }, random)
        const keys = {
          file: entry['file'] ?? null,
          messageId: entry['messageId'] ?? null,
          title: entry['title'] ?? null,
        }
        return { ...(typeof bent === 'object' && !Array.isArray(bent) ? bent : {}), ...keys }
      })
      const file = path.join(scratch, `${seed}.json`)
      writeFileSync(file, JSON.stringify({ cases: predictions }))
      const script = path.join(folder ?? '', 'gold/score.py')
      const { stdout, stderr } = spawnSync('python3', [script, goldFile, file, '--misses'], { encoding: 'utf8' })
      expect(stderr).toBe('')
      const ours = scoreFacts(gold, predictions)
      const table = formatScores(ours.facts)
      expect(table, `seed ${seed}`).toBe(stdout.slice(0, table.length))
      expect(ours.misses.length, `seed ${seed}`).toBe(stdout.slice(table.length).trim().split('\n').length)
    }
    rmSync(scratch, { recursive: true })
  })
})
