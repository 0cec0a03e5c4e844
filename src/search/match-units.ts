import { type FieldLetter, fields, type IndexReader, type Manifest } from './index-format.ts'
import { findKeys, type KeyLine, readPostings } from './key-shard.ts'
import type { Unit } from './parse-query.ts'
import { countFound, eachFound, hasAny, noScores, raiseBy, type Scores } from './scores.ts'
import { joinName, splitParts } from './term-keys.ts'

/** Fields of running text: a word there is worth less than the beginning of a name. */
const prose = new Set<FieldLetter>(['t', 'p', 'x', 'l'])
const tierLoss = [0, 200, 400, 210]
const begunLoss = [450, 490, 520, 500]
/** What stands left of a member, where it names something of the case. */
const [LEFT_JOINED, LEFT_NAMED, LEFT_PART, LEFT_SAID] = [300, 150, 40, 5]
const MOST_SEGMENTS = 6

/** What a posting is worth: its field, how the key stands to its name, and whether the key is only begun. */
export function scorePosting(letter: FieldLetter, tier: number, isBegun: boolean): number {
  const { score } = fields[letter]
  if (letter === 'w' || letter === 'z') return isBegun ? 0 : score
  if (prose.has(letter)) return Math.max(20, score - tier * 40 - (isBegun ? 120 : 0))
  if (isBegun && (letter === 'k' || letter === 'j') && tier === 0) return score
  return Math.max(60, score - (isBegun ? (begunLoss[tier] ?? 520) : (tierLoss[tier] ?? 400)))
}

const isHex = (key: string): boolean => /^[0-9a-f]{7,40}$/.test(key) && /\d/.test(key)

function addScores(scores: Scores, line: KeyLine, unit: Unit, loss: number, isBegun: boolean): void {
  const worthOf = (letter: FieldLetter, tier: number): number => {
    if (unit.letters ? !unit.letters.includes(letter) : letter === 'w') return 0
    const bonus = unit.prefers === letter && tier === 0 && !isBegun ? 100 : 0
    return scorePosting(letter, tier, isBegun) + bonus - loss
  }
  readPostings(line, worthOf, scores)
}

/** A commit longer than the one that is kept: whatever the longer one begins with. */
async function addShorterCommits(
  scores: Scores,
  unit: Unit,
  key: string,
  reader: IndexReader,
  manifest: Manifest,
): Promise<void> {
  for (const line of await findKeys(reader, manifest, key.slice(0, 7), false))
    if (key.startsWith(line.key) && line.key.length >= 7) addScores(scores, line, unit, 0, false)
}

/**
 * The cases that one unit of a query finds. Its keys are tried in order and add up; a key after the first is worth a
 * little less. What stands left of a member only ranks: `journal->j_flags` finds every `j_flags`.
 */
export async function scoreUnit(unit: Unit, reader: IndexReader, manifest: Manifest): Promise<Scores> {
  const scores = noScores(manifest.count)
  for (const [index, key] of unit.keys.entries()) {
    const isWhole = unit.isPhrase || unit.isNegative || key.length < 3
    if (unit.left !== null && index === unit.wholes && hasAny(scores)) break // the whole name is here: `super.c`, `page_counter.usage`
    for (const line of await findKeys(reader, manifest, key, isWhole))
      addScores(scores, line, unit, index === 0 ? 0 : 10, line.key !== key)
    if (isHex(key)) await addShorterCommits(scores, unit, key, reader, manifest)
  }
  if (unit.left !== null && countFound(scores) > 1) await preferLeft(scores, unit, unit.left, reader, manifest)
  return scores
}

/** Ranks up the cases that know what stands left: `crossbeam_utils::CachePadded`, `page->freelist`, `sync.Pool`. */
async function preferLeft(
  scores: Scores,
  unit: Unit,
  left: string,
  reader: IndexReader,
  manifest: Manifest,
): Promise<void> {
  const all = noScores(manifest.count)
  const add = async (keys: readonly string[], worth: number): Promise<void> => {
    const known = noScores(manifest.count)
    const worthOf = (letter: FieldLetter, tier: number): number =>
      letter === 'w' || letter === 'z' ? 0 : prose.has(letter) ? LEFT_SAID : worth - tier * 10
    for (const key of new Set(keys))
      if (key !== '') for (const line of await findKeys(reader, manifest, key, true)) readPostings(line, worthOf, known)
    eachFound(known, (doc, more) => raiseBy(all, doc, more))
  }
  await add([joinName(unit.keys[0] ?? '')], LEFT_JOINED)
  const known = noScores(manifest.count)
  for (const file of unit.keys.filter((key) => /\/.*\.$/.test(key)))
    for (const line of await findKeys(reader, manifest, file, false))
      readPostings(line, (letter) => (letter === 'f' ? LEFT_JOINED : 0), known)
  eachFound(known, (doc, more) => raiseBy(all, doc, more))
  for (const segment of left.split('.').slice(-MOST_SEGMENTS)) {
    await add([segment, joinName(segment), splitParts(segment).join('-')], LEFT_NAMED)
    const parts = splitParts(segment)
    if (parts.length > 1) await add(parts, LEFT_PART)
  }
  eachFound(scores, (doc) => raiseBy(scores, doc, all[doc] ?? 0))
}

/** The cases whose title holds a unit as a word. */
export async function findInTitles(unit: Unit, reader: IndexReader, manifest: Manifest): Promise<Scores> {
  const found = noScores(manifest.count)
  for (const key of unit.keys)
    for (const line of await findKeys(reader, manifest, key, true))
      readPostings(line, (letter) => (letter === 't' ? 1 : 0), found)
  return found
}
