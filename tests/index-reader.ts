import { gzipSync } from 'node:zlib'
import type { Doc, IndexReader, Line, Manifest } from '../src/search/index-format.ts'

/** A reader of an index in memory; `loaded` counts the bytes, as sent, of the parts that were asked for. */
export function readerOf(files: ReadonlyMap<string, string>): { reader: IndexReader; loaded: Map<string, number> } {
  const loaded = new Map<string, number>()
  const manifest = JSON.parse(files.get('index.json') ?? '') as Manifest // what buildIndex has just written
  const read = (name: string): string => {
    const text = files.get(name)
    if (text === undefined) throw new Error(`no part ${name} in the index`)
    if (!loaded.has(name)) loaded.set(name, gzipSync(text).length)
    return text
  }
  const part = (name: string): string => read(`${manifest.version}/${name}`)
  const reader: IndexReader = {
    manifest: async () => {
      read('index.json')
      return manifest
    },
    keys: async (shard) => part(`k${shard}.txt`),
    docs: async (shard) => JSON.parse(part(`d${shard}.json`)) as Doc[],
    lines: async (doc) => JSON.parse(part(`l${doc}.json`)) as Line[],
    names: async () => part('names.txt').split('\n'),
  }
  return { reader, loaded }
}
