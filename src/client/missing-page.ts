import { sha1 } from '../text/sha1.ts'
import { findSiteRoot } from './site-root.ts'

/** A shard of the message index: Message-IDs to `[slug, anchor]` pairs. */
function findPlaces(shard: unknown, id: string): [string, string][] {
  if (typeof shard !== 'object' || shard === null || !Object.hasOwn(shard, id)) return []
  const places: unknown = Object.entries(shard).find(([key]) => key === id)?.[1]
  return Array.isArray(places)
    ? places.filter(
        (place): place is [string, string] =>
          Array.isArray(place) && place.length === 2 && place.every((part) => typeof part === 'string'),
      )
    : []
}

/** What stands behind `/m/` in an address, as a Message-ID without angle brackets; undefined elsewhere. */
export function findMessageId(pathname: string, rootPathname: string): string | undefined {
  if (!pathname.startsWith(`${rootPathname}m/`)) return undefined
  const rest = pathname.slice(rootPathname.length + 2).replace(/\/(?:index\.html)?$/, '')
  try {
    return decodeURIComponent(rest).replace(/^<|>$/g, '').slice(0, 998)
  } catch {
    return undefined
  }
}

function sayFound(status: HTMLElement, root: URL, id: string, places: [string, string][]): void {
  if (places.length === 0) {
    status.textContent = `No case holds a message with the id ${id}.`
    return
  }
  status.textContent = 'The message stands in: '
  for (const [slug, anchor] of places) {
    const link = document.createElement('a')
    link.href = new URL(`cases/${encodeURIComponent(slug)}/#${encodeURIComponent(anchor)}`, root).href
    link.textContent = slug
    status.append(link, ' ')
  }
}

/** The 404 page: a Message-ID in the address is looked up, and its message offered. */
export async function startMissingPage(): Promise<void> {
  const status = document.querySelector<HTMLElement>('#lookup')
  if (!status) return
  const root = findSiteRoot()
  const id = findMessageId(location.pathname, root.pathname)
  if (id === undefined || id === '') return
  status.textContent = 'Looking the message up …'
  const response = await fetch(new URL(`m/index/${sha1(id).slice(0, 2)}.json`, root))
  sayFound(status, root, id, response.ok ? findPlaces(await response.json(), id) : [])
}
