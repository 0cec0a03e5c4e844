/** The part of pagefind's interface that the search uses. */
type PagefindData = {
  url: string
  excerpt: string
  meta: Record<string, string | undefined>
  sub_results?: { url: string; title: string; excerpt: string }[]
}
type PagefindHit = { id: string; data: () => Promise<PagefindData> }
type Pagefind = {
  options: (options: Record<string, unknown>) => Promise<void>
  init: () => Promise<void>
  search: (term: string) => Promise<{ results: PagefindHit[] }>
}

/** A hit as the lists show it. `excerptMarkup` is pagefind's: escaped text with `<mark>` around what was found. */
export type Hit = { url: string; title: string; facts: string[]; excerptMarkup: string }
export type Hits = { total: number; hits: Hit[] }

let loading: Promise<Pagefind> | undefined

const isPagefind = (module: unknown): module is Pagefind =>
  typeof module === 'object' && module !== null && 'search' in module && 'options' in module && 'init' in module

declare global {
  interface Window {
    /** From a folder: what the classic script leaves, since modules do not load there. */
    casebookPagefind?: unknown
  }
}

function loadClassic(root: URL): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = new URL('pagefind/pagefind.classic.js', root).href
    script.addEventListener('load', () => resolve(window.casebookPagefind))
    script.addEventListener('error', () => reject(new Error('The text search could not be loaded.')))
    document.head.append(script)
  })
}

async function load(root: URL): Promise<Pagefind> {
  const isFolder = root.protocol === 'file:'
  const module: unknown = isFolder
    ? await loadClassic(root)
    : await import(/* @vite-ignore */ new URL('pagefind/pagefind.js', root).href)
  if (!isPagefind(module)) throw new Error('The search index has another form than expected.')
  const folder = isFolder ? { noWorker: true, baseUrl: '/', basePath: new URL('pagefind/', root).href } : {}
  await module.options({ excerptLength: 24, ...folder })
  await module.init()
  return module
}

/** Loads the index once; a failed load can be tried again. */
export function openIndex(root: URL): Promise<Pagefind> {
  loading ??= load(root).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** `/techniques/pad/` of the index as the file it is in a folder. */
const placeInFolder = (url: string, root: URL): string =>
  new URL(url.replace(/^\/+/, '').replace(/\/(?=$|#)/, '/index.html'), root).href

const factNames = ['subsystem', 'technique', 'effect', 'outcome', 'year']

/** Searches for a query, its first 300 characters; reads the first `most` hits. An empty query finds nothing. */
export async function findHits(root: URL, query: string, most: number): Promise<Hits> {
  const term = query.trim().slice(0, 300)
  if (term === '') return { total: 0, hits: [] }
  const index = await openIndex(root)
  const { results } = await index.search(term)
  const read = await Promise.all(results.slice(0, most).map((hit) => hit.data()))
  return {
    total: results.length,
    hits: read.map(({ url, excerpt, meta }) => ({
      url: root.protocol === 'file:' ? placeInFolder(url, root) : url,
      title: meta['title'] ?? url,
      facts: factNames.map((name) => meta[name] ?? '').filter((fact) => fact !== ''),
      excerptMarkup: excerpt,
    })),
  }
}
