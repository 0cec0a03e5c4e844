/**
 * The site with the network off. The build writes this file to `sw.js`, with `BUILD` before it: the version and the
 * files of the shell. The shell and the index live in one cache a version and are swapped as a whole; pages that were
 * read live in another. Only caches of this site's own path are ever touched.
 */
declare const BUILD: { version: string; files: string[] }

type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = ExtendableEvent & { request: Request; respondWith: (response: Promise<Response>) => void }
type Client = { postMessage: (message: unknown) => void }
type WorkerScope = {
  registration: { scope: string }
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void>; matchAll: () => Promise<Client[]> }
  addEventListener: {
    (name: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
    (name: 'fetch', listener: (event: FetchEvent) => void): void
  }
}
const worker = globalThis as unknown as WorkerScope // the global scope of a service worker, which TypeScript's DOM lacks
const scope = new URL(worker.registration.scope)
const own = `${scope.pathname}casebook-`
const shellName = `${own}shell-${BUILD.version}`
const pagesName = `${own}pages`
const WAIT_MS = 5000

const addressOf = (file: string): string => new URL(file, scope).href
const shellFiles = new Set(BUILD.files.map(addressOf))

/** A folder's address and that of its index.html are one page; queries and fragments are none of it. */
function pageAddress(url: URL): string {
  const path = url.pathname.endsWith('/') ? `${url.pathname}index.html` : url.pathname
  return url.origin + path
}

/** Loads the whole shell or nothing: one file that fails leaves the old version as it is. */
async function install(): Promise<void> {
  const cache = await caches.open(shellName)
  await cache.addAll(BUILD.files.map((file) => new Request(addressOf(file), { cache: 'reload' })))
  await worker.skipWaiting()
}

/** Pages that were kept go on to use the style and scripts they came with: those move over before their shell goes. */
async function moveAssets(name: string): Promise<void> {
  const [old, pages] = await Promise.all([caches.open(name), caches.open(pagesName)])
  for (const request of await old.keys()) {
    const response = /\/_astro\//.test(request.url) ? await old.match(request) : undefined
    if (response) await pages.put(request, response)
  }
}

async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(own) && name !== shellName && name !== pagesName)
  for (const name of names) {
    await moveAssets(name).catch(() => undefined) // a full storage keeps pages without their style
    await caches.delete(name)
  }
  await worker.clients.claim()
}

/** Keeps what was read; where the storage is full or refused, pages are told so and reading goes on. */
async function keep(address: string, response: Response): Promise<void> {
  try {
    await (await caches.open(pagesName)).put(address, response)
  } catch {
    for (const client of await worker.clients.matchAll()) client.postMessage({ casebook: 'storage-full' })
  }
}

async function findKept(address: string): Promise<Response | undefined> {
  const shell = await caches.open(shellName).catch(() => undefined)
  const found = await shell?.match(address, { ignoreSearch: true })
  return found ?? (await caches.open(pagesName).then((pages) => pages.match(address, { ignoreSearch: true })))
}

/** Answers from the network, within some seconds where there is a kept copy; undefined where it gives nothing. */
async function tryNetwork(request: Request, hasCopy: boolean): Promise<Response | undefined> {
  const answer = fetch(request).catch(() => undefined)
  if (!hasCopy) return answer
  return Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), WAIT_MS))])
}

/** Pages: the newest from the network, else the kept one, else the page that says what is kept. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const url = new URL(event.request.url)
  const address = pageAddress(url)
  const kept = await findKept(address).catch(() => undefined)
  const response = await tryNetwork(event.request, kept !== undefined)
  if (response && (response.ok || response.type === 'opaqueredirect' || !kept)) {
    if (response.ok && !response.redirected) event.waitUntil(keep(address, response.clone()))
    return response
  }
  if (kept) return kept
  const missing = url.pathname.slice(scope.pathname.length) + url.search
  return Response.redirect(`${addressOf('offline/index.html')}?missing=${encodeURIComponent(missing)}`, 302)
}

/** Files: the shell's own from the shell, so that they all are of one version; others from the network, then kept. */
async function answerFile(event: FetchEvent): Promise<Response> {
  const url = new URL(event.request.url)
  const address = url.origin + url.pathname
  const isShell = shellFiles.has(address)
  const kept = await findKept(address).catch(() => undefined)
  if (kept && (isShell || /\/_astro\//.test(url.pathname))) return kept
  const response = await tryNetwork(event.request, kept !== undefined)
  if (!response) return kept ?? Response.error()
  if (response.ok && response.status === 200) event.waitUntil(keep(address, response.clone()))
  return response.ok || !kept ? response : kept
}

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  const isOwn = url.origin === scope.origin && url.pathname.startsWith(scope.pathname)
  // What asks for a fresh copy (the list of files, "keep the whole site") goes past the worker.
  if (event.request.method !== 'GET' || !isOwn || event.request.cache === 'reload') return
  event.respondWith(event.request.mode === 'navigate' ? answerPage(event) : answerFile(event))
})
