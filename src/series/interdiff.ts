import { structuredPatch } from 'diff'
import type { FileDiff, Hunk } from '../model/diff.ts'
import { diffPath } from '../model/diff-path.ts'
import type { Interdiff } from '../model/series.ts'
import { buildRuns, findShifts, type PatchedRun, readSide } from './patched-lines.ts'

/** Longest edit script that is looked for; a run that changed more is shown as removed and added whole. */
const maxEdits = 2000
const context = 3

function changedLines(files: FileDiff[]): string {
  return files
    .flatMap((file) =>
      file.hunks.flatMap((hunk) =>
        hunk.lines.filter((line) => /^[+-]/.test(line)).map((line) => `${diffPath(file)}\n${line}`),
      ),
    )
    .join('\n')
}

function placesOf(files: FileDiff[]): string {
  return files
    .flatMap((file) => file.hunks.map((hunk) => `${diffPath(file)} ${hunk.oldStart} ${hunk.newStart}`))
    .join('\n')
}

/** The hunks between two texts of one run, numbered as lines of the two patched files. */
function diffRun(run: PatchedRun): Hunk[] {
  const join = (lines: string[]): string => lines.map((line) => `${line}\n`).join('')
  const options = { context, maxEditLength: maxEdits }
  const patch = structuredPatch('a', 'b', join(run.before), join(run.after), undefined, undefined, options)
  const base = { section: '', mailLine: 0 }
  if (patch === undefined)
    return [
      {
        ...base,
        oldStart: run.beforeStart,
        oldLines: run.before.length,
        newStart: run.afterStart,
        newLines: run.after.length,
        lines: [...run.before.map((line) => `-${line}`), ...run.after.map((line) => `+${line}`)],
      },
    ]
  return patch.hunks.map((hunk) => ({
    ...base,
    oldStart: Math.max(0, run.beforeStart + hunk.oldStart - 1),
    oldLines: hunk.oldLines,
    newStart: Math.max(0, run.afterStart + hunk.newStart - 1),
    newLines: hunk.newLines,
    lines: hunk.lines,
  }))
}

/**
 * What `@@` names for a line of the patched file: the last line above it in its hunk that begins with a letter, as git
 * takes it, else what that hunk names itself. Labels and preprocessor lines are none.
 */
function findSection(file: FileDiff | undefined, line: number): string {
  const hunk = file?.hunks.findLast((one) => one.newStart <= line)
  if (hunk === undefined || line >= hunk.newStart + hunk.newLines) return ''
  let section = hunk.section
  let at = hunk.newStart
  for (const text of hunk.lines) {
    if (at >= line) break
    if (!/^[ +]/.test(text)) continue
    if (/^.[A-Za-z_$](?!\w{0,40}:\s*$)/.test(text)) section = text.slice(1, 81)
    at += 1
  }
  return section
}

/** What happened to a file between the versions where only one of them touches or makes it. */
function statusOf(before: FileDiff | undefined, after: FileDiff | undefined): FileDiff['status'] {
  if (before?.status === 'added' && after === undefined) return 'deleted'
  if (after?.status === 'added' && before === undefined) return 'added'
  return 'modified'
}

function diffFile(before: FileDiff | undefined, after: FileDiff | undefined): FileDiff | null {
  const file = after ?? before
  if (file === undefined) return null
  const beforeSide = readSide(before?.hunks ?? [])
  const shifts = before === undefined ? [] : findShifts(after?.hunks ?? [], beforeSide)
  const afterSide = readSide(after?.hunks ?? [], shifts)
  const hunks = buildRuns(beforeSide, afterSide)
    .flatMap(diffRun)
    .map((hunk) => ({ ...hunk, section: findSection(after, hunk.newStart) || findSection(before, hunk.oldStart) }))
  const modes = (before?.newMode ?? null) !== (after?.newMode ?? null)
  const isBinary = file.isBinary && (before === undefined || after === undefined)
  if (hunks.length === 0 && !modes && !isBinary) return null
  const path = diffPath(file)
  const status = statusOf(before, after)
  return {
    oldPath: status === 'added' ? null : before === undefined ? path : diffPath(before),
    newPath: status === 'deleted' ? null : path,
    status,
    isBinary,
    oldMode: before?.newMode ?? null,
    newMode: after?.newMode ?? null,
    hunks,
  }
}

/**
 * What changed from one version's patch to another's: the file as the first patch leaves it against the file as the
 * second does, as far as either shows it. A version on another base is moved onto the first by the text both show.
 * `onlyMoved`: the same lines are changed, at other places. Runs that differ in more than 2,000 edits are shown as
 * removed and added whole.
 */
export function buildInterdiff(
  before: FileDiff[],
  after: FileDiff[],
  fromVersion: number,
  toVersion: number,
): Interdiff {
  if (changedLines(before) === changedLines(after))
    return { fromVersion, toVersion, files: [], onlyMoved: placesOf(before) !== placesOf(after) }
  const earlier = new Map(before.map((file) => [diffPath(file), file]))
  const paths = [...new Set([...earlier.keys(), ...after.map(diffPath)])].sort()
  const later = new Map(after.map((file) => [diffPath(file), file]))
  const files = paths.flatMap((path) => diffFile(earlier.get(path), later.get(path)) ?? [])
  return { fromVersion, toVersion, files, onlyMoved: false }
}
