import { emptyFinding, type Finding } from './finding.ts'
import { pairTimeRows, parseTimeRow } from './gnu-time-rows.ts'
import { type NumberToken, splitTokens, type Token } from './number-text.ts'
import { isUnitWord, splitHeader } from './row-items.ts'
import { isVersionName } from './side-words.ts'
import { pairStressRows, parseStressRow, type StressRow } from './stress-ng-rows.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'
import { isInputUnit, isRateUnit } from './unit-words.ts'

type Placed = { block: TextBlock; line: TextLine }
type Candidate = {
  number: NumberToken
  key: string // the word before its colon or equals sign
  unit: string | null
  name: string
  stddev: number | null
  follows: boolean // a number stands right before it
}

const beforeMarker =
  /^\W*(?:before|without|w\/o|un-?patched|vanilla|baseline|base|old|orig(?:inal)?|stock|mainline|upstream|main branch|master|current|pre-?patch|no[- ]patch|prior)\b/i
const afterMarker =
  /^\W*(?:after|with|w\/ ?patch\w*|w\/|patched|new|this (?:patch|pr|branch|change)|post-?patch|now|fixed|optimi[sz]ed)(?![\w])/i
const beforePhrase =
  /\bw\/o (?:the |this )?patch\b|\b(?:before|without|prior to) (?:this|the|applying|these|my|that|any) |\b(?:unpatched|vanilla|baseline|before)\b/i
const afterPhrase =
  /\bw\/ (?:the |this )?patch\b|\b(?:after|with) (?:this|the|applying|these|my|that|both|all)? ?(?:patch|change|series|commit|fix|patchset|optimi[sz]ation|rework|modification|applied)|\bpatched\b|\bafter\b/i

const buildLine =
  /^[\w./ -]{0,40}\b(mainline|vanilla|stock|unpatched|unmodified|patched)\b[\w./ -]{0,20}(?:\([^()]{1,40}\))?:$/i

