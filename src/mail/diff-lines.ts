import { type DiffRange, findDiffs } from './diff-text.ts'

/** How a part's lines were changed on their way, as its Content-Type says. */
export type Wrapping = { flowed: boolean; delSp: boolean }
type Unwrapped = { lines: string[]; numbers: number[] }

/**
 * The diffs in a part. format=flowed is undone first (RFC 3676, as git-mailinfo(1) does), and the dashes that PGP puts
 * before lines of dashes (RFC 9580 section 7.2). Many programs declare flowed and send as it was: the reading without
 * a cut hunk stands. Line numbers are the part's own.
 */
export function findPartDiffs(rawLines: string[], wrapping: Wrapping): DiffRange[] {
  const plain = findDiffs(rawLines)
  if (wrapping.flowed) return better(plain, findMapped(unwrapFlowed(rawLines, wrapping.delSp)))
  const undone = unescapeDashes(rawLines)
  if (undone !== rawLines)
    return better(plain, findMapped({ lines: undone, numbers: rawLines.map((_line, index) => index + 1) }))
  return plain
}

function better(plain: DiffRange[], undone: DiffRange[]): DiffRange[] {
  const isWhole = (ranges: DiffRange[]): boolean =>
    ranges.length > 0 && ranges.every((range) => range.badHunks.length === 0)
  if (isWhole(undone)) return undone
  return isWhole(plain) || undone.length === 0 ? plain : undone
}

function findMapped(unwrapped: Unwrapped): DiffRange[] {
  const { numbers } = unwrapped
  return findDiffs(unwrapped.lines).map((range) => ({
    ...range,
    startLine: (numbers[range.startLine - 2] ?? 0) + 1,
    endLine: numbers[range.endLine - 1] ?? range.endLine,
    badHunks: range.badHunks.map((line) => (numbers[line - 2] ?? 0) + 1),
    files: range.files.map((file) => ({
      ...file,
      hunks: file.hunks.map((hunk) => ({ ...hunk, mailLine: (numbers[hunk.mailLine - 2] ?? 0) + 1 })),
    })),
  }))
}

/** Joined lines, each with the number of the last line it is made of. */
function unwrapFlowed(rawLines: string[], delSp: boolean): Unwrapped {
  const lines: string[] = []
  const numbers: number[] = []
  let pieces: string[] = []
  rawLines.forEach((raw, index) => {
    const line = raw === '-- ' || !raw.startsWith(' ') ? raw : raw.slice(1)
    const isSoft = raw !== '-- ' && line.endsWith(' ') && index < rawLines.length - 1
    pieces.push(isSoft && delSp ? line.slice(0, -1) : line)
    if (isSoft) return
    lines.push(pieces.join(''))
    numbers.push(index + 1)
    pieces = []
  })
  return { lines, numbers }
}

/** Lines of a text that PGP signed in line, without the dashes it put before dashes; other lines as they are. */
export function unescapeDashes(rawLines: string[]): string[] {
  if (!rawLines.some((line) => line.startsWith('-----BEGIN PGP SIGNED MESSAGE-----'))) return rawLines
  return rawLines.map((line) => (line.startsWith('- -') ? line.slice(2) : line))
}
