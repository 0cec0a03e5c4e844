import path from 'node:path'
import { readGit, runGit } from '../sources/git-process.ts'

/**
 * Blob ids of one epoch in the order they lie in the pack: reading them in that order is what git does fastest. Messages
 * that a deletion (`d`) took back are left out.
 */
export async function listBlobs(epoch: string): Promise<string[]> {
  const [listing, deletions] = await Promise.all([
    readGit(epoch, [
      'cat-file',
      '--batch-all-objects',
      '--batch-check=%(objecttype) %(objectname)',
      '--unordered',
      '--buffer',
    ]),
    readGit(epoch, ['log', '--format=', '--raw', '--no-abbrev', '--no-renames', 'HEAD', '--', 'd']),
  ])
  const gone = new Set([...deletions.matchAll(/^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [AM]\td$/gm)].map((match) => match[1]))
  const ids: string[] = []
  for (const line of listing.split('\n')) {
    if (!line.startsWith('blob ')) continue
    const id = line.slice(5)
    if (!gone.has(id)) ids.push(id)
  }
  return ids
}

/** Blobs by id as binary text, one git process; a blob's pieces are joined once. */
export async function* scanBlobs(
  epoch: string,
  ids: readonly string[],
): AsyncGenerator<{ id: string; binary: string }> {
  let pieces: Buffer[] = []
  let held = 0
  let wanted = 0 // bytes needed before there is anything to take
  for await (const piece of runGit(path.resolve(epoch), ['cat-file', '--batch', '--buffer'], endLines(ids))) {
    pieces.push(piece)
    held += piece.length
    if (held < wanted) continue
    const buffer = pieces.length === 1 ? piece : Buffer.concat(pieces, held)
    let at = 0
    wanted = 0
    for (;;) {
      const lineEnd = buffer.indexOf(10, at)
      if (lineEnd < 0) break
      const [id = '', kind = '', size = '0'] = buffer.toString('latin1', at, lineEnd).split(' ')
      const end = kind === 'missing' ? lineEnd : lineEnd + 1 + Number(size)
      if (kind !== 'missing' && buffer.length < end + 1) {
        wanted = end + 1 - at
        break
      }
      if (kind === 'blob') yield { id, binary: buffer.toString('latin1', lineEnd + 1, end) }
      at = end + 1
    }
    const rest = buffer.subarray(at)
    pieces = rest.length === 0 ? [] : [rest]
    held = rest.length
  }
}

function* endLines(ids: readonly string[]): Generator<string> {
  for (let at = 0; at < ids.length; at += 500) yield `${ids.slice(at, at + 500).join('\n')}\n`
}
