import { findNearest } from './edit-distance.ts'
import { type Doc, type FacetName, facetNames, findShard, type IndexReader, type Manifest } from './index-format.ts'
import { findKeys, type Scores, scoreUnit } from './match-units.ts'
import { parseQuery, type Query, type Range, type Unit } from './parse-query.ts'
import { buildHit, type Hit, holdsPhrase } from './show-hit.ts'

export type Facet = { name: FacetName; values: { value: string; count: number }[] }
/** What a search gives: hits by case, the best first; `instead`: the query that was answered in its place. */
export type Found = {
  total: number
  hits: Hit[]
  facets: Facet[]
  messages: string[]
  instead: string | null
  /** True where no case has all of the words and the hits have some. */
  isPartial: boolean
  query: Query
}

const MOST_PHRASES = 80

function passes(range: Range, doc: number, manifest: Manifest): boolean {
  const inside = (value: number): boolean => value >= range.low && value <= range.high
  let found = false
  if (range.name === 'year') {
    const { names, values } = manifest.columns.year
    const year = Number(names[values[doc] ?? -1] ?? Number.NaN)
    found = inside(year)
  } else {
    const effect = manifest.effects[doc] ?? 0
    found = effect !== 0 && effect.some(inside)
  }
  return found !== range.isNegative
}

/** A phrase's cases: names that are it, and cases with all of its words, which are read to see whether they hold it. */
async function scorePhrase(unit: Unit, reader: IndexReader, manifest: Manifest): Promise<Scores> {
  const scores = await scoreUnit(unit, reader, manifest)
  const words = (unit.keys[0] ?? '').split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length < 2) return scores
  const parts = parseQuery(words.map((word) => word.replace(/^-+/, '')).join(' ')).units
  const each = await Promise.all(
    parts.map((part) =>
      scoreUnit({ ...part, isPhrase: true, letters: unit.letters, keys: part.keys.slice(0, 1) }, reader, manifest),
    ),
  )
  const both = intersect(each)
  const candidates = rank(both)
    .filter((doc) => !scores.has(doc))
    .slice(0, MOST_PHRASES)
  for (const doc of candidates) {
    const record = await readDoc(reader, manifest, doc)
    if (await holdsPhrase(record, doc, unit, reader)) scores.set(doc, (both.get(doc) ?? 0) / parts.length)
  }
  return scores
}

function intersect(each: readonly Scores[]): Scores {
  const [first, ...others] = [...each].sort((a, b) => a.size - b.size)
  const both: Scores = new Map()
  for (const [doc, score] of first ?? []) {
    let sum = score
    for (const other of others) {
      const own = other.get(doc)
      sum = own === undefined ? Number.NaN : sum + own
    }
    if (!Number.isNaN(sum)) both.set(doc, sum)
  }
  return both
}

/** Best first; equal ones in the index's own order: with a diff, then the newest. */
const rank = (scores: Scores): number[] => [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([doc]) => doc)

export async function readDoc(reader: IndexReader, manifest: Manifest, doc: number): Promise<Doc | undefined> {
  const shard = findShard(manifest.docStarts, doc)
  return (await reader.docs(shard))[doc - (manifest.docStarts[shard] ?? 0)]
}

type Matched = { scores: Scores; each: { unit: Unit; scores: Scores }[]; isPartial: boolean }

/** Cases that some of the units find: the more and the rarer, the better. */
function unite(each: readonly Scores[], count: number): Scores {
  const all: Scores = new Map()
  for (const scores of each) {
    const worth = 1000 + 3000 * (1 - scores.size / Math.max(1, count)) ** 4
    for (const [doc, score] of scores) all.set(doc, (all.get(doc) ?? 0) + worth + score)
  }
  return all
}

async function addWhole(scores: Scores, query: Query, reader: IndexReader, manifest: Manifest): Promise<void> {
  for (const whole of query.whole)
    for (const { key, postings } of await findKeys(reader, manifest, whole, false))
      for (const [code, docs] of postings) {
        const isTitle = code[0] === 'w'
        if (key !== whole && !(isTitle ? key.startsWith(`${whole} `) : code[1] === '0')) continue
        const bonus = key === whole ? 30_000 : isTitle ? 20_000 : 10_000
        for (const doc of docs) if ((scores.get(doc) ?? 0) < bonus) scores.set(doc, (scores.get(doc) ?? 0) + bonus)
      }
}

/** Ways to write neighbouring words as one name: `per cpu refcount` -> per_cpu_refcount, percpu-refcount … */
function joinWords(words: readonly string[]): string[] {
  const [a = '', b = '', c] = words
  if (c === undefined) return [`${a}_${b}`, `${a}-${b}`, a + b]
  return [`${a}_${b}_${c}`, `${a}${b}_${c}`, `${a}${b}-${c}`, `${a}_${b}${c}`, a + b + c]
}

