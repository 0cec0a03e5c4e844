import type { C2c, C2cLine } from '../model/struct-layout.ts'
import { findC2cLines } from './c2c-report.ts'
import { sourcesInFile } from './file-sources.ts'
import { plainMessage } from './plain-message.ts'
import { placeOfLine } from './result-formats/measure.ts'
import { sourceInFile } from './result-pair.ts'

/** True where a text is `perf c2c report --stdio`. */
export const isC2cText = (head: string): boolean =>
  /^\s*(?:Trace Event Information|Global Shared Cache Line Event Information|Shared Data Cache Line Table)\b/m.test(
    head,
  ) || /^#\s+(?:-{3,}|=).*\b(?:Cacheline|HITM)\b/m.test(head)

/** The rows of a saved report, by offset. */
export const parseC2cFile = (text: string, file: string): C2cLine[] =>
  findC2cLines(plainMessage(text, 'file', file)).map((line) => ({
    ...line,
    sources: sourcesInFile(line.sources, file),
  }))

const counters: [string, RegExp][] = [
  ['local HITM', /^\s*Load Local HITM\s*:\s*(\d{1,15})/],
  ['remote HITM', /^\s*Load Remote HITM\s*:\s*(\d{1,15})/],
]

/** The HITM totals of two saved reports; a total that only one of them holds is left. */
export function joinC2cFiles(before: { text: string; file: string }, after: { text: string; file: string }): C2c[] {
  return counters.flatMap(([counter, pattern]) => {
    const [old, now] = [findTotal(before, pattern), findTotal(after, pattern)]
    if (!old || !now) return []
    return {
      counter,
      object: null,
      member: null,
      offsetBytes: null,
      test: null,
      before: old.value,
      after: now.value,
      unit: 'samples',
      runs: null,
      from: 'result-file' as const,
      sources: [old.source, now.source],
    }
  })
}

function findTotal({ text, file }: { text: string; file: string }, pattern: RegExp) {
  const lines = text.split(/\r?\n/)
  const at = lines.findIndex((line) => pattern.test(line))
  const line = lines[at]
  if (line === undefined) return null
  return { value: Number(pattern.exec(line)?.[1]), source: sourceInFile(placeOfLine(line, at + 1), file) }
}
