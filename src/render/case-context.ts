import type { Project } from '../model/project.ts'
import type { StoredMessage, StoredPatch, ThreadFile } from '../model/thread-file.ts'
import type { LineageEdge } from './lineage-edges.ts'

/** A case as the related list names it. */
export type RelatedCase = { slug: string; title: string; why: string; note: string }

/** What a page knows beside the record: how links are made and which pages exist. */
export type CaseContext = {
  /** The site's own address with a trailing slash: for cite, plain text, JSON-LD; never for links between pages. */
  siteUrl: string
  /** A path from the site's root (`/techniques/pad/`) as it stands in an `href`. */
  href: (path: string) => string
  /** True where a page of that path is built; a name without a page is no link. */
  hasPage: (path: string) => boolean
  project: Project | null
  related: readonly RelatedCase[]
  /** Cases that this one follows, fixes, reverts or names, and those that do so to it. */
  edges?: readonly LineageEdge[]
  /** Paths of this case's own files that are offered: `.txt`, `.json`, `v1p1.diff`, results as CSV and JSON. */
  offers: (path: string) => boolean
  /** True where a person wrote a story: it stands before the evidence. */
  hasStory: boolean
}

/** A context for tests and previews: root links, every page exists. */
export const plainContext: CaseContext = {
  siteUrl: 'https://example.org/casebook/',
  href: (path) => path,
  hasPage: () => true,
  project: null,
  related: [],
  offers: () => true,
  hasStory: false,
}

/** The stored message with that id. */
export function findMessage(thread: ThreadFile | null, id: string | undefined): StoredMessage | undefined {
  return id === undefined ? undefined : thread?.messages.find((message) => message.id === id)
}

/** Above so many messages the full text stands on a page of its own. */
export const MOST_MESSAGES = 100

/** True where the full text of the thread stands on `/cases/<slug>/thread/`. */
export const hasThreadPage = (thread: ThreadFile | null): boolean =>
  thread !== null && thread.messages.length > MOST_MESSAGES

/** The posting a page shows: the latest version's last posting. */
export function latestPatch(thread: ThreadFile | null): StoredPatch | undefined {
  return thread?.patches.reduce<StoredPatch | undefined>(
    (best, patch) =>
      !best || patch.version > best.version || (patch.version === best.version && patch.posting >= best.posting)
        ? patch
        : best,
    undefined,
  )
}