/** Words that the index knows as one name count for each of them: `per cpu`, `cache line`, `state lock`. */
async function addJoined(each: Matched['each'], reader: IndexReader, manifest: Manifest): Promise<void> {
  for (const [index, first] of each.entries())
    for (const length of [2, 3]) {
      const run = each.slice(index, index + length)
      if (run.length < length || run.some(({ unit }) => unit.isPhrase || unit.letters || unit.left !== null)) continue
      for (const key of joinWords(run.map(({ unit }) => unit.keys[0] ?? ''))) {
        const joined = await scoreUnit({ ...first.unit, keys: [key], isPhrase: true }, reader, manifest)
        for (const [doc, score] of joined)
          for (const { scores } of run) if ((scores.get(doc) ?? 0) < score + 50) scores.set(doc, score + 50)
      }
    }
}

async function match(query: Query, reader: IndexReader, manifest: Manifest): Promise<Matched> {
  const wanted = query.units.filter((unit) => !unit.isNegative)
  const each = await Promise.all(
    wanted.map(async (unit) => ({
      unit,
      scores: await (unit.isPhrase ? scorePhrase : scoreUnit)(unit, reader, manifest),
    })),
  )
  await addJoined(each, reader, manifest)
  let scores: Scores = new Map()
  let isPartial = false
  if (wanted.length > 0) scores = intersect(each.map((one) => one.scores))
  else if (query.units.length > 0 || query.ranges.length > 0)
    for (let doc = 0; doc < manifest.count; doc++) scores.set(doc, 1)
  await addWhole(scores, query, reader, manifest)
  if (scores.size === 0 && wanted.length > 1) {
    const hard = each.filter(({ unit }) => unit.letters !== null || unit.isPhrase)
    const soft = each.filter(({ unit }) => unit.letters === null && !unit.isPhrase)
    scores = unite(
      soft.map((one) => one.scores),
      manifest.count,
    )
    if (hard.length > 0) {
      const kept = intersect(hard.map((one) => one.scores))
      for (const doc of [...scores.keys()]) if (!kept.has(doc)) scores.delete(doc)
    }
    isPartial = scores.size > 0
  }
  for (const unit of query.units.filter((one) => one.isNegative)) {
    const left = await (unit.isPhrase ? scorePhrase : scoreUnit)(unit, reader, manifest)
    for (const doc of left.keys()) scores.delete(doc)
  }
  for (const range of query.ranges)
    for (const doc of [...scores.keys()]) if (!passes(range, doc, manifest)) scores.delete(doc)
  return { scores, each, isPartial }
}

function countFacets(docs: readonly number[], manifest: Manifest): Facet[] {
  return facetNames.map((name) => {
    const { names, values } = manifest.columns[name]
    const counts = new Map<number, number>()
    for (const doc of docs) {
      const value = values[doc] ?? -1
      if (value >= 0) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    const shown = [...counts].map(([value, count]) => ({ value: names[value] ?? '', count }))
    return {
      name,
      values: shown.sort((a, b) =>
        name === 'year'
          ? b.value.localeCompare(a.value, 'en')
          : b.count - a.count || a.value.localeCompare(b.value, 'en'),
      ),
    }
  })
}

/** The query with its words that find nothing replaced by the nearest names that do; null where there are none. */
async function correct(
  query: Query,
  each: Matched['each'],
  reader: IndexReader,
  manifest: Manifest,
): Promise<string | null> {
  const lost = each.filter(({ scores }) => scores.size === 0)
  if (lost.length === 0) return null
  const names = await reader.names()
  let text = query.text
  let changed = false
  for (const { unit } of lost) {
    const [whole = '', side] = unit.keys
    for (const key of unit.left !== null && side !== undefined ? [side, whole] : [whole]) {
      const fitting = await firstThatFinds(findNearest(key, names, 12), unit, reader, manifest)
      if (fitting === null) continue
      const shown = /\s/.test(fitting) ? `"${fitting}"` : fitting
      const at = text.toLowerCase().lastIndexOf(key)
      text = at >= 0 ? text.slice(0, at) + fitting + text.slice(at + key.length) : text.replace(unit.text, shown)
      changed = true
      break
    }
  }
  return changed && text !== query.text ? text : null
}

async function firstThatFinds(
  names: readonly string[],
  unit: Unit,
  reader: IndexReader,
  manifest: Manifest,
): Promise<string | null> {
  for (const name of names)
    if ((await scoreUnit({ ...unit, keys: [name], left: null }, reader, manifest)).size > 0) return name
  return null
}

/** Searches the index. Pure but for what `reader` reads; never throws for what is typed. */
export async function runSearch(reader: IndexReader, text: string, most: number): Promise<Found> {
  const query = parseQuery(text)
  const manifest = await reader.manifest()
  let matched = await match(query, reader, manifest)
  let shown = query
  let instead: string | null = null
  if (matched.scores.size === 0 || matched.isPartial) {
    const corrected = await correct(query, matched.each, reader, manifest)
    const again = corrected === null ? null : parseQuery(corrected)
    const better = again && (await match(again, reader, manifest))
    if (again && better && better.scores.size > 0) {
      instead = corrected
      matched = better
      shown = again
    }
  }
  const docs = rank(matched.scores)
  const hits: Hit[] = []
  for (const doc of docs.slice(0, most)) {
    const record = await readDoc(reader, manifest, doc)
    if (record) hits.push(await buildHit(record, doc, shown, reader))
  }
  return {
    total: docs.length,
    hits,
    facets: countFacets(docs, manifest),
    messages: query.messages,
    instead,
    isPartial: matched.isPartial,
    query: shown,
  }
}
