import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { predictEntry } from '../scripts/eval/predict.ts'
import { type Entry, scoreFacts } from '../scripts/eval/score-facts.ts'
import { gather } from '../src/pipeline.ts'
import { expectedFacts, makeRewrite, rewriteMail } from './rewritten-mail.ts'
import { rewriteReply, rewriteSlab, rewriteTable } from './rewritten-seeds.ts'
import { seededRandom } from './seeded-random.ts'

const read = (file: string): string => readFileSync(new URL(`../content/cases/${file}`, import.meta.url), 'latin1')

/** What is missed of the gold facts, or found beside them, in a mail. */
async function findMisses(mail: string, gold: Entry[]): Promise<string[]> {
  const bytes = Uint8Array.from(mail, (character) => character.charCodeAt(0))
  const { value } = await gather([{ file: 'rewritten', bytes }])
  const predictions = gold.map((entry) => predictEntry(entry, value))
  return scoreFacts(gold, predictions).misses
}

describe('metamorphic', () => {
  const jbd2 = read('jbd2-j-state-lock/mail/001.mbox')
  const shapes = {
    'quoting reply': [read('buffer-set-bit-if-clear/mail/001.mbox'), rewriteReply],
    'table with variants': [read('ext4-orphan-journal-state/mail/001.txt'), rewriteTable],
    'slab phases and review': [read('ext4-inode-cache-align/mail/001.txt'), rewriteSlab],
  } as const
  for (let seed = 1; seed <= 10; seed++) {
    test(`prose and robot report rewritten from seed ${seed}: other names and numbers -> the facts follow`, async () => {
      const to = makeRewrite(seededRandom(seed))
      expect(await findMisses(rewriteMail(jbd2, to), expectedFacts(to, 'rewritten'))).toEqual([])
    })
    for (const [shape, [original, rewrite]] of Object.entries(shapes))
      test(`${shape} rewritten from seed ${seed}: other names and numbers -> the facts follow`, async () => {
        const { mail, gold } = rewrite(original, seededRandom(seed))
        expect(await findMisses(mail, gold)).toEqual([])
      })
  }
})
