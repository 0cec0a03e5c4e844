import path from 'node:path'
import type { Problem } from '../../src/model/problem.ts'
import type { Effects } from '../effects.ts'

/** One file of a source. `name` is shown in messages only; files in the case get names of ours. */
export type SourceFile = { name: string; bytes: Uint8Array; kind: 'mail' | 'catalogue' | 'results'; ending: string }
export type Sources = { files: SourceFile[]; problems: Problem[] }

const maxFiles = 200_000
const skipped = new Set(['.git', '.DS_Store'])

/** The files of the sources on the command line; a folder stands for all files in it (a maildir: `cur`, `new`). */
export function readSources(effects: Effects, sources: readonly string[]): Sources {
  const result: Sources = { files: [], problems: [] }
  for (const source of sources) {
    const file = path.resolve(source)
    if (/^(?:git|lore):/.test(source))
      fail(
        result,
        source,
        'expected a file or folder, found a source that other code reads',
        'npm run import -- --help',
      )
    else if (!effects.exists(file)) fail(result, source, 'expected a file or folder, found nothing', 'check the path')
    else if (effects.isFolder(file)) readFolder(effects, file, source, result)
    else addFile(effects, file, source, result)
  }
  return result
}

function fail(result: Sources, where: string, message: string, whatToDo: string): void {
  result.problems.push({ code: 'empty-input', severity: 'error', where, message, whatToDo })
}

/** Every file under a folder, breadth first; no link is followed out of it because only names are walked. */
function readFolder(effects: Effects, folder: string, source: string, result: Sources): void {
  const queue = [folder]
  const before = result.files.length
  while (queue.length > 0 && result.files.length < maxFiles) {
    const current = queue.shift() ?? folder
    for (const name of effects.list(current)) {
      if (skipped.has(name) || name === 'tmp') continue
      const full = path.join(current, name)
      if (effects.isFolder(full)) queue.push(full)
      else addFile(effects, full, path.join(source, path.relative(folder, full)), result)
    }
  }
  if (result.files.length === before)
    fail(result, source, 'expected mails, found an empty folder', 'give a folder that holds mail files')
}

function addFile(effects: Effects, file: string, name: string, result: Sources): void {
  const bytes = effects.readBytes(file)
  result.files.push({ name, bytes, ...classify(bytes, name) })
}

/** The kind by content: a catalogue is JSON objects a line; a result file is named one. All else is mail. */
function classify(bytes: Uint8Array, name: string): Pick<SourceFile, 'kind' | 'ending'> {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 4096))
  if (/^\s*\{\s*"/.test(head) && /"slug"\s*:/.test(head.split('\n')[0] ?? ''))
    return { kind: 'catalogue', ending: 'jsonl' }
  const ending = /\.(csv|tsv)$/i.exec(name)?.[1]?.toLowerCase()
  if (ending) return { kind: 'results', ending }
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
