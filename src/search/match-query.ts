import { type Doc, findShard, type IndexReader, type Manifest } from './index-format.ts'
import { findKeys, readPostings } from './key-shard.ts'
import { loosenUnit } from './loosen-unit.ts'
import { findInTitles, scoreUnit } from './match-units.ts'
import { parseQuery, type Query, type Range, type Unit } from './parse-query.ts'
import {
  countFound,
  eachFound,
  hasAny,
  intersect,
  noScores,
  raise,
  raiseBy,
  rankScores,
  type Scores,
} from './scores.ts'
import { holdsPhrase } from './show-hit.ts'
import { joinName } from './term-keys.ts'

/** What a query finds. `isPartial`: no case has all of it, and these have some. */
export type Matched = { scores: Scores; each: { unit: Unit; scores: Scores }[]; isPartial: boolean }

const MOST_PHRASES = 80
/** Words that stand together, as one name or beside each other in a title, before the same words apart. */
const TOGETHER = 700
const IN_TITLE = 30
const [WHOLE, BEGINS_TITLE, BEGINS_NAME] = [30_000, 20_000, 10_000]

function passes(range: Range, doc: number, manifest: Manifest): boolean {
  const inside = (value: number): boolean => value >= range.low && value <= range.high
  let found = false
  if (range.name === 'year') {
    const { names, values } = manifest.columns.year
    found = inside(Number(names[values[doc] ?? -1] ?? Number.NaN))
  } else {
    const effect = manifest.effects[doc] ?? 0
    found = effect !== 0 && effect.some(inside)
  }
  return found !== range.isNegative
}

/** The case with a number. */
export async function readDoc(reader: IndexReader, manifest: Manifest, doc: number): Promise<Doc | undefined> {
  const shard = findShard(manifest.docStarts, doc)
  return (await reader.docs(shard))(doc - (manifest.docStarts[shard] ?? 0))
}

/** A phrase's cases: names that are it, and cases with all of its words, which are read to see whether they hold it. */
async function scorePhrase(unit: Unit, reader: IndexReader, manifest: Manifest): Promise<Scores> {
  const scores = await scoreUnit(unit, reader, manifest)
  const words = (unit.keys[0] ?? '').split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length < 2) return scores
  const parts = parseQuery(words.map((word) => word.replace(/^-+/, '')).join(' '), true).units
  const each = await Promise.all(
    parts.map((part) =>
      scoreUnit({ ...part, isPhrase: true, letters: unit.letters, keys: part.keys.slice(0, 1) }, reader, manifest),
    ),
  )
  const both = intersect(each, manifest.count)
  const candidates = rankScores(both).filter((doc) => (scores[doc] ?? 0) === 0)
  await Promise.all(
    candidates.slice(0, MOST_PHRASES).map(async (doc) => {
      const record = await readDoc(reader, manifest, doc)
      if (await holdsPhrase(record, doc, unit, reader)) scores[doc] = (both[doc] ?? 0) / parts.length
    }),
  )
  return scores
}

/** A commit or a Message-ID means one case, whatever was pasted with it. */
const isId = ({ text }: Unit): boolean => /^(?=[a-f\d]*\d)[a-f\d]{7,40}$/i.test(text) || /\w@\w/.test(text)

/** Cases that some of the units find: the rarer what they have and the more of a name it is, the better. */
function unite(each: Matched['each'], count: number): Scores {
  const all = noScores(count)
  for (const { scores, unit } of each) {
    const own = unit.isCall ? 0.5 : isId(unit) ? 4 : 1
    const worth = (1 + 3 * (1 - countFound(scores) / Math.max(1, count)) ** 4) * own
    eachFound(scores, (doc, score) => raiseBy(all, doc, worth * score))
  }
  const best = all.reduce((most, score) => Math.max(most, score), 0)
  return all.map((score) => (score * 2 >= best ? score : 0))
}

/** What all of a query is worth as a title, the beginning of one, or a name of several words. */
async function scoreWhole(query: Query, reader: IndexReader, manifest: Manifest): Promise<Scores> {
  const bonus = noScores(manifest.count)
  for (const whole of query.whole)
    for (const line of await findKeys(reader, manifest, whole, false)) {
      const isWhole = line.key === whole
      const isBegun = line.key.startsWith(`${whole} `)
      readPostings(
        line,
        (letter, tier) => {
          if (letter === 'z') return 0
          if (isWhole) return WHOLE
          return letter === 'w' ? (isBegun ? BEGINS_TITLE : 0) : tier === 0 ? BEGINS_NAME : 0
        },
        bonus,
      )
    }
  return bonus
}

/** Ways to write neighbouring words as one name: `per cpu refcount` -> per_cpu_refcount, percpu-refcount … */
function joinWords(words: readonly string[]): string[] {
  const [a = '', b = '', c] = words
  const joined = joinName(words.join(' '))
  if (c === undefined) return [`${a}_${b}`, `${a}-${b}`, joined]
  return [`${a}_${b}_${c}`, `${a}${b}_${c}`, `${a}${b}-${c}`, `${a}_${b}${c}`, joined]
}

/** Neighbouring words: the cases that have them as one name, and those that have them beside each other in a title. */
type Run = { units: readonly Unit[]; asName: Scores; inTitle: Scores }

