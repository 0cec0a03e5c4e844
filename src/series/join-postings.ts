import type { Join } from '../model/series.ts'
import { ownLines } from '../text/own-lines.ts'
import { findArchiveLinks, idStem } from './archive-links.ts'
import type { Posting } from './posting.ts'
import { findPreviousVersions, type PreviousLink } from './previous-versions.ts'
import { buildGroups, type Groups } from './union-find.ts'

/** Postings of one patch, and how each but the first came to it. */
export type PostingGroup = { postings: Posting[]; joins: Map<string, Join>; previous: Map<string, PreviousLink[]> }

type By = Join['by']
type JoinTable = { postings: Posting[]; groups: Groups; joins: Map<string, Join> }

/** Joins two postings; the reason is kept at the second one, the first reason found stays. */
function joinPostings(table: JoinTable, first: number, second: number, by: By, how: string, inferred: boolean): void {
  if (!table.groups.join(first, second)) return
  const message = table.postings[second]?.message
  if (message && !table.joins.has(message.id)) table.joins.set(message.id, { messageId: message.id, by, how, inferred })
}

/** A map from keys to the last posting seen under them. */
function seenBefore(seen: Map<string, number>, keys: string[], item: number): number | undefined {
  let found: number | undefined
  for (const key of keys) {
    found ??= seen.get(key)
    seen.set(key, item)
  }
  return found
}

/** True where two postings of one diff are one patch: the same title or author; "Revert" and "Reapply" are others. */
function isSamePatch(first: Posting | undefined, second: Posting): boolean {
  if (first === undefined) return false
  if (first.titleKey === second.titleKey) return true
  if (/^(?:revert|reapply)\b/.test(first.titleKey) || /^(?:revert|reapply)\b/.test(second.titleKey)) return false
  return first.authorKeys.some((author) => second.authorKeys.includes(author))
}

/** Same diff by patch-id: a repost, a pull series, a backport that applied cleanly. */
function joinByPatchId(table: JoinTable): void {
  const seen = new Map<string, number>()
  for (const [item, posting] of table.postings.entries()) {
    if (posting.fingerprint === null) continue
    const other = seenBefore(seen, [posting.fingerprint], item)
    if (other !== undefined && isSamePatch(table.postings[other], posting))
      joinPostings(table, other, item, 'patch-id', 'the same diff (patch-id)', false)
  }
}

/**
 * Same title. One author: joined where the diffs share a file (or one has none), or where the subjects number
 * different versions; two patches of one author may bear one title ("remove unneeded semicolon"). Different authors:
 * only where a changed line of a file with the same name is shared too.
 */
function joinByTitle(table: JoinTable): void {
  const byTitle = new Map<string, number[]>()
  for (const [item, { titleKey }] of table.postings.entries()) {
    const items = byTitle.get(titleKey)
    if (items === undefined) byTitle.set(titleKey, [item])
    else items.push(item)
  }
  for (const [titleKey, items] of byTitle) if (titleKey !== '' && items.length > 1) joinUnderTitle(table, items)
}

/** Joins postings of one title, in the order of their dates. */
function joinUnderTitle(table: JoinTable, items: number[]): void {
  const byFile = new Map<string, number>()
  const byAuthor = new Map<string, number>()
  const byLine = new Map<string, number>()
  for (const item of items) {
    const posting = table.postings[item]
    if (posting === undefined) continue
    const files = posting.files.slice(0, 60)
    const fileKeys = posting.authorKeys.flatMap((author) => files.map((file) => `${author}\n${file}`))
    const sharesFile = seenBefore(byFile, fileKeys, item)
    const sharesAuthor = seenBefore(byAuthor, posting.authorKeys, item)
    const sharesLine = seenBefore(byLine, posting.changedLines, item)
    if (sharesFile !== undefined)
      joinPostings(table, sharesFile, item, 'title', 'same title and author, and a file in common', false)
    if (sharesAuthor !== undefined && sharesFile === undefined) {
      const other = table.postings[sharesAuthor]
      const isOtherVersion = (posting.version ?? 1) !== (other?.version ?? 1) && other?.threadMessage.kind === 'patch'
      const isBare = posting.files.length === 0 || other?.files.length === 0
      if (isOtherVersion || isBare)
        joinPostings(table, sharesAuthor, item, 'title', 'same title and author, other version', false)
    }
    if (sharesLine !== undefined)
      joinPostings(table, sharesLine, item, 'title', 'same title and a changed line in common', true)
  }
}

/** Ids that an announcement says its patch was posted under: In-Reply-To and `Link:`. */
function originalIds(posting: Posting): string[] {
  const { kind, message } = posting.threadMessage
  if (kind === 'patch' || kind === 'patch-in-reply') return []
  const ids = kind === 'tip-bot' && message.inReplyTo !== null ? [message.inReplyTo] : []
  for (const line of ownLines(message, 400))
    if (/^(?:link|message-id|patchwork):/i.test(line.text)) {
      ids.push(...findArchiveLinks(line.text).map((found) => found.id))
      const bare = /^message-id:\s*<([^<>\s]{3,400})>/i.exec(line.text)?.[1]
      if (bare !== undefined) ids.push(bare)
    }
  return ids
}

