import path from 'node:path'
import { readGit, runGit, runGitInBlocks } from '../sources/git-process.ts'
import { ByteQueue } from './byte-queue.ts'

/** Ids of blobs, each with a LF, as git takes them: in pieces, since an archive has a hundred thousand. */
export type BlobList = { pieces: string[]; count: number }

/** Blobs that a deletion (`d`) of this epoch takes back: of this epoch or of an earlier one. */
export async function listDeletions(epoch: string): Promise<string[]> {
  const log = await readGit(epoch, ['log', '--format=', '--raw', '--no-abbrev', '--no-renames', 'HEAD', '--', 'd'])
  return [...log.matchAll(/^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [AM]\td$/gm)].map((match) => match[1] ?? '')
}

/**
 * Blob ids of one epoch in the order they lie in the pack, in pieces: reading them in that order is what git does
 * fastest. Deleted ones are among them.
 */
export async function listBlobs(epoch: string): Promise<string[]> {
  const format = '--batch-check=%(objecttype) %(objectname)'
  const listing: string[] = []
  let rest = ''
  for await (const piece of runGit(epoch, ['cat-file', '--batch-all-objects', format, '--unordered', '--buffer'])) {
    const text = rest + piece.toString('latin1')
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    listing.push(keepBlobs(text.slice(0, end)))
  }
  return listing
}

/** The listing without what was deleted, and how many are left. */
export function leaveOutDeleted(listing: readonly string[], gone: readonly string[]): BlobList {
  const pieces = listing.map((piece) => leaveOut(piece, gone))
  return { pieces, count: pieces.reduce((sum, piece) => sum + countLines(piece), 0) }
}

const keepBlobs = (lines: string): string => lines.replaceAll(/^(?!blob ).*\n/gm, '').replaceAll('blob ', '')

function leaveOut(piece: string, gone: readonly string[]): string {
  const here = new Set(gone.filter((id) => piece.includes(id)))
  return here.size === 0 ? piece : piece.replaceAll(/^.*\n/gm, (line) => (here.has(line.trimEnd()) ? '' : line))
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** A blob in a buffer that the next piece of git's output overwrites: copy what is to stay. */
export type Blob = { key: string; bytes: Buffer }

/** Blobs by id, one git process; each time as many as lie whole in what git has written. */
export async function* scanBlobs(epoch: string, ids: BlobList): AsyncGenerator<Blob[]> {
  const queue = new ByteQueue()
  for await (const piece of runGitInBlocks(path.resolve(epoch), ['cat-file', '--batch', '--buffer'], ids.pieces)) {
    queue.push(piece)
    const blobs = takeBlobs(queue)
    if (blobs.length > 0) yield blobs
  }
}

/** The blobs that lie whole in the queue: `<id> blob <size>`, LF, the bytes, LF (git-cat-file(1), batch output). */
function takeBlobs(queue: ByteQueue): Blob[] {
  if (queue.length < queue.wanted) return []
  const blobs: Blob[] = []
  const buffer = queue.view()
  let at = 0
  queue.wanted = 0
  for (;;) {
    const lineEnd = buffer.indexOf(10, at)
    if (lineEnd < 0) break
    const [key = '', kind = '', size = '0'] = buffer.toString('latin1', at, lineEnd).split(' ')
    const end = kind === 'missing' ? lineEnd : lineEnd + 1 + Number(size)
    if (kind !== 'missing' && buffer.length < end + 1) {
      queue.wanted = end + 1 - at
      break
    }
    if (kind === 'blob') blobs.push({ key, bytes: buffer.subarray(lineEnd + 1, end) })
    at = end + 1
  }
  queue.take(Math.min(at, buffer.length))
  return blobs
}
