import { chooseCommit } from '../../src/case/choose-commit.ts'
import type { CaseRecord } from '../../src/model/case.ts'
import type { FactsFile } from '../../src/model/facts-file.ts'
import type { KnownPatch, PatchHistory } from '../../src/model/series.ts'
import { extractHistory, judgeHistory } from '../../src/pipeline.ts'
import { titleSlug } from '../../src/text/slug.ts'
import type { CaseOnDisk } from './content-folder.ts'

/** What is known of a case before its mail is read: by any of it a history is recognised. */
export type CaseIdentity = {
  slug: string
  commits: string[]
  messageIds: string[]
  titles: { title: string; author: string | null }[]
  /** Every message of its thread. */
  threadIds: string[]
  /** Titles of the patches it says it fixes. */
  fixedTitles: string[]
}

/** The identity of a case from its generated record, its facts, and its front matter's title. */
export function buildIdentity(
  slug: string,
  record: CaseRecord | null,
  facts: FactsFile | null,
  title: string | null,
): CaseIdentity {
  const line = facts?.facts
  return {
    slug,
    commits: [record?.commit?.sha, line?.commit].filter((sha) => sha !== undefined),
    messageIds: [...(record?.postings ?? []), ...(line?.messageId ? [line.messageId] : [])],
    titles: [
      ...(record ? [{ title: record.title, author: record.author?.name ?? null }] : []),
      ...(line ? [{ title: line.title, author: line.author ?? null }] : []),
      ...(title ? [{ title, author: record?.author?.name ?? line?.author ?? null }] : []),
    ],
    threadIds: (record?.joins ?? []).map(({ messageId }) => messageId),
    fixedTitles: (record?.trailers ?? []).flatMap(({ name, value }) =>
      /^fixes$/i.test(name) ? (/\(["“](.{1,400})["”]\)/.exec(value)?.[1] ?? []) : [],
    ),
  }
}

/** A case that stands without its patch, as mails may name it: by the catalogue's facts, else by its page's title. */
export function findKnownPatches({
  facts,
  record,
  front,
}: Pick<CaseOnDisk, 'facts' | 'record' | 'front'>): KnownPatch[] {
  const line = facts?.facts
  if (line)
    return [
      {
        title: line.title,
        author: line.author ?? null,
        commits: line.commit ? [line.commit] : [],
        messageIds: line.messageId ? [line.messageId] : [],
      },
    ]
  const title = record?.versions.length === 0 ? record.title : front?.title
  return title ? [{ title, author: null, commits: [], messageIds: [] }] : []
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
export const isSameTitle = (a: string, b: string): boolean => letters(a) === letters(b)
const samePerson = (a: string | null, b: string | null): boolean =>
  a === null || b === null || letters(a) === letters(b)
export const isSameSha = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a)

/** How a history matches a case: 3 by commit, 2 by Message-ID, 1 by title and author, 0 not at all. */
export function matchIdentity(history: PatchHistory, identity: CaseIdentity, commit: string | null): 0 | 1 | 2 | 3 {
  if (commit && identity.commits.some((sha) => isSameSha(sha, commit))) return 3
  const ids = history.messages.map((entry) => entry.message.id)
  const own = new Set([...history.versions.map((version) => version.messageId), ...(history.patchIsQuoted ? ids : [])])
  if (identity.messageIds.some((id) => own.has(id))) return 2
  const author = history.author === '' ? null : history.author
  const titles = [history.title, ...history.versions.map((version) => version.message.tags.title)]
  const isTitle = identity.titles.some(
    (known) => samePerson(known.author, author) && titles.some((title) => isSameTitle(title, known.title)),
  )
  return isTitle ? 1 : 0
}

/** A history never changes: what it ends in is found once for all the cases of its series. */
const commits = new WeakMap<PatchHistory, { sha: string | null }>()

/** The commit a history ends in, by its messages alone. */
export function commitOf(history: PatchHistory): string | null {
  const known = commits.get(history) ?? { sha: chooseCommit(history, extractHistory(history).value)?.sha ?? null }
  commits.set(history, known)
  return known.sha
}

/**
 * The one history in a case's mail that is the case: by commit, Message-ID, title with author; else the one whose
 * title gives the slug; else the first that is one of ours; else the first.
 */
export function pickHistory(histories: readonly PatchHistory[], identity: CaseIdentity): PatchHistory | null {
  if (histories.length <= 1) return histories[0] ?? null
  const ranked = histories.map((history) => ({ history, rank: matchIdentity(history, identity, commitOf(history)) }))
  const best = ranked.reduce((a, b) => (b.rank > a.rank ? b : a))
  if (best.rank > 0) return best.history
  return (
    histories.find((history) => titleSlug(history.title) === identity.slug) ??
    histories.find((history) => judgeHistory(history)?.detected) ??
    histories[0] ??
    null
  )
}
