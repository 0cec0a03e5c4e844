import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { isSeparatorLine, MboxSplitter } from '../../src/mail/mbox-split.ts'
import { findEpochs } from '../sources/inbox-epochs.ts'
import { SourceError } from '../sources/source-error.ts'
import { type Blob, type BlobList, leaveOutDeleted, listBlobs, listDeletions, scanBlobs } from './scan-blobs.ts'
import { scanLog } from './scan-log.ts'

/**
 * One raw mail or patch, its bytes good until the next are asked for. `key` is its own and the same in each run: shards
 * divide by it.
 */
export type ScannedMail = Blob
/** Mails in runs of any length: as many as a piece of the source holds. */
export type Scan = { isClone: boolean; total: number | null; read: () => AsyncGenerator<ScannedMail[]> }

/** How a SOURCE is scanned: an archive by blobs, a clone by its log, anything else file by file. Memory holds one mail. */
export async function openScan(source: string, since: string | null): Promise<Scan> {
  if (source.startsWith('git:')) {
    const clone = source.slice('git:'.length)
    return { isClone: true, total: null, read: () => scanLog(clone, since) }
  }
  if (!existsSync(source))
    throw new SourceError(`no such file or folder: ${source}`, 'Give an archive, git:<clone>, a file or a folder.')
  if (!statSync(source).isDirectory()) return { isClone: false, total: null, read: () => scanFile(source) }
  const epochs = await findEpochs(source)
  if (epochs.length === 0) return { isClone: false, total: null, read: () => scanFolder(source) }
  const [listings, deletions] = await Promise.all([inTurn(epochs, listBlobs), inTurn(epochs, listDeletions)])
  const gone = deletions.flat()
  const lists = epochs.map((epoch, at) => ({ epoch, ids: leaveOutDeleted(listings[at] ?? [], gone) }))
  const total = lists.reduce((sum, { ids }) => sum + ids.count, 0)
  return { isClone: false, total, read: () => scanEpochs(lists) }
}

/** One after the other: an archive may have dozens of epochs. */
async function inTurn<T>(epochs: readonly string[], read: (epoch: string) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (const epoch of epochs) done.push(await read(epoch))
  return done
}

async function* scanEpochs(lists: { epoch: string; ids: BlobList }[]): AsyncGenerator<ScannedMail[]> {
  for (const { epoch, ids } of lists) yield* scanBlobs(epoch, ids)
}

async function* scanFolder(folder: string): AsyncGenerator<ScannedMail[]> {
  const parents = ['cur', 'new'].map((name) => path.join(folder, name)).filter((name) => existsSync(name))
  for (const parent of parents.length > 0 ? parents : [folder])
    for (const entry of readdirSync(parent, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1)))
      if (entry.isFile() && !entry.name.startsWith('.')) yield* scanFile(path.join(parent, entry.name))
}

/** An mbox by streaming; a packed or single-mail file whole. */
async function* scanFile(file: string): AsyncGenerator<ScannedMail[]> {
  const name = path.basename(file)
  let splitter: MboxSplitter | null = null
  const pieces: Buffer[] = []
  for await (const piece of createReadStream(file, { highWaterMark: 1 << 20 })) {
    if (!Buffer.isBuffer(piece)) continue
    if (pieces.length === 0 && splitter === null) {
      const first = piece.toString('latin1', 0, 1000).split('\n')[0] ?? ''
      if (isSeparatorLine(first.trimEnd())) splitter = new MboxSplitter()
    }
    if (splitter === null) pieces.push(piece)
    else yield splitter.push(piece).map((mail) => nameMail(name, mail))
  }
  if (splitter !== null) yield splitter.end().map((mail) => nameMail(name, mail))
  if (pieces.length === 0) return
  const whole = Buffer.concat(pieces)
  const { findCompression, unpack } = await import('../../src/mail/compression.ts') // no archive of git needs it
  const compression = findCompression(whole)
  if (compression === null) {
    yield [{ key: name, bytes: whole }]
    return
  }
  const unpacked = new MboxSplitter()
  yield unpacked.push(unpack(whole, compression).bytes).map((mail) => nameMail(name, mail))
  yield unpacked.end().map((mail) => nameMail(name, mail))
}

function nameMail(file: string, mail: { separator: string | null; binary: string; fileLine: number }): ScannedMail {
  return {
    key: `${file}:${mail.fileLine}`,
    bytes: Buffer.from(mail.separator === null ? mail.binary : `${mail.separator}\n${mail.binary}`, 'latin1'),
  }
}
