import type { Hunk } from '../model/diff.ts'

/** What the hunks of one file say: base lines they show, which of them they delete, what they insert before which. */
export type PatchedSide = { known: Map<number, string>; deleted: Set<number>; inserted: Map<number, string[]> }

/** Reads hunks against their base; `shifts` moves each hunk's base lines (one entry a hunk). */
export function readSide(hunks: Hunk[], shifts: number[] = []): PatchedSide {
  const side: PatchedSide = { known: new Map(), deleted: new Set(), inserted: new Map() }
  for (const [index, hunk] of hunks.entries()) {
    // A hunk without old lines (`@@ -5,0 +6,2 @@`) inserts behind the line it names.
    let base = hunk.oldStart + (hunk.oldLines === 0 ? 1 : 0) + (shifts[index] ?? 0)
    for (const line of hunk.lines) {
      if (line.startsWith('\\')) continue
      if (line.startsWith('+')) {
        const lines = side.inserted.get(base)
        if (lines === undefined) side.inserted.set(base, [line.slice(1)])
        else lines.push(line.slice(1))
        continue
      }
      side.known.set(base, line.slice(1))
      if (line.startsWith('-')) side.deleted.add(base)
      base += 1
    }
  }
  return side
}

/** The hunk's old side: its context and removed lines. */
function oldLines(hunk: Hunk): string[] {
  return hunk.lines.filter((line) => !line.startsWith('+') && !line.startsWith('\\')).map((line) => line.slice(1))
}

/**
 * How far each hunk of `hunks` has to move so that its base lines meet those of `target`: by the text they share, the
 * commonest distance wins, the smaller of two. A hunk that shares nothing moves like the one before it.
 */
export function findShifts(hunks: Hunk[], target: PatchedSide): number[] {
  const places = new Map<string, number[]>()
  for (const [line, text] of target.known) {
    if (text.trim().length < 4) continue
    const list = places.get(text) ?? []
    if (list.length < 8) list.push(line)
    places.set(text, list)
  }
  const shifts: number[] = []
  for (const hunk of hunks) {
    const votes = new Map<number, number>()
    for (const [index, text] of oldLines(hunk).entries())
      for (const line of places.get(text) ?? []) {
        const distance = line - (hunk.oldStart + index)
        votes.set(distance, (votes.get(distance) ?? 0) + 1)
      }
    const best = [...votes].sort((a, b) => b[1] - a[1] || Math.abs(a[0]) - Math.abs(b[0]))[0]
    shifts.push(best?.[0] ?? shifts[shifts.length - 1] ?? 0)
  }
  return shifts
}

/** A run of base lines that either patch shows, as each patch leaves it; `start` is the first line's number in each. */
export type PatchedRun = { before: string[]; after: string[]; beforeStart: number; afterStart: number }

/** Both patched texts, run by run. A base line that one patch does not show is the other's. */
export function buildRuns(before: PatchedSide, after: PatchedSide): PatchedRun[] {
  const places = new Set([
    ...before.known.keys(),
    ...after.known.keys(),
    ...before.inserted.keys(),
    ...after.inserted.keys(),
  ])
  const runs: PatchedRun[] = []
  let run: PatchedRun | null = null
  let last = Number.NaN
  let shift = { before: 0, after: 0 }
  for (const place of [...places].sort((a, b) => a - b)) {
    if (run === null || place !== last + 1) {
      run = { before: [], after: [], beforeStart: place + shift.before, afterStart: place + shift.after }
      runs.push(run)
    }
    last = place
    const base = before.known.get(place) ?? after.known.get(place)
    shift = {
      before: shift.before + takeLines(run.before, before, place, before.known.get(place) ?? base),
      after: shift.after + takeLines(run.after, after, place, after.known.get(place) ?? base),
    }
  }
  return runs
}

/** Appends what a side has at one base line; gives back how much longer the side is by it. */
function takeLines(lines: string[], side: PatchedSide, place: number, base: string | undefined): number {
  const inserted = side.inserted.get(place) ?? []
  for (const line of inserted) lines.push(line)
  if (base === undefined) return inserted.length
  if (side.deleted.has(place)) return inserted.length - 1
  lines.push(base)
  return inserted.length
}
