import type { CaseRecord } from '../../src/model/case.ts'
import type { ThreadFile } from '../../src/model/thread-file.ts'
import { messageAnchor } from '../../src/text/message-anchor.ts'
import { findTwins, permalinkPath } from '../../src/text/permalink-path.ts'
import { sha1 } from '../../src/text/sha1.ts'

/** A place a message or commit is found at. */
export type Place = { slug: string; title: string; anchor: string; kind: string }
/** A case with its thread, as read. */
export type BuiltCase = { record: CaseRecord; thread: ThreadFile | null }

/** Kinds of messages whose ids get a page of their own; a subject patch is one of the case's postings. */
const pageKinds = new Set(['cover', 'lkp-report'])
/** An id made from a mail that has none. */
const derivedId = /^x[0-9a-f]{11}$/

/** A message of a case by its id, where it stands, and whether the id has a page. */
export type PlacedMessage = { id: string; place: Place; hasPage: boolean }

/** Every message of a case; derived ids are none of a mail and left out. */
export function listMessages({ record, thread }: BuiltCase): PlacedMessage[] {
  const postings = new Set([...record.postings, ...record.versions.flatMap((version) => version.messageIds)])
  const reports = new Set(record.reports.map((report) => report.messageId))
  const messages = (thread?.messages ?? []).filter((message) => !message.idIsDerived)
  const here = new Set(messages.map((message) => message.id))
  // A posting that is only quoted, or known by its id: the case itself is where it is discussed.
  const elsewhere = [...postings].filter((id) => !here.has(id) && !derivedId.test(id))
  const place = { slug: record.slug, title: record.title, anchor: '', kind: 'patch' }
  return [
    ...elsewhere.map((id) => ({ id, place, hasPage: true })),
    ...messages.map((message) => ({
      id: message.id,
      place: {
        slug: record.slug,
        title: record.title,
        anchor: message.anchor || messageAnchor(message.id, message.idIsDerived),
        kind: message.kind,
      },
      hasPage:
        postings.has(message.id) ||
        reports.has(message.id) ||
        pageKinds.has(message.kind) ||
        (postings.size === 0 && message.kind === 'patch'),
    })),
  ]
}

const addTo = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}

/** `/m/` pages: path (`m/<id>/`) to the id and its places, for subject patches, cover letters and reports. */
export function buildMessagePages(messages: readonly PlacedMessage[]): Map<string, { id: string; places: Place[] }> {
  const byId = new Map<string, Place[]>()
  for (const { id, place, hasPage } of messages) if (hasPage) addTo(byId, id, place)
  const twins = findTwins(byId.keys())
  return new Map([...byId].map(([id, places]) => [permalinkPath(id, twins.has(id)), { id, places }]))
}

/** `/c/` pages: path (`c/<first 12>/`) to the commit and its places. */
export function buildCommitPages(records: readonly CaseRecord[]): Map<string, { id: string; places: Place[] }> {
  const pages = new Map<string, { id: string; places: Place[] }>()
  for (const record of records) {
    const ids = [record.commit?.sha, ...record.backports.map((backport) => backport.commit)]
    for (const id of new Set(ids)) {
      if (!id || id.length < 12) continue
      const path = `c/${id.slice(0, 12)}/`
      const page = pages.get(path) ?? { id, places: [] }
      page.places.push({ slug: record.slug, title: record.title, anchor: '', kind: 'commit' })
      pages.set(path, page)
    }
  }
  return pages
}

/** The shards the 404 page looks a Message-ID up in: first two digits of its sha1 to ids to `[slug, anchor]` pairs. */
export function buildShards(messages: readonly PlacedMessage[]): Map<string, Record<string, [string, string][]>> {
  const shards = new Map<string, Map<string, [string, string][]>>()
  for (const { id, place } of messages) {
    const name = sha1(id).slice(0, 2)
    const shard = shards.get(name) ?? new Map<string, [string, string][]>()
    addTo(shard, id, [place.slug, place.anchor])
    shards.set(name, shard)
  }
  return new Map([...shards].map(([name, shard]) => [name, Object.fromEntries(shard)]))
}
