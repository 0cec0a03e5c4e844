import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { findCompression, unpack } from '../../src/mail/compression.ts'
import { isSeparatorLine, MboxSplitter } from '../../src/mail/mbox-split.ts'
import { runGit } from '../sources/git-process.ts'
import { findEpochs } from '../sources/public-inbox.ts'
import { SourceError } from '../sources/source-error.ts'
import { listBlobs, scanBlobs } from './scan-blobs.ts'

/** One raw mail or patch. `key` is its own and the same in each run: shards divide by it. */
export type ScannedMail = { key: string; binary: string }
/** `from`: how many to leave out at the beginning (a scan taken up again). */
export type Scan = { isClone: boolean; total: number | null; read: (from: number) => AsyncGenerator<ScannedMail> }

/** How a SOURCE is scanned: an archive by blobs, a clone by its log, anything else file by file. Memory holds one mail. */
export async function openScan(source: string, since: string | null): Promise<Scan> {
  if (source.startsWith('git:')) {
    const clone = source.slice('git:'.length)
    return { isClone: true, total: null, read: (from) => skip(scanClone(clone, since), from) }
  }
  if (!existsSync(source))
    throw new SourceError(
      `no such file or folder: ${source}`,
      'A SOURCE is an archive, git:<clone>, a file or a folder.',
    )
  if (!statSync(source).isDirectory())
    return { isClone: false, total: null, read: (from) => skip(scanFile(source), from) }
  const epochs = await findEpochs(source)
  if (epochs.length === 0) return { isClone: false, total: null, read: (from) => skip(scanFolder(source), from) }
  const lists: { epoch: string; ids: string[] }[] = []
  for (const epoch of epochs) lists.push({ epoch, ids: await listBlobs(epoch) })
  const total = lists.reduce((sum, { ids }) => sum + ids.length, 0)
  return { isClone: false, total, read: (from) => scanEpochs(lists, from) }
}

async function* skip(mails: AsyncGenerator<ScannedMail>, from: number): AsyncGenerator<ScannedMail> {
  let at = 0
  for await (const mail of mails) if (at++ >= from) yield mail
}

async function* scanEpochs(lists: { epoch: string; ids: string[] }[], from: number): AsyncGenerator<ScannedMail> {
  let before = 0
  for (const { epoch, ids } of lists) {
    const left = ids.slice(Math.max(0, from - before))
    before += ids.length
    for await (const { id, binary } of scanBlobs(epoch, left)) yield { key: id, binary }
  }
}

/** Commits as git log prints them, merges left out; split at `From <sha> Mon Sep 17`. */
async function* scanClone(clone: string, since: string | null): AsyncGenerator<ScannedMail> {
  const splitter = new MboxSplitter()
  const args = ['log', '--no-merges', '--no-color', '--no-ext-diff', '--no-textconv', '--pretty=email', '--patch']
  if (since !== null) args.push(`--since=${since}`)
  const name = (mail: { separator: string | null; binary: string }): ScannedMail => ({
    key: /^From ([0-9a-f]{40,64})/.exec(mail.separator ?? mail.binary)?.[1] ?? '',
    binary: mail.separator === null ? mail.binary : `${mail.separator}\n${mail.binary}`,
  })
  for await (const piece of runGit(clone, [...args, '--'])) for (const mail of splitter.push(piece)) yield name(mail)
  for (const mail of splitter.end()) yield name(mail)
}

async function* scanFolder(folder: string): AsyncGenerator<ScannedMail> {
  const parents = ['cur', 'new'].map((name) => path.join(folder, name)).filter((name) => existsSync(name))
  for (const parent of parents.length > 0 ? parents : [folder])
    for (const entry of readdirSync(parent, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1)))
      if (entry.isFile() && !entry.name.startsWith('.')) yield* scanFile(path.join(parent, entry.name))
}

/** An mbox by streaming; a packed or single-mail file whole. */
async function* scanFile(file: string): AsyncGenerator<ScannedMail> {
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
    else for (const mail of splitter.push(piece)) yield nameMail(name, mail)
  }
  if (splitter !== null) for (const mail of splitter.end()) yield nameMail(name, mail)
  if (pieces.length === 0) return
  const whole = Buffer.concat(pieces)
  const compression = findCompression(whole)
  if (compression === null) {
    yield { key: name, binary: whole.toString('latin1') }
    return
  }
  const unpacked = new MboxSplitter()
  for (const mail of [...unpacked.push(unpack(whole, compression).bytes), ...unpacked.end()]) yield nameMail(name, mail)
}

function nameMail(file: string, mail: { separator: string | null; binary: string; fileLine: number }): ScannedMail {
  return {
    key: `${file}:${mail.fileLine}`,
    binary: mail.separator === null ? mail.binary : `${mail.separator}\n${mail.binary}`,
  }
}
