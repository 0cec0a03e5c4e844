import { emptyFinding, type Finding } from './finding.ts'
import { pairTimeRows, parseTimeRow } from './gnu-time-rows.ts'
import { candidatesOf, chooseCandidates, isNoResult, skeleton } from './line-candidates.ts'
import { type Marker, restOfMarker, sideAnnounced } from './side-markers.ts'
import { pairStressRows, parseStressRow, type StressRow } from './stress-ng-rows.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

/** A line and the block it stands in. */
type Placed = { block: TextBlock; line: TextLine }

/** Lines that follow a marker: to the next marker, at most 80, over blank lines, within one part and quote depth. */
function bodyOf(lines: Placed[], from: number, to: number): Placed[] {
  const first = lines[from]
  return lines.slice(from + 1, Math.min(to, from + 81)).filter((entry) => entry.block.depth === first?.block.depth)
}

/** Names that say how long or how much, not of what. */
const bareName = /^(?:took|takes|real|elapsed|time|total|result|avg|average|mean|runtime|duration)?$/i

/** The short first line of a line's paragraph that is a name or a call ("drain_all(nr=4)"); null where it is prose or a command. */
function headOf(entry: Placed): TextLine | null {
  const own = entry.block.lines.indexOf(entry.line)
  const first = entry.block.lines.slice(0, own).find((line) => !/^\s*(?:[$#>]|echo\b|\[root|root@)/.test(line.text))
  if (!first || first === entry.line) return null
  const text = first.text.trim()
  if (/^[\d.,]+\s/.test(text) || /\d{4}/.test(text)) return null // a line of figures names nothing
  return text.split(/\s+/).length <= 4 && !/[.;,]$/.test(text) && /[a-z]/i.test(text) ? first : null
}

/** The results of two outputs, line by line; lines that `taken` holds are left, those used are added to it. */
export function pairBodies(
  before: readonly Placed[],
  after: readonly Placed[],
  taken: Set<TextLine>,
  variant: string | null,
): Finding[] {
  const waiting = new Map<string, Placed[]>()
  for (const entry of after) {
    if (taken.has(entry.line) || !/\d/.test(entry.line.text)) continue
    const key = skeleton(entry.line.text)
    waiting.set(key, [...(waiting.get(key) ?? []), entry])
  }
  const findings: Finding[] = [...pairStress(before, after, taken), ...pairTimes(before, after, taken)]
  let command: TextLine | null = null
  for (const entry of before) {
    if (/^\s*(?:[$#>]|\[root|root@)\s?\S/.test(entry.line.text)) command = entry.line
    if (taken.has(entry.line) || !/\d/.test(entry.line.text)) continue
    const key = skeleton(entry.line.text)
    const twin = waiting.get(key)?.shift()
    if (!twin || command === entry.line) continue
    if (isNoResult(entry.line.text)) continue
    const pairs = chooseCandidates(candidatesOf(entry.line.text), candidatesOf(twin.line.text))
    for (const [one, two] of pairs) {
      const words = (text: string) => (text.match(/[a-z][\w/]*/gi) ?? []).join(' ')
      const isAgain = findings.some(
        (known) =>
          known.before?.value === one.number.value &&
          known.after?.value === two.number.value &&
          ['', words(known.test ?? '')].includes(words(one.name)),
      )
      if (isAgain) continue
      const finding = emptyFinding(entry.block, 'pair')
      finding.before = {
        value: one.number.value,
        printed: one.number.printed,
        unit: one.unit,
        span: { line: entry.line, start: one.number.start, end: one.number.end },
      }
      finding.after = {
        value: two.number.value,
        printed: two.number.printed,
        unit: two.unit,
        span: { line: twin.line, start: two.number.start, end: two.number.end },
      }
      finding.unit = one.unit
      if (/^(?:bw|iops)$/i.test(one.key)) finding.metric = one.key
      // "File Copy 256 bufsize 500 maxblocks   1234.5 KBps": numbers inside the name are part of it
      const lead = entry.line.text.slice(0, one.number.start).trim()
      const isWhole =
        pairs.length === 1 && one.unit !== null && /^[A-Za-z][^:=,]*$/.test(lead) && lead.split(/\s+/).length <= 7
      const name = isWhole && lead.endsWith(one.name) ? lead : one.name
      finding.test = name === '' ? null : name.split(/\s+/).slice(-10).join(' ')
      finding.variant = variant
      if (one.stddev !== null || two.stddev !== null) finding.stddev = { before: one.stddev, after: two.stddev }
      const head = bareName.test(one.name) ? headOf(entry) : null
      if (head) {
        finding.variant = [head.text.trim().replace(/[:\s]+$/, ''), variant].filter((x) => x !== null).join(', ')
        finding.labels.push({ line: head, start: 0, end: head.text.length })
      }
      const at = entry.line.text.indexOf(one.name)
      if (one.name !== '' && at >= 0) finding.labels.push({ line: entry.line, start: at, end: at + one.name.length })
      if (command) finding.labels.push({ line: command, start: 0, end: command.text.length })
      findings.push(finding)
    }
    if (pairs.length > 0) {
      taken.add(entry.line)
      taken.add(twin.line)
    }
  }
  return findings
}

const rateName = /(?:^|[\W_])(?:pps|bps|iops|qps|tps|rps)$/i
const totalName = /(?:^|[\W_])(?:packets|bytes|errors|missed|drop(?:s|ped)|nombuf)$/i

/** Counters since the start ("rx-packets: 3615") of a printout that has rates beside them ("rx-pps: 12"): the rates are its results. */
function withoutTotals(findings: Finding[]): Finding[] {
  if (!findings.some((finding) => rateName.test(finding.test ?? ''))) return findings
  return findings.filter((finding) => finding.unit !== null || !totalName.test(finding.test ?? ''))
}

/** What GNU time prints on both sides, in order. */
function pairTimes(before: readonly Placed[], after: readonly Placed[], taken: Set<TextLine>): Finding[] {
  const rowsOf = (side: readonly Placed[]) =>
    side.flatMap(({ block, line }) => (taken.has(line) ? [] : (parseTimeRow(block, line) ?? [])))
  const twins = rowsOf(after)
  return rowsOf(before).flatMap((row, at) => {
    const twin = twins[at]
    if (!twin) return []
    taken.add(row.line)
    taken.add(twin.line)
    return pairTimeRows(row, twin)
  })
}

/** The rows of `stress-ng --metrics` on both sides, by stressor. */
function pairStress(before: readonly Placed[], after: readonly Placed[], taken: Set<TextLine>): Finding[] {
  const rowsOf = (side: readonly Placed[]) =>
    side.flatMap(({ block, line }) => (taken.has(line) ? [] : (parseStressRow(block, line) ?? [])))
  const waiting = new Map<string, StressRow>()
  for (const row of rowsOf(after)) if (!waiting.has(row.stressor)) waiting.set(row.stressor, row)
  return rowsOf(before).flatMap((row) => {
    const twin = waiting.get(row.stressor)
    waiting.delete(row.stressor)
    if (!twin) return []
    taken.add(row.line)
    taken.add(twin.line)
    return pairStressRows(row, twin)
  })
}

/** Output of one side: the lines that announce it, one after the other, and where it ends. */
type Run = { side: Marker['side']; markers: Marker[]; end: number }

/** Runs of markers of one side; a line that repeats the side parts its run. */
function findRuns(blocks: readonly TextBlock[]): { lines: Placed[]; runs: Run[] } {
  const lines: Placed[] = []
  const runs: Run[] = []
  for (const block of blocks)
    for (const [at, line] of block.lines.entries()) {
      const last = runs.at(-1)
      const side = sideAnnounced(blocks, block, at, last?.markers[0])
      const marker = side ? { at: lines.length, side, line } : null
      lines.push({ block, line })
      if (!marker) continue
      if (last?.side === marker.side) last.markers.push(marker)
      else {
        if (last) last.end = marker.at
        runs.push({ side: marker.side, markers: [marker], end: marker.at })
      }
    }
  const last = runs.at(-1)
  if (last) last.end = lines.length
  return { lines, runs }
}

/** "stock, one queue:", "stock, two queues:", "patched, two queues:": the parts of two runs that say the same beside their sides. */
function twinParts(one: Run, two: Run): [[number, number], [number, number]][] {
  if (one.markers.length + two.markers.length < 3) return []
  const bounds = (run: Run, at: number): [number, number] => [
    run.markers[at]?.at ?? run.end,
    run.markers[at + 1]?.at ?? run.end,
  ]
  const rests = one.markers.map((marker) => restOfMarker(marker.line))
  const pairs = two.markers.flatMap((marker, at): [[number, number], [number, number]][] => {
    const rest = restOfMarker(marker.line)
    const twin = rest === '' ? -1 : rests.indexOf(rest)
    return twin < 0 ? [] : [[bounds(one, twin), bounds(two, at)]]
  })
  return pairs.length === Math.min(one.markers.length, two.markers.length) ? pairs : []
}

/**
 * Results of output pasted twice, once under a line that announces the unpatched side and once under one for the
 * patched side, however far apart: lines that differ in their numbers alone are paired, in order.
 */
export function findBlockPairs(blocks: TextBlock[], taken: Set<TextLine>): Finding[] {
  const { lines, runs } = findRuns(blocks)
  const findings: Finding[] = []
  for (const [at, run] of runs.entries()) {
    const next = runs[at + 1]
    const first = run.markers[0]
    const second = next?.markers[0]
    if (!next || !first || !second) continue
    const parts = twinParts(run, next)
    if (parts.length === 0)
      parts.push([
        [first.at, run.end],
        [second.at, next.end],
      ])
    for (const [one, two] of parts) {
      const bodies = [bodyOf(lines, one[0], one[1]), bodyOf(lines, two[0], two[1])] as const
      const [before, after] = run.side === 'before' ? bodies : [bodies[1], bodies[0]]
      findings.push(...withoutTotals(pairBodies(before, after, taken, null)))
    }
  }
  return findings
}
