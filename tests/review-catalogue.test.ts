import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCases } from '../scripts/read-content.ts'
import { buildReview } from '../src/review/build-review.ts'
import type { Precedent } from '../src/review/precedent.ts'
import { buildPrecedent } from '../src/review/precedent.ts'
import { factsOfCase, type ReviewFacts } from '../src/review/review-facts.ts'
import { renderReviewText } from '../src/review/review-text.ts'
import { isFreeLine } from './review-columns.ts'
import { seededRandom } from './seeded-random.ts'

const root = path.resolve(import.meta.dirname, '..')
const records = readCases(path.join(root, 'content'))
  .value.filter(({ frontMatter }) => frontMatter.leaveOut !== true)
  .map(({ record }) => record)
const precedents = records.map(buildPrecedent)
const SEED = 20_260_911
const SAMPLE = 40

/** What a reader would call near, by the facts alone: the ranking's own rules play no part. */
function isNear(facts: ReviewFacts, other: Precedent): boolean {
  if (facts.project !== other.project) return false
  const structs = facts.structs.some((name) => other.structs.includes(name))
  const files = facts.files.some((name) => other.files.includes(name))
  return structs || files || (facts.subsystem === other.subsystem && facts.technique === other.technique)
}

/** Of a sample, how many have a near precedent and for how many it is among the first three. */
function leaveOneOut(sample: readonly (typeof records)[number][]): { have: number; found: number; missed: string[] } {
  const missed: string[] = []
  let have = 0
  for (const record of sample) {
    const others = precedents.filter(({ slug }) => slug !== record.slug)
    const facts = { ...factsOfCase(record), commit: null, title: 'a patch' }
    if (!others.some((other) => isNear(facts, other))) continue
    have += 1
    const { precedents: first } = buildReview(facts, others)
    if (!first.some(({ precedent }) => isNear(facts, precedent))) missed.push(record.slug)
  }
  return { have, found: have - missed.length, missed }
}

function chooseSample(seed: number): typeof records {
  const random = seededRandom(seed)
  const left = [...records]
  return Array.from({ length: Math.min(SAMPLE, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat()
}

describe.skipIf(records.length < SAMPLE)('review over the catalogue', { timeout: 60_000 }, () => {
  test('leave one out: 40 cases by a seed -> a near precedent among the first three for 90 %', () => {
    const { have, found, missed } = leaveOneOut(chooseSample(SEED))
    console.log(
      `seed ${SEED}: ${found} of ${have} with a near precedent (of ${SAMPLE}); missed: ${missed.join(', ') || 'none'}`,
    )
    expect(have).toBeGreaterThan(10)
    expect(found / have).toBeGreaterThanOrEqual(0.9)
  })
  test('leave one out: every case -> 90 % too', () => {
    const { have, found, missed } = leaveOneOut(records)
    console.log(`all: ${found} of ${have} (of ${records.length}); missed: ${missed.slice(0, 20).join(', ') || 'none'}`)
    expect(found / have).toBeGreaterThanOrEqual(0.9)
  })
  test('columns: the text of every case -> at most 72, titles, ids and addresses alone on their line apart', () => {
    for (const record of records) {
      const review = buildReview(factsOfCase(record), precedents, 5)
      const text = renderReviewText(review, 'https://example.org/casebook/')
      for (const line of text.split('\n')) if (line.length > 72 && !isFreeLine(line, review)) expect(line).toBe('')
    }
  })
  test('ranking: every hit -> says why', () => {
    for (const record of records.slice(0, 100))
      for (const { reasons } of buildReview(factsOfCase(record), precedents, 5).precedents)
        expect(reasons.join('')).toMatch(/^same /)
  })
})
