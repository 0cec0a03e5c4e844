import type { FileDiff } from '../model/diff.ts'
import { diffPath } from '../model/diff-path.ts'

/** One line of a diff, flat: where it stands on the side it belongs to. Headers carry what a quote may repeat of them. */
export type DiffLine = {
  kind: 'file' | 'hunk' | 'line'
  /** Text with its sign, as the mail prints it; of a hunk its header, of a file its path. */
  text: string
  key: string
  file: string
  side: 'old' | 'new'
  /** On `side`, from 1. Of a hunk header: the hunk's first line. */
  line: number
  oldStart: number
}

/**
 * Text as a quote must share it: the sign, and the words with single blanks. Mailers expand tabs, rewrap, and eat the
 * blank that marks a context line, so blanks at the ends say nothing.
 */
export function lineKey(text: string): string {
  const sign = text[0] === '+' || text[0] === '-' ? text[0] : ''
  const words = text.slice(sign.length).trim()
  // most lines of code hold single blanks alone, once they are trimmed
  return sign + (/[^\S ]| {2}/.test(words) ? words.replace(/\s+/g, ' ') : words)
}

/** All lines of a patch in order, with their places on the old or the new side (`-` is old; `+` and context are new). */
export function flattenDiff(files: FileDiff[]): DiffLine[] {
  const flat: DiffLine[] = []
  for (const file of files) {
    const name = diffPath(file)
    flat.push({ kind: 'file', text: name, key: '', file: name, side: 'new', line: 0, oldStart: 0 })
    for (const hunk of file.hunks) {
      const header = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`
      flat.push({
        kind: 'hunk',
        text: header,
        key: '',
        file: name,
        side: 'new',
        line: hunk.newStart,
        oldStart: hunk.oldStart,
      })
      let oldLine = hunk.oldStart
      let newLine = hunk.newStart
      for (const text of hunk.lines) {
        if (text.startsWith('\\')) continue
        const isOld = text.startsWith('-')
        const line = isOld ? oldLine : newLine
        flat.push({
          kind: 'line',
          text,
          key: lineKey(text === '' ? ' ' : text),
          file: name,
          side: isOld ? 'old' : 'new',
          line,
          oldStart: hunk.oldStart,
        })
        if (!text.startsWith('+')) oldLine += 1
        if (!isOld) newLine += 1
      }
    }
  }
  return flat
}
