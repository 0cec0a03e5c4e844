import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { predictEntry } from '../scripts/eval/predict.ts'
import { scoreFacts } from '../scripts/eval/score-facts.ts'
import { gather } from '../src/pipeline.ts'
import { expectedFacts, makeRewrite, rewriteMail } from './rewritten-mail.ts'
import { seededRandom } from './seeded-random.ts'

const mail = readFileSync(new URL('../content/cases/jbd2-j-state-lock/mail/001.mbox', import.meta.url), 'latin1')

describe('metamorphic', () => {
  for (let seed = 1; seed <= 10; seed++)
    test(`jbd2 mails rewritten from seed ${seed}: other names and numbers -> the facts follow`, async () => {
      const to = makeRewrite(seededRandom(seed))
      const rewritten = rewriteMail(mail, to)
      const bytes = Uint8Array.from(rewritten, (character) => character.charCodeAt(0))
      const { value } = await gather([{ file: 'rewritten.mbox', bytes }])
      const gold = expectedFacts(to, 'rewritten.mbox')
      const { misses } = scoreFacts(
        gold,
        gold.map((entry) => predictEntry(entry, value)),
      )
      expect(misses).toEqual([])
    })
})
