import { diffPath } from '../model/diff-path.ts'
import type { Message, Thread, ThreadMessage } from '../model/message.ts'
import { findCommitBlock } from '../text/commit-block.ts'
import { findInnerHeaders } from '../text/inner-headers.ts'
import { ownLines } from '../text/own-lines.ts'
import { patchId } from './patch-id.ts'

/** One message that carries a patch, with what two of them are compared by. */
export type Posting = {
  threadMessage: ThreadMessage
  message: Message
  thread: Thread
  title: string
  titleKey: string
  /** Name and address of the author, lower case; `bot`'s own are left out. */
  authorKeys: string[]
  authorName: string
  /** As the subject states it. */
  version: number | null
  index: number | null
  total: number | null
  files: string[]
  /** Changed lines long enough to tell patches apart, with their sign, below the name of their file. */
  changedLines: string[]
  fingerprint: string | null
  /** Postings of one series share it; null for a patch that stands alone. */
  seriesKey: string | null
  /** The cover letter of its series. */
  cover: ThreadMessage | null
}

/** Kinds of messages that carry a patch; the first two are the author's or a maintainer's own posting. */
export const carriers = new Set(['patch', 'patch-in-reply', 'tip-bot', 'stable-backport', 'notification'])
const maxChangedLines = 60

/** A title as two postings must share it: case and blanks folded, quotes and a last full stop left out. */
export function titleKey(title: string): string {
  return title
    .slice(0, 500)
    .replace(/["“”'`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .toLowerCase()
}

/** Keys of a person: name and address, folded. Masked and missing addresses (`x@xxx`) give none. */
export function personKeys(person: { name: string; address: string | null }): string[] {
  const name = person.name.trim().toLowerCase().replace(/\s+/g, ' ')
  const address = person.address?.trim().toLowerCase() ?? ''
  const keys = name === '' || name.includes('@') ? [] : [`n:${name}`]
  if (/^[^@\s]+@[^@\s]+$/.test(address) && !/@x+$/.test(address)) keys.push(`a:${address}`)
  return keys
}

/** `Author:` of a tip-bot announcement, else who the message says wrote the patch. */
function authorOf(threadMessage: ThreadMessage): { name: string; address: string | null } {
  const { message, kind } = threadMessage
  if (message.patch?.embedded) return message.patch.embedded.author
  if (kind === 'patch-in-reply') return findInnerHeaders(message)?.author ?? message.author
  if (kind === 'notification') return findCommitBlock(message)?.author ?? message.author
  if (kind !== 'tip-bot') return message.author
  for (const line of ownLines(message, 30)) {
    const match = /^Author:\s+([^<]{0,200}?)\s*(?:<([^>\s]{0,200})>)?\s*$/.exec(line.text)
    if (match) return { name: match[1] ?? '', address: match[2] ?? null }
  }
  return message.author
}

/** Title of the patch: its own where it stands inside a reply; the one a notification names. */
function titleOf(threadMessage: ThreadMessage): string {
  const { message, kind } = threadMessage
  if (message.patch?.embedded) return message.patch.embedded.title
  if (kind === 'patch-in-reply') return findInnerHeaders(message)?.title ?? message.tags.title
  if (kind !== 'notification') return message.tags.title
  const commit = findCommitBlock(message)
  if (commit !== null) return commit.title
  const lines = ownLines(message, 20).map((line) => line.text.trim())
  const at = lines.findIndex((line) => /\bpatch titled$/i.test(line))
  const named = lines.slice(at + 1).find((line) => line !== '')
  if (at >= 0 && named !== undefined) return named.replace(/^Subject:\s*/i, '').replace(/^\[[^\]]{0,80}\]\s*/, '')
  return message.tags.title
}

function changedLinesOf(message: Message): string[] {
  const lines = new Set<string>()
  for (const file of message.patch?.files ?? []) {
    const name = diffPath(file).split('/').pop() ?? ''
    for (const hunk of file.hunks)
      for (const line of hunk.lines) {
        if (lines.size >= maxChangedLines) return [...lines]
        const text = line.slice(1).trim()
        if (text.length >= 12 && /^[+-]/.test(line)) lines.add(`${name}\n${line[0]}${text}`)
      }
  }
  return [...lines]
}

/** What postings of one series share: their cover, else the sender's numbering of ids, else sender, day and total. */
function seriesKeyOf(threadMessage: ThreadMessage, thread: Thread): string | null {
  const { message } = threadMessage
  const { total, index, version } = message.tags
  if (total === null || index === null || total < 2) return null
  const numbering = `${version ?? 1}/${total}`
  const stem = /^(.{4,200}?)[-.]\d{1,4}([-.][^@]{0,200})?@(.{1,200})$/.exec(message.id)
  if (threadMessage.parentId !== null && !message.tags.isReply && !threadMessage.parentIsInferred)
    return `${numbering} of ${thread.rootId}`
  if (index <= 1 && thread.messages.length > 1) return `${numbering} of ${thread.rootId}`
  if (stem) return `${numbering} of ${stem[1]} ${stem[3]}`
  return `${numbering} of ${message.from.address ?? message.from.name} ${message.date?.slice(0, 10) ?? message.file}`
}

/** The cover letters of a thread by version and total: message 0 of 12 in version 3 is that series' letter. */
function coversOf(thread: Thread): Map<string, ThreadMessage[]> {
  const covers = new Map<string, ThreadMessage[]>()
  for (const threadMessage of thread.messages) {
    if (threadMessage.kind !== 'cover') continue
    const { version, total } = threadMessage.message.tags
    const key = `${version ?? 1}/${total}`
    covers.set(key, [...(covers.get(key) ?? []), threadMessage])
  }
  return covers
}

/** Every message of a thread that carries a patch. */
export function findPostings(thread: Thread): Posting[] {
  const postings: Posting[] = []
  const covers = coversOf(thread)
  for (const threadMessage of thread.messages) {
    const { message, kind } = threadMessage
    if (!carriers.has(kind) || (message.patch === null && kind !== 'patch')) continue
    const author = authorOf(threadMessage)
    const title = titleOf(threadMessage)
    const { version, total } = message.tags
    const letters = (kind === 'patch' && total !== null ? covers.get(`${version ?? 1}/${total}`) : undefined) ?? []
    const isPosting = kind === 'patch' || kind === 'stable-backport'
    postings.push({
      threadMessage,
      message,
      thread,
      title,
      titleKey: titleKey(title),
      authorKeys: personKeys(author),
      authorName: author.name,
      version: kind === 'patch' ? message.tags.version : null,
      index: isPosting ? message.tags.index : null,
      total: isPosting ? message.tags.total : null,
      files: [
        ...new Set((message.patch?.files ?? []).flatMap((file) => [diffPath(file), file.oldPath ?? diffPath(file)])),
      ],
      changedLines: changedLinesOf(message),
      fingerprint: message.patch === null ? null : patchId(message.patch.text),
      cover: letters.find((cover) => cover.message.id === threadMessage.parentId) ?? letters[0] ?? null,
      seriesKey: kind === 'patch' ? seriesKeyOf(threadMessage, thread) : null,
    })
  }
  return postings
}
