import { existsSync } from 'node:fs'
import { resultEnding } from '../../src/extract/result-sets.ts'
import type { Problem } from '../../src/model/problem.ts'
import { readSources, type SourceOptions } from '../read-sources.ts'
import { SourceError } from '../sources/source-error.ts'
import type { ImportArguments } from './arguments.ts'
import { readFound } from './read-found.ts'

/** One file of a source. `name` is shown in messages only; in a case's folder it gets a name of ours. */
export type SourceFile = { name: string; bytes: Uint8Array; kind: 'mail' | 'catalogue' | 'results'; ending: string }

const batchSize = 400
/** Words without which no mail of an archive is about sharing a cache line: what a big archive is searched for. */
const about = /cache[\s_-]?line|false[\s_-]?shar|cacheline_aligned|__read_mostly|hitm|c2c|lkp-|contention/i

/**
 * The files of the sources, in batches that fit in memory: every source whole, but archives and clones of any size
 * some hundred files at a time, of which `follows` tells the mails that follow up on a case. A source that cannot be read is a problem, and the next one is read.
 */
export async function* readInputs(
  options: ImportArguments,
  problems: Problem[],
  follows: (mail: string) => boolean,
): AsyncGenerator<SourceFile[]> {
  let batch: SourceFile[] = []
  const plain = options.sources.map((source) => ({ source, choice: buildChoice(options, follows) }))
  const found = options.found === null ? [] : readFound(options.found, problems)
  for (const { source, choice } of [...plain, ...found]) {
    const isMany = !/^lore:/.test(source) && (/^git:/.test(source) || !existsSync(source) || isArchive(source))
    try {
      for await (const { file, bytes } of readSources(source, choice)) {
        const name = /^git:/.test(source) ? file.replace(/\.patch$/, '/commit.patch') : file
        batch.push({ name, bytes, ...classify(bytes, name, options.caseSlug !== null) })
        if (isMany && batch.length >= batchSize) {
          yield batch
          batch = []
        }
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const whatToDo = error instanceof SourceError ? error.hint : 'check the source'
      problems.push({ code: 'empty-input', severity: 'error', where: source, message: error.message, whatToDo })
    }
  }
  if (batch.length > 0) yield batch
}

/** A public-inbox archive: read thread by thread. */
const isArchive = (source: string): boolean =>
  existsSync(`${source}/git`) || existsSync(`${source}/all.git`) || existsSync(`${source}/objects`)

function buildChoice(options: ImportArguments, follows: (mail: string) => boolean): SourceOptions {
  const { commits, grep, since, thread, all } = options
  return {
    ...(commits.length > 0 ? { commits } : {}),
    ...(grep.length > 0 ? { grep } : {}),
    ...(since === null ? {} : { since }),
    ...(thread === null ? {} : { thread }),
    ...(all ? {} : { match: (mail: string) => about.test(mail) || follows(mail) }),
  }
}

/**
 * The kind by content: a catalogue is JSON objects a line; beside `--case` a known result is one, and so is a file
 * named .csv or .tsv. All else is mail.
 */
function classify(bytes: Uint8Array, name: string, isForCase: boolean): Pick<SourceFile, 'kind' | 'ending'> {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 20_000))
  if (/^\s*\{\s*"/.test(head) && /"slug"\s*:/.test(head.split('\n')[0] ?? ''))
    return { kind: 'catalogue', ending: 'jsonl' }
  const ending = /\.(csv|tsv)$/i.exec(name)?.[1]?.toLowerCase()
  if (ending) return { kind: 'results', ending }
  const known = isForCase ? resultEnding(bytes) : null
  if (known !== null) return { kind: 'results', ending: known }
  return { kind: 'mail', ending: mailEnding(bytes, head) }
}

/** Our ending for a mail file, by its first bytes; the sender's name plays no part. */
function mailEnding(bytes: Uint8Array, head: string): string {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'mbox.gz'
  if (bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd) return 'mbox.zst'
  if (/^From [0-9a-f]{40} Mon Sep 17 00:00:00 2001/.test(head)) return 'patch'
  if (/^From \S+/.test(head)) return 'mbox'
  if (/^[A-Za-z][A-Za-z0-9-]*:[ \t]/.test(head)) return 'eml'
  return 'txt'
}
