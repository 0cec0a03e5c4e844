import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { binaryToBytes } from '../src/mail/binary-text.ts'
import { findCompression, unpack } from '../src/mail/compression.ts'
import { isSeparatorLine, splitMbox } from '../src/mail/mbox-split.ts'
import { type CommitChoice, readClone } from './sources/git-clone.ts'
import { findEpochs } from './sources/inbox-epochs.ts'
import { fetchThread } from './sources/lore.ts'
import { readInboxThreads, scanInbox } from './sources/public-inbox.ts'
import { type NamedFile, SourceError } from './sources/source-error.ts'

export type SourceOptions = CommitChoice & {
  /** public-inbox: only the thread with this Message-ID. */
  thread?: string
  /** public-inbox: only the threads with one of these Message-IDs. */
  threads?: ReadonlySet<string>
  /** public-inbox: only threads with a message whose raw text this accepts. */
  match?: (mail: string) => boolean
  /** Another archive for `lore:`. */
  loreUrl?: string
}

/**
 * The files a SOURCE argument stands for, as bytes with a name: a file of any format, a maildir, a folder of mails, a
 * public-inbox v2 archive (one mbox a thread), `git:<clone>` (one patch a commit), `lore:<Message-ID>`. The kind shows
 * in what is there, not in a name. Throws a SourceError with a hint.
 */
export async function* readSources(source: string, options: SourceOptions = {}): AsyncGenerator<NamedFile> {
  if (source.startsWith('lore:')) yield await fetchThread(source.slice('lore:'.length), options.loreUrl)
  else if (source.startsWith('git:')) yield* readClone(source.slice('git:'.length), options)
  else if (!existsSync(source)) throw missing(source)
  else if (!statSync(source).isDirectory()) yield readFile(source)
  else {
    const epochs = await findEpochs(source)
    if (epochs.length > 0) yield* readInboxThreads(epochs, options)
    else yield* readFolder(source)
  }
}

/** Every single message of a SOURCE, for a scan of any size: one raw mail at a time, without threading. */
export async function* scanSources(source: string, options: SourceOptions = {}): AsyncGenerator<NamedFile> {
  const epochs = existsSync(source) && statSync(source).isDirectory() ? await findEpochs(source) : []
  if (epochs.length > 0) {
    for await (const { id, bytes } of scanInbox(epochs)) yield { file: id, bytes }
    return
  }
  for await (const { file, bytes } of readSources(source, options)) yield* splitFile(file, bytes)
}

function* splitFile(file: string, bytes: Uint8Array): Generator<NamedFile> {
  const compression = findCompression(bytes)
  const plain = compression === null ? bytes : unpack(bytes, compression).bytes
  const firstLine = Buffer.from(plain.subarray(0, 1000)).toString('latin1').split('\n')[0] ?? ''
  if (!isSeparatorLine(firstLine.trimEnd())) yield { file, bytes: plain }
  else
    for (const mail of splitMbox(plain)) {
      const separator = mail.separator === null ? '' : `${mail.separator}\n`
      yield { file: `${file}:${mail.fileLine}`, bytes: binaryToBytes(separator + mail.binary) }
    }
}

/** A maildir (`cur`, `new`; maildir(5)) or a folder of files, in name order; hidden files and `tmp` are left out. */
function* readFolder(folder: string): Generator<NamedFile> {
  const isMaildir = existsSync(path.join(folder, 'cur')) || existsSync(path.join(folder, 'new'))
  const folders = isMaildir ? ['cur', 'new'].map((name) => path.join(folder, name)).filter(existsSync) : [folder]
  const files = folders.flatMap((parent) =>
    readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => path.join(parent, entry.name))
      .sort(),
  )
  if (files.length === 0)
    throw new SourceError(`${folder}: expected mails, found an empty folder`, 'Name a file, a maildir or an archive.')
  for (const file of files) yield readFile(file)
}

function readFile(file: string): NamedFile {
  const { size } = statSync(file)
  if (size > 500_000_000)
    throw new SourceError(
      `${file}: expected at most 500 MB, found ${Math.round(size / 1e6)} MB`,
      'Split the mbox first.',
    )
  return { file, bytes: readFileSync(file) }
}

function missing(source: string): SourceError {
  return new SourceError(
    `no such file or folder: ${source}`,
    'Give a file, a folder, git:<clone> or lore:<Message-ID>.',
  )
}