/** The side that a line announces for what follows it: "Before the patch:", "After:", "# patched". */
export function markerOf(block: TextBlock, at: number): 'before' | 'after' | null {
  const line = block.lines[at]
  if (!line || line.text.length > 300) return null
  const text = line.text.trim()
  const build = text.endsWith(':') ? buildLine.exec(text) : null
  if (build?.[1] && text.split(/\s+/).length <= 6) return build[1].toLowerCase() === 'patched' ? 'after' : 'before'
  if (/^[$#>]\s+\S/.test(text)) {
    const isOld = /[-_./ ](?:old|orig|base|vanilla|before|unpatched|stock|nopatch)\b/i.test(text)
    const isNew = /[-_./ ](?:new|patched|after|fixed|patch)\b/i.test(text)
    return isOld === isNew ? null : isOld ? 'before' : 'after'
  }
  const last = text.at(-1) ?? ''
  const endsOpen = last === ':' || last === '=' || last === '-'
  const isShort =
    text.length <= 80 &&
    last !== '.' &&
    last !== ',' &&
    last !== ';' &&
    !/\d{3}/.test(text) &&
    text.split(/\s+/).length <= 4
  if ((!endsOpen && !isShort) || splitHeader(text).length > 2) return null
  if (endsOpen || isShort) {
    if (beforeMarker.test(text)) return 'before'
    if (afterMarker.test(text) && !/^\W*with(?:in|out)\b/i.test(text)) return 'after'
  }
  if (last !== ':') return null
  const sentence =
    block.lines
      .slice(Math.max(0, at - 2), at + 1)
      .map((l) => l.text.trim())
      .join(' ')
      .split(/[.;!?]\s/)
      .pop() ?? ''
  const isBefore = beforePhrase.test(sentence)
  const isAfter = afterPhrase.test(sentence)
  return isBefore === isAfter ? null : isBefore ? 'before' : 'after'
}

type Marker = { at: number; side: 'before' | 'after'; line: TextLine }

/** "6.1:" above the output of a kernel, "6.1-frob:" above that of the same with the patch. */
function versionMarker(line: TextLine, last: Marker | undefined): 'before' | 'after' | null {
  const name = line.text.endsWith(':') ? /^\s*(\S{1,40}):$/.exec(line.text)?.[1] : undefined
  if (!name) return null
  const base = last?.side === 'before' ? last.line.text.trim().slice(0, -1) : null
  if (base && isVersionName(base) && (name.startsWith(`${base}-`) || name.startsWith(`${base}+`))) return 'after'
  return isVersionName(name) && !/^v?\d{1,2}$/.test(name) ? 'before' : null
}

/** "current FROB:" above the output of today's code, "FROB with short lists:" above that of the new. */
function nounMarker(line: TextLine, last: Marker | undefined): 'before' | 'after' | null {
  if (last?.side !== 'before' || line.text.length > 80 || !line.text.endsWith(':')) return null
  const noun = /^\s*(?:the )?(?:current|plain|existing|original|old) (\w[\w-]{1,30}):$/i.exec(
    last.line.text.trimEnd(),
  )?.[1]
  return noun && line.text.trim().startsWith(`${noun} with `) ? 'after' : null
}

/** A paragraph that ends with a full stop ("Without the series a build takes 20 minutes.") right above a tool's output. */
function sentenceMarker(blocks: readonly TextBlock[], block: TextBlock, at: number): 'before' | 'after' | null {
  if (at !== block.lines.length - 1 || !/[a-z)]\.$/.test(block.lines[at]?.text.trim() ?? '')) return null
  const below = blocks[block.index + 1]
  if (!below || below.depth !== block.depth || below.part !== block.part) return null
  const rows = below.lines.filter((line) => /^\s*(?:real|user|sys)\s+\d/.test(line.text))
  if (rows.length < 2) return null
  const sentence = block.lines
    .slice(-3)
    .map((line) => line.text.trim())
    .join(' ')
    .split(/[.;!?]\s/)
    .pop()
  const isBefore = beforePhrase.test(sentence ?? '')
  return isBefore === afterPhrase.test(sentence ?? '') ? null : isBefore ? 'before' : 'after'
}

