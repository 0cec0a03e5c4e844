/** What each case is worth to a part of a query, by its number; 0 where it is not found. */
export type Scores = Float64Array

export const noScores = (count: number): Scores => new Float64Array(count)

export const hasAny = (scores: Scores): boolean => scores.some((score) => score > 0)

export function countFound(scores: Scores): number {
  let found = 0
  eachFound(scores, () => found++)
  return found
}

/** Goes through the found cases. */
export function eachFound(scores: Scores, take: (doc: number, score: number) => void): void {
  for (let doc = 0; doc < scores.length; doc++) {
    const score = scores[doc] ?? 0
    if (score > 0) take(doc, score)
  }
}

/** Adds to a case's score. */
export function raiseBy(scores: Scores, doc: number, more: number): void {
  scores[doc] = (scores[doc] ?? 0) + more
}

/** Keeps the greater of two scores of a case. */
export function raise(scores: Scores, doc: number, score: number): void {
  if ((scores[doc] ?? 0) < score) scores[doc] = score
}

/** The cases that all of them find, with their sums; of none: nothing. */
export function intersect(each: readonly Scores[], count: number): Scores {
  const both = noScores(count)
  if (each.length === 0) return both
  for (let doc = 0; doc < count; doc++) {
    let sum = 0
    for (const scores of each) {
      const own = scores[doc] ?? 0
      if (own <= 0) {
        sum = 0
        break
      }
      sum += own
    }
    both[doc] = sum
  }
  return both
}

/** The found cases, best first; equal ones in the index's own order: with a diff, then the newest. */
export function rankScores(scores: Scores): number[] {
  const docs: number[] = []
  eachFound(scores, (doc) => docs.push(doc))
  return docs.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
}
