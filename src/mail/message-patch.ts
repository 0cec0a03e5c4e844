import type { FileDiff } from '../model/diff.ts'
import type { Message, MessagePart, Region } from '../model/message.ts'
import { holdsAddress } from '../text/mask-addresses.ts'
import type { DiffRange } from './diff-text.ts'
import { type Person, parsePerson } from './header-values.ts'
import { patchMarker, tipHeader } from './line-shapes.ts'
import { parseSubject } from './subject-tags.ts'

type Patch = NonNullable<Message['patch']>

/**
 * The patch a message carries: the diffs of all its parts, each once (a patch is often sent in line and attached). Its
 * place is the first part's that has any; hunks of other parts have no line.
 */
export function findPatch(
  parts: MessagePart[],
  diffs: DiffRange[][],
  outer: { title: string; from: Person },
): Patch | null {
  const index = diffs.findIndex((ranges) => ranges.length > 0)
  const part = parts[index]
  const ranges = diffs[index] ?? []
  const first = ranges[0]
  const last = ranges.at(-1)
  if (!part || !first || !last) return null
  const others = diffs.slice(index + 1).filter((found) => found.length > 0)
  const known = new Set(others.length === 0 ? [] : ranges.flatMap(({ files }) => files.map(fileKey)))
  const further = others.flatMap((found) => findFurther(found, known))
  const all = [...ranges, ...further]
  const lines = all.flatMap((range) => range.lines)
  return {
    files: all.flatMap((range) => range.files),
    part: part.index,
    startLine: first.startLine,
    endLine: last.endLine,
    text: `${lines.join('\n')}\n`,
    holdsAddress: lines.some((line) => holdsAddress(line)),
    embedded: findEmbedded(part, first.startLine, outer),
  }
}

const fileKey = ({ oldPath, newPath, hunks }: FileDiff): string =>
  JSON.stringify([oldPath, newPath, hunks.map(({ lines }) => lines.map((line) => line.trimEnd()))])

/** The diffs of a further part that hold a file not read before. */
function findFurther(ranges: readonly DiffRange[], known: Set<string>): DiffRange[] {
  return ranges.flatMap((range) => {
    if (range.files.every((file) => known.has(fileKey(file)))) return []
    for (const file of range.files) known.add(fileKey(file))
    const files = range.files.map((file) => ({
      ...file,
      hunks: file.hunks.map((hunk) => ({ ...hunk, mailLine: 0 })),
    }))
    return [{ ...range, files }]
  })
}

/** Title and author of a patch below `From <sha>` or scissors inside another mail; what it leaves out is the mail's. */
function findEmbedded(part: MessagePart, diffLine: number, outer: { title: string; from: Person }): Patch['embedded'] {
  const marker = part.regions.findLast(
    (region) => region.kind === 'separator' && region.startLine < diffLine && !isDashes(part, region),
  )
  if (!marker) return null
  const header = readBodyHeader(part, marker.endLine)
  const author = header['from'] ?? ''
  return {
    title: parseSubject(header['subject'] ?? '').title || outer.title,
    author: author === '' ? outer.from : parsePerson(author),
    commit:
      part.rawLines
        .slice(marker.startLine - 1, marker.endLine)
        .map((line) => patchMarker.exec(line)?.[1])
        .find((sha) => sha !== undefined) ?? null,
  }
}

function isDashes(part: MessagePart, { startLine, endLine }: Region): boolean {
  // Blank lines on top of a part belong to the region below them; a patch may begin right below dashes.
  const lines = part.rawLines.slice(startLine - 1, endLine).filter((line) => line.trim() !== '')
  return lines.every((line) => /^(?:- )?---\s*$/.test(line))
}

/** The in-body header below a line (0: the first of the part), unfolded: lower-case name to value. */
export function readBodyHeader(part: MessagePart, below: number): Record<string, string> {
  const region = part.regions.find((candidate) => candidate.kind === 'in-body-header' && candidate.startLine > below)
  const values: Record<string, string> = {}
  let last = ''
  if (!region) return values
  for (const line of part.rawLines.slice(region.startLine - 1, region.endLine)) {
    const match = /^([A-Za-z-]{1,40}):[ \t]*(.*)$/s.exec(line)
    if (match && !/^[ \t]/.test(line)) {
      last = (match[1] ?? '').toLowerCase()
      values[last] ??= (match[2] ?? '').trim()
    } else if (last !== '' && line.trim() !== '') values[last] = `${values[last] ?? ''} ${line.trim()}`
  }
  return values
}

/** The author a body names at its top: `From:` (git-am), or `Author:` of a tip-bot block; null where it names none. */
export function findBodyAuthor(parts: MessagePart[]): Person | null {
  const part = parts[0]
  const first = part?.regions.slice(0, 2).find((candidate) => candidate.kind === 'in-body-header')
  if (!part || !first) return null
  const header = readBodyHeader(part, 0)
  const isTip = tipHeader.test(part.rawLines[first.startLine - 1] ?? '') && header['commit-id'] !== undefined
  const value = isTip ? header['author'] : header['from']
  return value === undefined || value === '' ? null : parsePerson(value)
}
