import type { C2cLine, StructLayout } from '../model/struct-layout.ts'
import { buildReview, type Review } from '../review/build-review.ts'
import { type C2cChoice, type C2cMapping, mapC2c, touchedNames } from '../review/map-c2c.ts'
import type { Precedent } from '../review/precedent.ts'
import { type RankedPrecedent, rankPrecedents } from '../review/rank-precedents.ts'
import { emptyFacts } from '../review/review-facts.ts'
import { findSeen, type PatchUnderReview, readPatches } from '../review-pipeline.ts'

/** What a paste holds: patches with their reviews, layouts, a report laid over them, precedents of both. */
export type Pasted = {
  reviews: { review: Review; patch: PatchUnderReview }[]
  layouts: StructLayout[]
  /** Structs that a patch of the paste draws itself, unless a report is laid over them. */
  ofPatch: string[]
  rows: C2cLine[]
  mapping: C2cMapping
  /** Precedents of the structs of a listing or report without a patch. */
  precedents: RankedPrecedent[]
  notes: string[]
}

/** Characters read: above that a paste is refused, so that the page answers in seconds. */
export const MOST_CHARACTERS = 1_000_000
const MOST_REVIEWS = 20

/** Reads a paste; null where it holds nothing of use. */
export async function readPaste(text: string, precedents: readonly Precedent[]): Promise<Pasted | null> {
  const read = await readPatches(new TextEncoder().encode(text), 'the paste')
  const seen = findSeen(text)
  const patched = read.value.flatMap(({ layouts }) => layouts)
  // A layout read with the patch knows its roles; a listing alone does not.
  const layouts = [...patched, ...seen.layouts.filter((one) => !patched.some(({ struct }) => struct === one.struct))]
  if (read.value.length === 0 && layouts.length === 0 && seen.rows.length === 0) return null
  const mapping = mapC2c(layouts, seen.rows)
  const names = touchedNames(mapping)
  const structs = names.structs.length > 0 ? names.structs : seen.layouts.map(({ struct }) => struct)
  const alone = read.value.length === 0 ? { ...emptyFacts, structs, members: names.members } : null
  return {
    reviews: read.value
      .slice(0, MOST_REVIEWS)
      .map((patch) => ({ patch, review: buildReview(patch.facts, precedents) })),
    layouts,
    ofPatch: patched.map(({ struct }) => struct),
    rows: seen.rows,
    mapping,
    precedents: alone ? rankPrecedents(alone, precedents, 5) : [],
    notes: read.problems.filter(({ code }) => code === 'left-out').map(({ message }) => message),
  }
}

/** The same paste with other choices of which line is which. */
export const remap = (pasted: Pasted, choices: ReadonlyMap<string, C2cChoice>): C2cMapping =>
  mapC2c(pasted.layouts, pasted.rows, choices)
