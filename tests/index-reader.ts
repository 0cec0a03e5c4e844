import { gzipSync } from 'node:zlib'
import { type IndexReader, type Line, type Manifest, parseDocs, parseWords } from '../src/search/index-format.ts'

/**
 * A reader of an index in memory that parses each part once, as the page's does; `loaded` counts the bytes, as sent, of
 * the parts that were asked for.
 */
export function readerOf(files: ReadonlyMap<string, string>): { reader: IndexReader; loaded: Map<string, number> } {
  const loaded = new Map<string, number>()
  const parsed = new Map<string, unknown>()
  const manifest = JSON.parse(files.get('index.json') ?? '') as Manifest // what buildIndex has just written
  const read = <T>(name: string, parse: (text: string) => T): T => {
    const known = parsed.get(name) as T | undefined // every name is always read by the same parser
    if (known !== undefined) return known
    const text = files.get(name)
    if (text === undefined) throw new Error(`no part ${name} in the index`)
    loaded.set(name, gzipSync(text).length)
    const value = parse(text)
    parsed.set(name, value)
    return value
  }
  const part = <T>(name: string, parse: (text: string) => T): T => read(`${manifest.version}/${name}`, parse)
  const reader: IndexReader = {
    manifest: async () => read('index.json', () => manifest),
    keys: async (shard) => part(`k${shard}.txt`, (text) => text),
    docs: async (shard) => part(`d${shard}.txt`, parseDocs),
    lines: async (doc) => part(`l${doc}.json`, (text) => JSON.parse(text) as Line[]),
    words: async () => part('words.txt', parseWords),
  }
  return { reader, loaded }
}
