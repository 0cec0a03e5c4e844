import { runGitInBlocks } from '../sources/git-process.ts'
import { ByteQueue } from './byte-queue.ts'
import type { Blob } from './scan-blobs.ts'

/** How `git log --pretty=mboxrd` opens each commit after its id; the date is git's own mark (git-format-patch(1)). */
const opening = Buffer.from(' Mon Sep 17 00:00:00 2001\n')
const longestId = 64

/** Commits as git log prints them, merges left out, as patches to be read like mail. */
export async function* scanLog(clone: string, since: string | null): AsyncGenerator<Blob[]> {
  const args = ['log', '--no-merges', '--no-color', '--no-ext-diff', '--no-textconv', '--pretty=mboxrd', '--patch']
  if (since !== null) args.push(`--since=${since}`)
  const queue = new ByteQueue()
  let key: string | null = null // of the commit at the front of the queue
  for await (const piece of runGitInBlocks(clone, [...args, '--'])) {
    const from = Math.max(0, queue.length - opening.length)
    queue.push(piece)
    const taken = takeCommits(queue, from, key)
    key = taken.key
    if (taken.commits.length > 0) yield taken.commits
  }
  if (key !== null) yield [{ key, bytes: queue.view() }]
}

/** The commits whose end is there: the next one has begun. `from`: where what was not searched yet begins. */
function takeCommits(queue: ByteQueue, from: number, first: string | null): { commits: Blob[]; key: string | null } {
  const commits: Blob[] = []
  const buffer = queue.view()
  let begin = 0
  let key = first
  for (let at = buffer.indexOf(opening, from); at >= 0; at = buffer.indexOf(opening, at + 1)) {
    const id = findId(buffer, at)
    if (!id || (key !== null && id.start === begin)) continue
    if (key !== null) commits.push({ key, bytes: buffer.subarray(begin, id.start) })
    begin = id.start
    key = id.key
  }
  queue.take(begin)
  return { commits, key }
}

/** `From <id>` at the beginning of a line, before the place of the date. */
function findId(buffer: Buffer, at: number): { start: number; key: string } | null {
  const before = buffer.toString('latin1', Math.max(0, at - longestId - 6), at)
  const match = /(?:^|\n)From ([0-9a-f]{40,64})$/.exec(before)
  if (!match?.[1]) return null
  return { start: at - match[1].length - 5, key: match[1] }
}
