import { make } from './make-element.ts'
import { findSiteRoot } from './site-root.ts'

/** `offline/files.json`: every file of the site with its bytes, pages first. */
type FileList = { version: string; files: [path: string, bytes: number][] }

const AT_ONCE = 6
const MOST_LISTED = 400

const cacheName = (root: URL): string => `${root.pathname}casebook-pages`
const formatSize = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

type OfflinePage = {
  root: URL
  status: HTMLElement
  keep: HTMLButtonElement
  cancel: HTMLButtonElement
  forget: HTMLButtonElement
  progress: HTMLProgressElement
  list: HTMLElement
}

function findElements(): OfflinePage | undefined {
  const get = <T extends Element>(name: string): T | null => document.querySelector<T>(name)
  const status = get<HTMLElement>('#offline-status')
  const [keep, cancel, forget] = [
    get<HTMLButtonElement>('#keep-all'),
    get<HTMLButtonElement>('#keep-cancel'),
    get<HTMLButtonElement>('#keep-forget'),
  ]
  const progress = get<HTMLProgressElement>('#keep-progress')
  const list = get<HTMLElement>('#kept-pages')
  if (!status || !keep || !cancel || !forget || !progress || !list) return undefined
  return { root: findSiteRoot(), status, keep, cancel, forget, progress, list }
}

/** Pages that are kept on this device, by path below the root. */
async function listKept(root: URL): Promise<string[]> {
  const paths = new Set<string>()
  for (const name of await caches.keys()) {
    if (!name.startsWith(`${root.pathname}casebook-`)) continue
    for (const { url } of await (await caches.open(name)).keys()) {
      const path = new URL(url).pathname.slice(root.pathname.length)
      if (path.endsWith('.html') && !/^(?:404|offline\/|[mc]\/)/.test(path)) paths.add(path)
    }
  }
  return [...paths].sort()
}

async function showKept({ root, list }: OfflinePage): Promise<void> {
  const paths = await listKept(root)
  const items = paths
    .slice(0, MOST_LISTED)
    .map((path) =>
      make('li', {}, make('a', { href: new URL(path, root).href }, path.replace(/index\.html$/, '') || 'Home')),
    )
  const more =
    paths.length > MOST_LISTED ? [make('li', {}, `and ${paths.length - MOST_LISTED} more, found by the search`)] : []
  list.replaceChildren(...items, ...more)
}

async function readFiles(root: URL): Promise<FileList> {
  const response = await fetch(new URL('offline/files.json', root), { cache: 'reload' })
  if (!response.ok) throw new Error(`the list of files could not be loaded (${response.status})`)
  return (await response.json()) as FileList // the build's own file
}

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError'

/** Loads every file into the cache of pages, a few at a time; what is done counts up, a signal ends it. */
async function keepFiles(page: OfflinePage, { files }: FileList, signal: AbortSignal): Promise<number> {
  const cache = await caches.open(cacheName(page.root))
  const total = files.reduce((sum, [, bytes]) => sum + bytes, 0)
  let done = 0
  let at = 0
  page.progress.max = total
  const work = async (): Promise<void> => {
    while (at < files.length && !signal.aborted) {
      const [path, bytes] = files[at++] ?? ['', 0]
      const address = new URL(path.split('/').map(encodeURIComponent).join('/'), page.root)
      const response = await fetch(address, { signal, cache: 'reload' })
      if (response.ok) await cache.put(address.href, response)
      done += bytes
      page.progress.value = done
      page.status.textContent = `${formatSize(done)} of ${formatSize(total)} kept`
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return done
}

async function keepAll(page: OfflinePage): Promise<void> {
  const stop = new AbortController()
  const cancel = (): void => stop.abort()
  page.cancel.addEventListener('click', cancel)
  page.keep.disabled = true
  page.cancel.hidden = page.progress.hidden = false
  try {
    const files = await readFiles(page.root)
    await navigator.storage?.persist?.().catch(() => false)
    const bytes = await keepFiles(page, files, stop.signal)
    page.status.textContent = stop.signal.aborted
      ? 'Cancelled; what was loaded is kept.'
      : `The whole site is kept: ${formatSize(bytes)}.`
  } catch (error) {
    const why = isFull(error) ? 'the browser’s storage is full' : error instanceof Error ? error.message : String(error)
    page.status.textContent = stop.signal.aborted
      ? 'Cancelled; what was loaded is kept.'
      : `Not all could be kept: ${why}. What was loaded is kept, and reading goes on.`
    stop.abort()
  }
  page.cancel.removeEventListener('click', cancel)
  page.keep.disabled = false
  page.cancel.hidden = page.progress.hidden = true
  await showKept(page).catch(() => undefined)
}

function sayMissing(root: URL): void {
  const missing = new URLSearchParams(location.search).get('missing')
  const note = document.querySelector<HTMLElement>('#offline-missing')
  if (missing === null || !note) return
  // Only ever an address below the root: an address of elsewhere in the query leads nowhere.
  const address = new URL(missing, root)
  const inside = address.origin === root.origin && address.pathname.startsWith(root.pathname)
  note.hidden = false
  note.append(
    'This page is not kept on this device, and the network does not answer: ',
    inside ? make('a', { href: address.href }, missing.slice(0, 200)) : missing.slice(0, 200),
    '. The link tries again; below is what is here.',
  )
}

/** The page that keeps the whole site for reading offline, and that stands in for pages that are not kept. */
export async function startOfflinePage(): Promise<void> {
  const page = findElements()
  if (!page) return
  sayMissing(page.root)
  if (!('caches' in window) || !('serviceWorker' in navigator) || !/^https?:$/.test(location.protocol)) {
    page.keep.disabled = true
    page.status.textContent =
      'This browser keeps nothing here: the address has no secure connection, or storage is refused.'
    return
  }
  page.keep.addEventListener('click', () => void keepAll(page))
  page.forget.addEventListener('click', async () => {
    await caches.delete(cacheName(page.root))
    page.status.textContent = 'The pages that were kept are gone; the search and the lists stay.'
    await showKept(page)
  })
  try {
    await showKept(page)
    const { files } = await readFiles(page.root)
    const total = files.reduce((sum, [, bytes]) => sum + bytes, 0)
    page.keep.textContent = `Keep the whole site (${formatSize(total)}, ${files.length} files)`
  } catch {
    page.keep.disabled = true
    page.status.textContent = 'The network does not answer, or storage is refused: nothing more can be kept now.'
  }
}
