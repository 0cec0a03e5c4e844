import { correctQuery } from './correct-query.ts'
import { type FacetName, facetNames, type IndexReader, type Manifest } from './index-format.ts'
import { matchQuery, readDoc } from './match-query.ts'
import { parseQuery, type Query } from './parse-query.ts'
import { hasAny, rankScores } from './scores.ts'
import { buildHit, type Hit } from './show-hit.ts'

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

/** Searches the index. Pure but for what `reader` reads; never throws for what is typed. */
export async function runSearch(reader: IndexReader, text: string, most: number): Promise<Found> {
  const query = parseQuery(text)
  const manifest = await reader.manifest()
  let matched = await matchQuery(query, reader, manifest)
  let shown = query
  let instead: string | null = null
  if (matched.isPartial || !hasAny(matched.scores)) {
    const corrected = await correctQuery(query, matched.each, reader, manifest)
    const again = corrected === null ? null : parseQuery(corrected)
    const better = again && (await matchQuery(again, reader, manifest))
    if (again && better && hasAny(better.scores)) {
      instead = corrected
      matched = better
      shown = again
    }
  }
  const docs = rankScores(matched.scores)
  // All at once: one after the other would wait for the network as often as there are hits.
  const hits = await Promise.all(
    docs.slice(0, most).map(async (doc) => {
      const record = await readDoc(reader, manifest, doc)
      return record && buildHit(record, doc, shown, reader)
    }),
  )
  return {
    total: docs.length,
    hits: hits.filter((hit) => hit !== undefined),
    facets: countFacets(docs, manifest),
    messages: query.messages,
    instead,
    isPartial: matched.isPartial,
    query: shown,
  }
}
