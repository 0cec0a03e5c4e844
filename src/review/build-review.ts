import type { Precedent } from './precedent.ts'
import { buildQuestions, type Question } from './questions.ts'
import { type RankedPrecedent, rankPrecedents } from './rank-precedents.ts'
import type { ReviewFacts } from './review-facts.ts'
import { findRisks } from './risks.ts'

/** The review of one patch: what it does, its precedents, what it leaves unstated, what tends to go wrong. */
export type Review = {
  facts: ReviewFacts
  /** The case that is this very patch, where there is one. */
  own: Precedent | null
  precedents: RankedPrecedent[]
  questions: Question[]
  risks: string[]
}

/** Precedents shown unless told otherwise. */
export const MOST_PRECEDENTS = 3

function isSame(facts: ReviewFacts, precedent: Precedent): boolean {
  if (facts.commit !== null && precedent.commit !== null && facts.commit.startsWith(precedent.commit)) return true
  const sameProject = facts.project === null || precedent.project === facts.project
  return sameProject && facts.title.trim().toLowerCase() === precedent.title.trim().toLowerCase()
}

/** Reviews a patch against all precedents; the patch's own case is none of them. */
export function buildReview(facts: ReviewFacts, precedents: readonly Precedent[], most = MOST_PRECEDENTS): Review {
  const own = precedents.find((precedent) => isSame(facts, precedent)) ?? null
  const others = precedents.filter((precedent) => !isSame(facts, precedent))
  return {
    facts,
    own,
    precedents: rankPrecedents(facts, others, most),
    questions: buildQuestions(facts),
    risks: findRisks(facts.technique, facts.second),
  }
}