async function findRun(units: readonly Unit[], reader: IndexReader, manifest: Manifest): Promise<Run> {
  const [first] = units
  const words = units.map((unit) => unit.keys[0] ?? '')
  const inTitle = noScores(manifest.count)
  if (!first) return { units, asName: noScores(manifest.count), inTitle }
  const single = units.at(-1)?.keys.find((key) => `${key}s` === words.at(-1))
  const keys = [words, ...(single === undefined ? [] : [[...words.slice(0, -1), single]])].flatMap(joinWords)
  const asName = await scoreUnit({ ...first, keys, isPhrase: true }, reader, manifest)
  // Begun is enough: `quota lock` stands in a title as `quota locks`.
  if (units.length === 2)
    for (const line of await findKeys(reader, manifest, words.join(' '), false))
      readPostings(line, (letter) => (letter === 'z' ? TOGETHER : 0), inTitle)
  return { units, asName, inTitle }
}

/** Every two and three words that stand side by side and can be one name: `per cpu`, `cache line`, `state lock`. */
function findRuns(wanted: readonly Unit[], reader: IndexReader, manifest: Manifest): Promise<Run[]> {
  const runs = wanted.flatMap((_, index) => [2, 3].map((length) => wanted.slice(index, index + length)))
  const isOpen = (unit: Unit): boolean => !unit.isPhrase && unit.letters === null && unit.left === null
  const open = runs.filter((run, index) => run.length === 2 + (index % 2) && run.every(isOpen))
  return Promise.all(open.map((run) => findRun(run, reader, manifest)))
}

/** What stands together as one name counts for each of its words. Gives what standing together is worth. */
function addJoined(each: Matched['each'], runs: readonly Run[], count: number): Scores {
  const together = noScores(count)
  for (const { units, asName, inTitle } of runs) {
    const own = inTitle.slice()
    eachFound(asName, (doc, score) => {
      for (const { unit, scores } of each) if (units.includes(unit)) raise(scores, doc, score + 50)
      own[doc] = TOGETHER
    })
    eachFound(own, (doc, more) => raiseBy(together, doc, more))
  }
  return together
}

async function addTogether(
  scores: Scores,
  each: Matched['each'],
  together: Scores,
  reader: IndexReader,
  manifest: Manifest,
): Promise<void> {
  if (each.length < 2) return
  const titles = await Promise.all(each.map(({ unit }) => findInTitles(unit, reader, manifest)))
  eachFound(scores, (doc, score) => {
    const inTitle = titles.reduce((count, found) => count + (found[doc] ?? 0), 0)
    scores[doc] = score + (together[doc] ?? 0) + inTitle * IN_TITLE
  })
}

async function scoreAny(unit: Unit, reader: IndexReader, manifest: Manifest): Promise<Scores> {
  if (unit.isPhrase) return scorePhrase(unit, reader, manifest)
  const scores = await scoreUnit(unit, reader, manifest)
  return hasAny(scores) || unit.isNegative ? scores : loosenUnit(unit, reader, manifest)
}

/** Cases with some of the words, among those that have what a prefix or quotes ask for. */
function matchSome(each: Matched['each'], manifest: Manifest): Scores {
  const isHard = ({ unit }: { unit: Unit }): boolean => unit.letters !== null || unit.isPhrase
  const scores = unite(
    each.filter((one) => !isHard(one)),
    manifest.count,
  )
  const hard = each.filter(isHard)
  if (hard.length === 0) return scores
  const kept = intersect(
    hard.map((one) => one.scores),
    manifest.count,
  )
  const isLost = !hasAny(scores)
  return scores.map((score, doc) => ((kept[doc] ?? 0) > 0 ? (isLost ? (kept[doc] ?? 0) : score) : 0))
}

const WHOLE_NAME = 900
const FAR_LESS = 300
const isName = ({ text, letters }: Unit): boolean =>
  letters === null && /[\p{L}\p{N}][_/.]|[_/.][\p{L}\p{N}]/u.test(text)

/**
 * Whether a whole name that was typed is only in other cases than those with all of the words: the few that only say
 * something like it should not hide them.
 */
function missesName(each: Matched['each'], scores: Scores): boolean {
  return each.some(({ unit, scores: own }) => {
    if (!isName(unit)) return false
    const best = own.reduce((most, score) => Math.max(most, score), 0)
    const met = own.reduce((most, score, doc) => ((scores[doc] ?? 0) > 0 ? Math.max(most, score) : most), 0)
    return best >= WHOLE_NAME && met < best - FAR_LESS
  })
}

/** The cases that a query finds, with what they are worth. */
export async function matchQuery(query: Query, reader: IndexReader, manifest: Manifest): Promise<Matched> {
  const wanted = query.units.filter((unit) => !unit.isNegative)
  // All at once: what one after the other loads would wait for the network as often.
  const [each, runs, whole] = await Promise.all([
    Promise.all(wanted.map(async (unit) => ({ unit, scores: await scoreAny(unit, reader, manifest) }))),
    findRuns(wanted, reader, manifest),
    scoreWhole(query, reader, manifest),
  ])
  const together = addJoined(each, runs, manifest.count)
  let scores = intersect(
    each.map((one) => one.scores),
    manifest.count,
  )
  if (wanted.length === 0 && query.units.length + query.ranges.length > 0) scores.fill(1)
  eachFound(whole, (doc, more) => raiseBy(scores, doc, more))
  const isPartial = wanted.length > 1 && (!hasAny(scores) || missesName(each, scores))
  if (isPartial) scores = matchSome(each, manifest)
  await addTogether(scores, each, together, reader, manifest)
  for (const unit of query.units.filter((one) => one.isNegative))
    eachFound(await scoreAny(unit, reader, manifest), (doc) => {
      scores[doc] = 0
    })
  for (const range of query.ranges)
    eachFound(scores, (doc) => {
      if (!passes(range, doc, manifest)) scores[doc] = 0
    })
  return { scores, each, isPartial: isPartial && hasAny(scores) }
}
