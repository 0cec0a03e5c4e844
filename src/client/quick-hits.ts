import { runSearch } from '../search/run-search.ts'
import { buildHitOption, formatCount } from './hit-elements.ts'
import { openReader, withFreshIndex } from './index-reader.ts'

/** Fetches what says which shards the index has, so that the first query need not wait for it. */
export const openIndex = (root: URL): Promise<unknown> => openReader(root).manifest()

/** The hits of a query as options of a list, at most `most`, and the words of how many there are. */
export async function findHits(
  root: URL,
  query: string,
  most: number,
): Promise<{ options: HTMLElement[]; count: string }> {
  const found = await withFreshIndex(root, (reader) => runSearch(reader, query, most))
  return {
    options: found.hits.map((hit, index) => buildHitOption(hit, root, index)),
    count: formatCount(found, found.hits.length),
  }
}
