import type { CaseRecord } from '../../src/model/case.ts'
import type { ThreadFile } from '../../src/model/thread-file.ts'
import { sha1 } from '../../src/text/sha1.ts'

const digestLine = /\n "digest": (?:null|"[0-9a-f]{40}")\n\}\n$/

/** `case.json` as written: one key a line, and last the sha1 of the rest, by which an edit by hand shows. */
export function formatCase(record: CaseRecord): string {
  const { digest: _, ...rest } = record
  const text = `${JSON.stringify({ ...rest, digest: null }, null, 1)}\n`
  return text.replace(digestLine, `\n "digest": "${digestOf(text)}"\n}\n`)
}

/** `thread.json` as written. */
export function formatThread(thread: ThreadFile): string {
  return `${JSON.stringify(thread, null, 1)}\n`
}

/** True where the text of a `case.json` is not what import wrote. */
export function isEditedByHand(text: string): boolean {
  const digest = /\n "digest": "([0-9a-f]{40})"\n\}\n$/.exec(text)?.[1]
  return digest === undefined || digest !== digestOf(text)
}

const digestOf = (text: string): string => sha1(text.replace(digestLine, '\n'))
