import type { Doc, IndexReader, Line, Manifest } from '../search/index-format.ts'

declare global {
  interface Window {
    /** What a part of the index calls when it is loaded as a script, from a folder. */
    casebookPart?: (name: string, text: string) => void
  }
}

const waiting = new Map<string, (text: string) => void>()

/** From a folder nothing can be fetched: the part is loaded as a script that hands over its text. */
function loadScript(address: URL, name: string): Promise<string> {
  window.casebookPart = (part, text) => waiting.get(part)?.(text)
  return new Promise((resolve, reject) => {
    waiting.set(name, resolve)
    const script = document.createElement('script')
    script.src = `${address.href}.js`
    script.addEventListener('error', () => reject(new Error(`The part ${name} of the index could not be loaded.`)))
    document.head.append(script)
  })
}

async function loadText(root: URL, name: string): Promise<string> {
  const address = new URL(`search/${name}`, root)
  if (root.protocol === 'file:') return loadScript(address, name)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The part ${name} of the index could not be loaded (${response.status}).`)
  return response.text()
}

const readers = new Map<string, IndexReader>()

/** Reads the index below a site's root; each part once. A part that could not be loaded can be asked for again. */
export function openReader(root: URL): IndexReader {
  const known = readers.get(root.href)
  if (known) return known
  const parts = new Map<string, Promise<unknown>>()
  const read = <T>(name: string, parse: (text: string) => T): Promise<T> => {
    const loading =
      (parts.get(name) as Promise<T> | undefined) ?? // every name is always read by the same parser
      loadText(root, name)
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
    docs: async (shard) => read(await inFolder(`d${shard}.json`), (text) => JSON.parse(text) as Doc[]),
    lines: async (doc) => read(await inFolder(`l${doc}.json`), (text) => JSON.parse(text) as Line[]),
    names: async () => read(await inFolder('names.txt'), (text) => text.split('\n')),
  }
  readers.set(root.href, reader)
  return reader
}
