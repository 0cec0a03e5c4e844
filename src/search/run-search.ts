import { correctQuery } from './correct-query.ts'
import { type FacetName, facetNames, fields, type IndexReader, type Manifest } from './index-format.ts'
import { type Matched, matchQuery, readDoc } from './match-query.ts'
import { parseQuery, type Query } from './parse-query.ts'
import { hasAny, rankScores } from './scores.ts'
import { buildHit, type Hit } from './show-hit.ts'

export type Facet = { name: FacetName; values: { value: string; count: number }[] }
/** What a search gives: hits by case, the best first; `instead`: the query that was answered in its place. */
export type Found = {
  total: number
  /** Every case that was found, the best first; `hits` shows the first of them. */
  docs: number[]
  hits: Hit[]
  messages: string[]
  instead: string | null
  /** True where no case has all of the words and the hits have some. */
  isPartial: boolean
  query: Query
}

/** What the found cases can be narrowed by, with how many have each value: years newest first, else the most used. */
export function countFacets({ docs }: Found, manifest: Manifest): Facet[] {
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
        name === 'year' ? Number(b.value) - Number(a.value) : b.count - a.count || (a.value < b.value ? -1 : 1),
      ),
    }
  })
}

/** The found cases from one place to another. All at once: one after the other would wait for the network as often. */
export async function readHits(
  reader: IndexReader,
  { docs, query }: Pick<Found, 'docs' | 'query'>,
  from: number,
  to: number,
): Promise<Hit[]> {
  const manifest = await reader.manifest()
  const hits = await Promise.all(
    docs.slice(from, to).map(async (doc) => {
      const record = await readDoc(reader, manifest, doc)
      return record && buildHit(record, doc, query, reader)
    }),
  )
  return hits.filter((hit) => hit !== undefined)
}

type Answer = { query: Query; matched: Matched; instead: string | null; messages: string[] }

/**
 * A prefix that nothing has with that value, asked for as a word of any field, whole or begun; null where that finds
 * nothing.
 */
async function dropPrefixes(
  query: Query,
  matched: Matched,
  reader: IndexReader,
  isWhole: boolean,
): Promise<Answer | null> {
  const lost = matched.each.filter(({ unit, scores }) => unit.letters !== null && !hasAny(scores))
  if (lost.length === 0) return null
  const isLost = new Set(lost.map(({ unit }) => unit))
  const units = query.units.map((unit) =>
    isLost.has(unit) ? { ...unit, letters: null, isPhrase: isWhole || unit.isPhrase } : unit,
  )
  const freed = { ...query, units }
  const found = await matchQuery(freed, reader, await reader.manifest())
  if (found.isPartial || !hasAny(found.scores)) return null
  const messages = lost.map(({ unit }) => {
    const letter = unit.letters?.[0]
    return `No ${letter === undefined ? 'field' : fields[letter].name} has “${unit.text.slice(0, 80)}”: it is searched as a word.`
  })
  return { query: freed, matched: found, instead: null, messages }
}

/** The nearest names in place of what was mistyped; null where there are none. */
async function mendNames(query: Query, matched: Matched, reader: IndexReader): Promise<Answer | null> {
  const manifest = await reader.manifest()
  const instead = await correctQuery(query, matched.each, reader, manifest)
  if (instead === null) return null
  const again = parseQuery(instead)
  const better = await matchQuery(again, reader, manifest)
  return hasAny(better.scores) ? { query: again, matched: better, instead, messages: [] } : null
}

async function answer(query: Query, reader: IndexReader): Promise<Answer> {
  const matched = await matchQuery(query, reader, await reader.manifest())
  const plain = { query, matched, instead: null, messages: [] }
  if (!matched.isPartial && hasAny(matched.scores)) return plain
  return (
    (await dropPrefixes(query, matched, reader, true)) ??
    (await mendNames(query, matched, reader)) ??
    (await dropPrefixes(query, matched, reader, false)) ??
    plain
  )
}

/** Searches the index. Pure but for what `reader` reads; never throws for what is typed. */
export async function runSearch(reader: IndexReader, text: string, most: number): Promise<Found> {
  const asked = parseQuery(text)
  const { query, matched, instead, messages } = await answer(asked, reader)
  const docs = rankScores(matched.scores)
  return {
    total: docs.length,
    docs,
    hits: await readHits(reader, { docs, query }, 0, most),
    messages: [...asked.messages, ...messages],
    instead,
    isPartial: matched.isPartial,
    query,
  }
}
