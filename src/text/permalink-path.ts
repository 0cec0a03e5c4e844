import { sha1 } from './sha1.ts'

const plainId = /^[A-Za-z0-9][A-Za-z0-9._+=~@-]{2,179}$/
/** `/m/index/` holds the shards of the 404 page. */
const reserved = new Set(['index'])

/**
 * The path of a message's permanent page below the site's root: `m/<Message-ID>/`, or `m/_/<first 20 of sha1>/` for an
 * id that is no safe folder name on every file system. `hasTwin`: another id differs from it by letter case only.
 */
export function permalinkPath(id: string, hasTwin = false): string {
  const isPlain = plainId.test(id) && !id.endsWith('.') && !reserved.has(id.toLowerCase())
  return isPlain && !hasTwin ? `m/${id}/` : `m/_/${sha1(id).slice(0, 20)}/`
}

/** Those of `ids` that fold to the same letters as another one: call `permalinkPath(id, true)` for them. */
export function findTwins(ids: Iterable<string>): Set<string> {
  const byFolded = new Map<string, Set<string>>()
  for (const id of ids) {
    const folded = id.toLowerCase()
    const known = byFolded.get(folded)
    if (known) known.add(id)
    else byFolded.set(folded, new Set([id]))
  }
  return new Set([...byFolded.values()].filter((group) => group.size > 1).flatMap((group) => [...group]))
}