/** A line with its numbers left out, for finding its twin. Comments of `perf stat` (`# 3.0 GHz`) are left out. */
function skeleton(text: string): string {
  return withoutComment(text)
    .toLowerCase()
    .replace(/\d+m\s?\d+(?:[.,]\d+)?s\b/g, '#')
    .replace(/(?<![a-z_\d.])\d[\d.,]*/g, '#')
    .replace(/[+\-−](?=#)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.;,]$/, '')
}

function withoutComment(text: string): string {
  const comment = text.search(/\s#\s/)
  return comment > 3 ? text.slice(0, comment) : text
}

const spreadKey = /^(?:min|max|stdev|stddev|samples|std)$/i

const isSpreadMark = (token: Token | undefined) =>
  token !== undefined && token.kind !== 'number' && /^(?:±|\+\/-|\+-)$/.test(token.printed)

/** The numbers of a line that can be results, each with the words that name it. */
function candidatesOf(text: string): Candidate[] {
  const full = splitTokens(text)
  const tokens = splitTokens(withoutComment(text))
  const spreadAt = full.findIndex((token) => token.kind !== 'number' && /^(?:±|\+\/-|\+-)$/.test(token.printed))
  const spread = spreadAt >= 0 ? full[spreadAt + 1] : undefined
  const found: Candidate[] = []
  // "BM_FrobQueue/threads:16   188 ns": one word with numbers in it names the line
  const named = /^\s*([A-Za-z_]\S*[/:<]\S*)\s{2,}\S/.exec(text)?.[1] ?? null
  const first = named === null ? 0 : text.indexOf(named) + named.length
  const hasWords = /[a-z]{2}/i.test(text)
  let open = 0
  // where the name of the next number begins; a program's own prefix names nothing
  let lastWord = /^\s*stress-ng: \w+:\s+\[\d+\]\s+/.exec(text)?.[0].length ?? 0
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'number') {
      if (token.kind === 'mark' && /^[([]$/.test(token.printed)) open++
      if (token.kind === 'mark' && /^[)\]]$/.test(token.printed)) open = Math.max(0, open - 1)
      continue
    }
    const previous = tokens[at - 1]
    const next = tokens[at + 1]
    const afterNext = tokens
      .slice(at + 1, at + 4)
      .map((t) => t.printed)
      .join(' ')
    const isRate = /^(?:per |\/ ?s)/i.test(afterNext)
    const follows = hasWords && previous?.kind === 'number'
    if (isSpreadMark(previous) || token.high !== null) continue
    if (text[token.start - 1] === '^') continue // "10^6bits/sec"
    if ((open > 0 && !isRate) || token.start < first) continue
    const count = open > 0 && isRate ? found.pop() : undefined // the count that the rate is made of
    let unit = token.unit
    if (unit === null && next?.kind === 'word' && isUnitWord(next.printed)) {
      unit = next.printed
      const per = /^\s+per\s+[a-z]+/i.exec(text.slice(next.end))
      if (per) unit += per[0].replace(/\s+/g, ' ')
    }
    const behindSpread = tokens[at + 3]
    if (unit === null && isSpreadMark(next) && tokens[at + 2]?.kind === 'number' && behindSpread?.kind === 'word')
      if (isUnitWord(behindSpread.printed) || /^[a-z]+\/[a-z]+$/i.test(behindSpread.printed))
        unit = behindSpread.printed // "118.402 ± 2.113  ops/us"
    if (unit === null && next?.kind === 'mark' && next.printed === '[')
      unit = /^\[([^\]]{1,20})\]/.exec(text.slice(next.start))?.[1] ?? null
    if (unit === null && isRate) unit = `/${afterNext.replace(/^per /i, '').split(' ')[0] ?? 's'}`
    const key =
      previous?.kind === 'mark' && /^[=:]$/.test(previous.printed)
        ? (tokens[at - 2]?.printed ?? '')
        : (previous?.printed ?? '')
    if (spreadKey.test(key)) continue
    if (unit === null && previous?.kind === 'mark' && isUnitWord(key)) unit = key
    let name = count ? count.name : text.slice(lastWord, token.start)
    if (!/[a-z\d]/i.test(name)) {
      const rest = (
        text
          .slice(token.end)
          .trimStart()
          .split(/\s#\s|\s{3,}|\(/)[0] ?? ''
      ).replace(unit ?? '\u0000', ' ')
      // "FrobAdder.add  thrpt  15  118.402 ± 2.113": the line's first word names what follows a count
      name = named !== null ? named : isSpreadMark(next) ? (/^\s*([A-Za-z_]\S*)/.exec(text)?.[1] ?? rest) : rest
    }
    found.push({
      number: token,
      key,
      follows,
      unit,
      name: name
        .replace(/[\s:=,;|]+(?:took|is|was|were|takes|of)\s*$|[\s:=,;|]+$/i, '')
        .replace(/[\s:=,;|]+$/, '')
        .replace(/^[\s:=,;|#$*-]+/, '')
        .trim(),
      stddev: spread?.kind === 'number' ? spread.value : null,
    })
    lastWord = token.end
  }
  return found
}

/** "a packet with a total length of 1500 bytes": how large a thing is. */
const sizeLine = /\b(?:length|size|offset)s? (?:of|is|=) ?\d[\d,]* ?bytes\b|\bsizeof\b/i

/** "8.7s, 8.4s, 8.6s, 8.2s": single runs, whose mean the next line tells. */
function isRunList(text: string): boolean {
  const runs = text.trim().split(/[,;]\s*/)
  return runs.length >= 4 && runs.every((run) => /^\d[\d.]*\s?[a-zµ]{0,5}\.?$/i.test(run))
}

/** What a run was told to last or use: no result where both sides have the same. */
const fixedName = /\b(?:duration|run ?time|time limit|test time|clients|threads|connections|jobs|iterations|warm-?up)$/i

/** Counts beside a rate are its inputs; then numbers with units, else the first. */
function chooseCandidates(before: Candidate[], after: Candidate[]): [Candidate, Candidate][] {
  const pairs: [Candidate, Candidate][] = []
  for (const [at, one] of before.entries()) {
    const two = after[at]
    if (!two || one.number.is === 'percent' || (one.number.value === two.number.value && one.unit === null)) continue
    const lead = before[at - 1]
    if (one.number.value === two.number.value && fixedName.test(one.name)) continue
    if (/^(?:io|run|mint|maxt)$/.test(one.key)) continue // what fio moved, and how long it ran
    if (one.follows && lead && lead.number.value !== after[at - 1]?.number.value) continue
    const isNamed = /[a-z\d]/i.test(one.name) || !lead
    pairs.push([isNamed ? one : { ...one, name: lead.number.printed }, two])
  }
  // "READ: bw=2828MiB/s (2965MB/s), 176MiB/s-177MiB/s, io=166GiB, run=60000-60001msec": the rest makes the rate or restates it
  const rates = pairs.filter(([one]) => /^(?:bw|iops)$/i.test(one.key))
  if (rates.length > 0) return rates
  const measured = pairs.filter(([one]) => one.unit !== null || one.number.is === 'multiple')
  const isRated = measured.some(([one]) => isRateUnit(one.unit))
  const results = measured.filter(([one]) => !isRated || !isInputUnit(one.unit))
  if (results.length > 0) return results.slice(0, 4)
  const named = pairs.filter(([one]) => /[a-z]/i.test(one.name))
  if (named.length > 0) return named.slice(0, 1)
  return pairs.slice(-1)
}

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

function pairBodies(before: Placed[], after: Placed[], taken: Set<TextLine>, variant: string | null): Finding[] {
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
    if (sizeLine.test(entry.line.text) || isRunList(entry.line.text)) continue
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

/** What GNU time prints on both sides, in order. */
function pairTimes(before: Placed[], after: Placed[], taken: Set<TextLine>): Finding[] {
  const rowsOf = (side: Placed[]) =>
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
function pairStress(before: Placed[], after: Placed[], taken: Set<TextLine>): Finding[] {
  const rowsOf = (side: Placed[]) =>
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

/**
 * Results of output pasted twice, once under a line that announces the unpatched side and once under one for the
 * patched side, however far apart: lines that differ in their numbers alone are paired, in order.
 */
export function findBlockPairs(blocks: TextBlock[], taken: Set<TextLine>): Finding[] {
  const lines: Placed[] = []
  const markers: Marker[] = []
  for (const block of blocks)
    for (const [at, line] of block.lines.entries()) {
      const side =
        markerOf(block, at) ??
        versionMarker(line, markers.at(-1)) ??
        nounMarker(line, markers.at(-1)) ??
        sentenceMarker(blocks, block, at)
      if (side && markers[markers.length - 1]?.side !== side) markers.push({ at: lines.length, side, line })
      lines.push({ block, line })
    }
  const findings: Finding[] = []
  for (const [at, marker] of markers.entries()) {
    const next = markers[at + 1]
    if (!next || next.side === marker.side) continue
    const end = markers[at + 2]?.at ?? lines.length
    const one = bodyOf(lines, marker.at, next.at)
    const two = bodyOf(lines, next.at, end)
    const [before, after] = marker.side === 'before' ? [one, two] : [two, one]
    findings.push(...pairBodies(before, after, taken, null))
  }
  return findings
}
