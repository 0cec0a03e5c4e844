import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { listFiles } from '../list-files.ts'

/** Anchors that are a promise: messages, results, layouts. Lines of messages and diffs follow from them. */
const promised = /^(?:m-x?[0-9a-f]{11,12}|b-[0-9a-f]{8}|layout-.+)$/
/** Pages and files that are a promise, as paths in the built folder. */
const promisedFile =
  /^(?:index\.html|(?:about|primer|how-to-read|explore|compare|data)\/index\.html|data\/(?:v\d+\/)?(?:cases\.json|cases\.csv|results\.csv|schema\.json|README\.txt)|feed\.xml|techniques\/(?:[a-z-]+\/)?index\.html|cases\/index\.html|(?:structs|subsystems|projects|benchmarks)\/(?:[a-z0-9-]+\/){0,2}index\.html|cases\/[a-z0-9-]+(?:\/index\.html|\/thread\/index\.html|\.txt|\.json|\/[A-Za-z0-9]+\.diff)|(?:m\/(?:_\/)?|c\/)[^/]+\/index\.html)$/

/** Every id of a page. */
function findIds(html: string): string[] {
  return [...html.matchAll(/\sid="([^"<>]+)"/g)].map((match) => match[1] ?? '')
}

/** The same without the titles and descriptions inside drawings: no link leads to them, so their ids are free to change. */
const findLinkedIds = (html: string): string[] => findIds(html.replace(/<(?:title|desc)\s+id="[^"<>]*"/g, '<'))

const toPath = (file: string): string => `/${file.replace(/index\.html$/, '')}`

/** The permalinks of a built site: pages, files, and the promised anchors of case pages; sorted. */
export function listPermalinks(outDir: string): string[] {
  const files = listFiles(outDir).filter((file) => promisedFile.test(file))
  const links = files.flatMap((file) => {
    const address = toPath(file)
    if (!/^cases\/.+\/index\.html$/.test(file)) return [address]
    const ids = findLinkedIds(readFileSync(path.join(outDir, file), 'utf8')).filter((id) => promised.test(id))
    return [address, ...ids.map((id) => `${address}#${id}`)]
  })
  return [...new Set(links)].sort()
}

/** A line of `permalinks.txt` as a path from the root; `#` at a line's start begins a comment. */
export function parsePermalinks(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('/'))
}

/**
 * Those of `links` that no longer resolve in a built site. A removed page's tombstone resolves with every anchor, and
 * so does a redirect.
 */
export function findBrokenPermalinks(outDir: string, links: readonly string[]): string[] {
  const idsOf = new Map<string, Set<string> | 'any' | undefined>()
  const read = (address: string): Set<string> | 'any' | undefined => {
    const file = path.join(outDir, address.endsWith('/') ? `${address}index.html` : address)
    if (!existsSync(file)) return undefined
    const html = file.endsWith('.html') ? readFileSync(file, 'utf8') : ''
    return html.includes('class="page small-page"') ? 'any' : new Set(findIds(html))
  }
  return links.filter((link) => {
    const [address = '', anchor] = link.split('#')
    if (!idsOf.has(address)) idsOf.set(address, read(address))
    const ids = idsOf.get(address)
    return ids === undefined || (anchor !== undefined && ids !== 'any' && !ids.has(anchor))
  })
}
