import { type IndexReader, type Line, type Manifest, parseDocs, parseWords } from '../search/index-format.ts'
import { readSiteFile } from './site-file.ts'

const readers = new Map<string, IndexReader>()

/** Reads the index below a site's root; each part once. A part that could not be loaded can be asked for again. */
export function openReader(root: URL): IndexReader {
  const known = readers.get(root.href)
  if (known) return known
  const parts = new Map<string, Promise<unknown>>()
  const read = <T>(name: string, parse: (text: string) => T): Promise<T> => {
    const loading =
      (parts.get(name) as Promise<T> | undefined) ?? // every name is always read by the same parser
      readSiteFile(root, `search/${name}`)
        .then(parse)
        .catch((error: unknown) => {
          parts.delete(name)
          throw error
        })
    parts.set(name, loading)
    return loading
  }
  // The files are the build's own: their shapes are what `buildIndex` writes.
  const manifest = (): Promise<Manifest> => read('index.json', (text) => JSON.parse(text) as Manifest)
  const inFolder = async (name: string): Promise<string> => `${(await manifest()).version}/${name}`
  const reader: IndexReader = {
    manifest,
    keys: async (shard) => read(await inFolder(`k${shard}.txt`), (text) => text),
    docs: async (shard) => read(await inFolder(`d${shard}.txt`), parseDocs),
    lines: async (doc) => read(await inFolder(`l${doc}.json`), (text) => JSON.parse(text) as Line[]),
    words: async () => read(await inFolder('words.txt'), parseWords),
  }
  readers.set(root.href, reader)
  return reader
}

/**
 * Runs a search; where a part is gone because the site was deployed anew since the page was opened, once more with the
 * new index.
 */
export async function withFreshIndex<T>(root: URL, search: (reader: IndexReader) => Promise<T>): Promise<T> {
  try {
    return await search(openReader(root))
  } catch {
    readers.delete(root.href)
    return search(openReader(root))
  }
}