/** Announcements and backports that name the posting by its Message-ID, given or not. */
function joinByMessageId(table: JoinTable): void {
  const postings = new Map<string, number>()
  for (const [item, posting] of table.postings.entries()) postings.set(posting.message.id, item)
  const named = new Map<string, number>()
  for (const [item, posting] of table.postings.entries())
    for (const id of originalIds(posting)) {
      const target = postings.get(id)
      const other = target ?? named.get(`${id}\n${posting.titleKey}`)
      named.set(`${id}\n${posting.titleKey}`, item)
      if (other === undefined || other === item) continue
      if (target !== undefined && table.postings[target]?.titleKey !== posting.titleKey) {
        const sharesFile = table.postings[target]?.files.some((file) => posting.files.includes(file)) ?? false
        if (!sharesFile) continue
      }
      joinPostings(table, other, item, 'message-id', `names the posting <${id}>`, false)
    }
}

/** Series by b4's change-id, the links of their letters, and answers: patches renamed between two versions. */
function joinSeries(table: JoinTable, previous: Map<string, PreviousLink[]>): void {
  const byId = new Map<string, number[]>()
  const add = (key: string, item: number) => {
    const items = byId.get(key)
    if (items === undefined) byId.set(key, [item])
    else if (items.length < 200) items.push(item)
  }
  for (const [item, posting] of table.postings.entries()) {
    if (posting.threadMessage.kind !== 'patch') continue
    add(idStem(posting.message.id), item)
    const cover = posting.cover?.message ?? null
    if (cover !== null) add(idStem(cover.id), item)
    const changeId = posting.message.changeId ?? cover?.changeId ?? null
    if (changeId === null) continue
    const key = `change-id ${changeId}`
    const others = byId.get(key) ?? []
    matchRenamed(table, others, item, 'change-id', `same change-id ${changeId}`)
    add(key, item)
  }
  for (const [item, posting] of table.postings.entries()) {
    if (posting.threadMessage.kind !== 'patch') continue
    for (const { id } of previous.get(posting.message.id) ?? [])
      matchRenamed(
        table,
        byId.get(idStem(id)) ?? [],
        item,
        'message-id',
        `the mail links to <${id}> as an earlier version`,
      )
    const answered = posting.threadMessage.parentId
    if (answered !== null && (posting.version ?? 1) > 1)
      matchRenamed(table, byId.get(idStem(answered)) ?? [], item, 'thread', `sent as an answer to <${answered}>`)
  }
}

/** The patch among `others` that is an earlier version of `item` under another title. */
function matchRenamed(table: JoinTable, others: number[], item: number, by: By, how: string): void {
  const posting = table.postings[item]
  if (posting === undefined) return
  let lines: Set<string> | null = null
  let best: { other: number; score: number } | null = null
  for (const other of others) {
    const candidate = table.postings[other]
    if (candidate === undefined || other === item) continue
    if (table.groups.rootOf(other) === table.groups.rootOf(item)) return
    if (candidate.seriesKey !== null && candidate.seriesKey === posting.seriesKey) continue
    if ((candidate.version ?? 1) === (posting.version ?? 1) && candidate.message.date === posting.message.date) continue
    lines ??= new Set(posting.changedLines)
    const own = lines
    const shared = candidate.changedLines.filter((line) => own.has(line)).length
    const sharesFile = candidate.files.some((file) => posting.files.includes(file))
    const bothAlone = (candidate.total ?? 1) === 1 && (posting.total ?? 1) === 1
    const score = (candidate.titleKey === posting.titleKey ? 1000 : 0) + shared * 2 + (sharesFile ? 1 : 0)
    const isSame = candidate.titleKey === posting.titleKey || shared > 0 || (bothAlone && sharesFile)
    if (isSame && (best === null || score > best.score)) best = { other, score }
  }
  if (best !== null) joinPostings(table, best.other, item, by, how, by === 'thread')
}

/**
 * Postings grouped by patch: by patch-id, by title with author, by change-id, by the Message-IDs that mails name, by
 * answers. Each step is a look-up in a table, so the cost grows with the mail and not with its square.
 */
export function groupPostings(postings: Posting[]): PostingGroup[] {
  const table: JoinTable = { postings, groups: buildGroups(postings.length), joins: new Map() }
  const previous = new Map<string, PreviousLink[]>()
  const letters = new Map<string, PreviousLink[]>()
  for (const posting of postings) {
    if (posting.threadMessage.kind !== 'patch') continue
    const links = findPreviousVersions(posting.message, posting.version ?? 1)
    const letter = posting.cover?.message ?? null
    if (letter !== null && !letters.has(letter.id))
      letters.set(letter.id, findPreviousVersions(letter, posting.version ?? 1))
    previous.set(posting.message.id, [...links, ...(letter === null ? [] : (letters.get(letter.id) ?? []))])
  }
  joinByMessageId(table)
  joinByPatchId(table)
  joinByTitle(table)
  joinSeries(table, previous)
  const groups = new Map<number, PostingGroup>()
  for (const [item, posting] of postings.entries()) {
    const root = table.groups.rootOf(item)
    const group = groups.get(root) ?? { postings: [], joins: table.joins, previous }
    group.postings.push(posting)
    groups.set(root, group)
  }
  return [...groups.values()]
}
