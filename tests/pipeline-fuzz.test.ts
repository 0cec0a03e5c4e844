import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildCaseFiles, extractFacts, gather } from '../src/pipeline.ts'
import { seededRandom } from './seeded-random.ts'
import { findWrongSources } from './source-check.ts'

const seed = Number(process.env['CASEBOOK_SEED'] ?? 7)
const isLong = process.env['CASEBOOK_ALL'] === '1'
const rounds = isLong ? 600 : 150
const cases = new URL('../content/cases', import.meta.url).pathname
const names = ['jbd2-j-state-lock', 'buffer-set-bit-if-clear', 'ext4-orphan-journal-state', 'ext4-inode-cache-align']
const mails = names.flatMap((name) => {
  const folder = path.join(cases, name, 'mail')
  return readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'latin1'))
})
const hostile = new URL('fixtures/hostile', import.meta.url).pathname
mails.push(...readdirSync(hostile).map((name) => readFileSync(path.join(hostile, name), 'latin1')))
const known = { projects: [], aliases: { people: {}, subsystems: {}, suites: {} } }

const scraps = [
  '\u0000',
  '\n',
  '\n\n',
  '%',
  '1e400',
  '-1',
  '99999999999999999999',
  '@@ -1,1 +1,1000000000 @@',
  '> > > ',
  '\t',
  '| ',
  'offset ',
  ' struct ',
  'NaN',
  '\u00ff',
  'From ',
  '==',
  '->',
  ', respectively',
]

/** A mail with some lines cut, doubled, moved, or bent. */
function mutate(mail: string, random: () => number): string {
  const lines = mail.split('\n')
  const at = (): number => Math.floor(random() * lines.length)
  for (let change = 0, count = 1 + Math.floor(random() * 8); change < count; change++) {
    const luck = random()
    const line = at()
    const text = lines[line] ?? ''
    const column = Math.floor(random() * (text.length + 1))
    const scrap = scraps[Math.floor(random() * scraps.length)] ?? ''
    if (luck < 0.2) lines.splice(line, 1 + Math.floor(random() * 5))
    else if (luck < 0.35) lines.splice(at(), 0, ...lines.slice(line, line + 6))
    else if (luck < 0.7) lines[line] = text.slice(0, column) + scrap + text.slice(column)
    else if (luck < 0.85)
      lines[line] = text.replace(/\d+/g, (digits) => String(Number(digits) * Math.floor(random() * 1000)))
    else lines[line] = text.slice(column)
  }
  return lines.join('\n')
}

test(
  `pipeline: ${rounds} mutants from seed ${seed} -> no throw, every quote stands, every loss a problem`,
  async () => {
    const random = seededRandom(seed)
    for (let round = 0; round < rounds; round++) {
      const original = mails[round % mails.length] ?? ''
      const mutant = mutate(original, random)
      const where = `seed ${seed}, round ${round}`
      try {
        const { value, problems } = await gather([
          { file: 'mutant', bytes: Uint8Array.from(mutant, (character) => character.charCodeAt(0)) },
        ])
        if (value.messages.length === 0) expect(problems.length, where).toBeGreaterThan(0)
        for (const { message, kind } of value.threads.flatMap((thread) => thread.messages))
          expect(findWrongSources(extractFacts(message, kind).value, value.messages), where).toEqual([])
        for (const history of value.histories) {
          const built = buildCaseFiles(history, value.threads, 'mutant', known).value
          expect(findWrongSources(built.record, value.messages), where).toEqual([])
        }
      } catch (error) {
        throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
      }
    }
  },
  isLong ? 600_000 : 60_000,
)
