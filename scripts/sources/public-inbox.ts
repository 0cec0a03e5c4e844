import path from 'node:path'
import { bytesToBinary } from '../../src/mail/binary-text.ts'
import { parseHeader } from '../../src/mail/header-fields.ts'
import { findAnswered, parseId } from '../../src/mail/message-ids.ts'
import { foldId } from '../../src/text/fold-id.ts'
import { sha1 } from '../../src/text/sha1.ts'
import { readBlobs, runGit } from './git-process.ts'
import type { NamedFile } from './source-error.ts'
import { joinMbox } from './write-mbox.ts'

/** Blob ids of the archive's messages, oldest first, each once, without those that a later `d` takes back. */
export async function listMessages(epochs: string[]): Promise<string[]> {
  const kept = new Set<string>()
  for (const epoch of epochs) {
    let rest = ''
    const args = ['log', '--reverse', '--raw', '--no-abbrev', '--no-renames', '--format=', 'HEAD']
    for await (const piece of runGit(epoch, args)) {
      const lines = (rest + piece.toString('latin1')).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) takeChange(line, kept)
    }
    takeChange(rest, kept)
  }
  return [...kept]
}

function takeChange(line: string, kept: Set<string>): void {
  const match = /^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [AM]\t([md])$/.exec(line)
  if (!match) return
  const id = match[1] ?? ''
  if (match[2] === 'm') kept.add(id)
  else kept.delete(id)
}

/** Every message of the archive, oldest first, by one git process over all epochs. */
export async function* scanInbox(
  epochs: string[],
  ids?: Iterable<string>,
): AsyncGenerator<{ id: string; bytes: Uint8Array }> {
  const [first = '', ...others] = epochs
  const alternates = others.map((epoch) => path.resolve(epoch, 'objects')).join(path.delimiter)
  const env: Record<string, string> = alternates === '' ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: alternates }
  yield* readBlobs(first, ids ?? (await listMessages(epochs)), env)
}

/**
 * The archive by thread, one mboxrd each. `thread`: only the one that holds this Message-ID; `match`: only threads with
 * a message whose raw text it accepts. Two passes, so that memory holds ids and one thread.
 */
export async function* readInboxThreads(
  epochs: string[],
  wanted: {
    thread?: string | undefined
    threads?: ReadonlySet<string> | undefined
    match?: ((mail: string) => boolean) | undefined
  },
): AsyncGenerator<NamedFile> {
  const groups = new ThreadGroups()
  const hints: [string, string][] = []
  const wantedIds = foldWanted(wanted)
  const blobs: { blob: string; messageId: string; isWanted: boolean }[] = []
  for await (const { id, bytes } of scanInbox(epochs)) {
    const binary = bytesToBinary(bytes)
    const { own, others, maybe } = headerIds(binary)
    const messageId = own ?? id
    for (const other of own === null ? [] : others) groups.join(messageId, other)
    for (const other of own === null ? [] : maybe) hints.push([messageId, other])
    const isWanted = isWantedMail(messageId, binary, wantedIds, wanted.match)
    blobs.push({ blob: id, messageId, isWanted })
  }
  const known = new Set(blobs.map((one) => one.messageId))
  for (const [messageId, other] of hints) if (known.has(other)) groups.join(messageId, other)
  const chosen = new Set(blobs.filter((one) => one.isWanted).map((one) => groups.find(one.messageId)))
  const threads = Map.groupBy(
    blobs.filter((one) => chosen.has(groups.find(one.messageId))),
    (one) => groups.find(one.messageId),
  )
  for (const [root, members] of threads) {
    const mails: Uint8Array[] = []
    for await (const { bytes } of scanInbox(
      epochs,
      members.map((member) => member.blob),
    ))
      mails.push(bytes)
    yield { file: `${sha1(root).slice(0, 12)}.mbox`, bytes: joinMbox(mails) }
  }
}

type Wanted = Parameters<typeof readInboxThreads>[1]

/** The ids asked for, folded; null: all. */
function foldWanted({ thread, threads }: Wanted): ReadonlySet<string> | null {
  if (threads) return new Set([...threads].map(foldId))
  return thread === undefined ? null : new Set([foldId(thread)])
}

function isWantedMail(
  messageId: string,
  binary: string,
  ids: ReadonlySet<string> | null,
  match: Wanted['match'],
): boolean {
  return ids === null ? (match?.(binary) ?? true) : ids.has(messageId)
}

type HeaderIds = { own: string | null; others: string[]; maybe: string[] }

/** Message-ID, what it refers to, and what may be an id, all folded. */
function headerIds(binary: string): HeaderIds {
  const { fields } = parseHeader(binary.slice(0, 100_000))
  const own = parseId(fields.find((field) => field.name === 'message-id')?.value ?? '')
  const { inReplyTo, references, mayAnswer = [] } = findAnswered(fields)
  const others = inReplyTo === null ? references : [...references, inReplyTo]
  return { own: own === null ? null : foldId(own), others: others.map(foldId), maybe: mayAnswer.map(foldId) }
}

/** Ids joined into threads (union-find with halved paths). */
class ThreadGroups {
  private readonly parents = new Map<string, string>()

  find(id: string): string {
    let at = id
    for (let parent = this.parents.get(at); parent !== undefined && parent !== at; parent = this.parents.get(at)) {
      const above = this.parents.get(parent) ?? parent
      this.parents.set(at, above)
      at = above
    }
    return at
  }

  join(left: string, right: string): void {
    const [a, b] = [this.find(left), this.find(right)]
    if (a !== b) this.parents.set(b, a)
  }
}
