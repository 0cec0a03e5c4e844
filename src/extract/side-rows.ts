import { emptyFinding, type Figure, type Finding } from './finding.ts'
import { isStructLine } from './line-candidates.ts'
import { type RowItem, splitHeader, splitRow } from './row-items.ts'
import { areMoments, headerOf, namelessChanges, type SideRow } from './side-row-header.ts'
import { isVersionName, sideOf, withoutSideWords } from './side-words.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'
import { isInputUnit, isRateUnit } from './unit-words.ts'

const introduction = /\b(?:results?|numbers|figures|following|below|here|shows?|we (?:get|see)|improv\w*)\b/i

const verb =
  /\b(?:improv|increas|decreas|reduc|drop|show|see|get|got|take|took|goes|went|is|are|was|were|can|we|it|moves?)\w*\b/i

/** A kernel's name stands for the unpatched side, "v6.12 + blip" for the patched. */
function sideOfVersion(name: string): 'before' | 'after' | null {
  if (isVersionName(name)) return 'before'
  return /^(?:linux[- ])?v?\d{1,2}\.\d{1,3}\S{0,20}\s?\+\s?[a-z]/i.test(name) ? 'after' : null
}

/** A line that begins with the name of a side and goes on with numbers; null where it is something else. */
function parseSideRow(block: TextBlock, at: number, order: number): SideRow | null {
  const line = block.lines[at]
  if (!line || line.text.length > 400 || !/\d/.test(line.text)) return null
  if (isStructLine(line.text)) return null
  // "Adding the patch (1) further cuts": a sentence that counts patches
  if (/\(\d{1,2}\)\s+[a-z]{3}/.test(line.text)) return null
  // a remark behind the numbers says nothing of them: "7.6    (configured as above)"
  const all = splitRow(line.text.replace(/\s{2,}\([^()\d]{1,80}\)\s*$/, ''))
  const items = all[0]?.kind === 'empty' ? all.slice(1) : all
  let first = items.findIndex((item) => item.kind !== 'text')
  if (first < 1) return null
  const counter = items[first]
  if (counter?.number && items.length > first + 1 && /^\s?:/.test(line.text.slice(counter.end))) first += 1 // "+patch 2: 31"
  if (items[first]?.kind === 'text' && /^\W+$/.test(items[first]?.text ?? '')) first += 1
  const lead = items.slice(0, first)
  const name = lead
    .map((item) => item.text)
    .join(' ')
    .replace(/^[-*•#\d.)\s]+(?=[A-Za-z])/, '')
    .trim()
  const words = name.split(/\s+/)
  if (words.length > 7 || verb.test(name) || /[.,;]\s/.test(name)) return null
  const sideName = lead[0]?.text ?? ''
  const side = sideOf(sideName) ?? (lead.length > 1 ? sideOf(name) : null) ?? sideOfVersion(sideName)
  if (side !== 'before' && side !== 'after' && side !== 'change') return null
  const values = items
    .slice(first)
    .filter((item) => item.kind === 'value' || item.kind === 'change' || item.kind === 'empty')
  if (values.length === 0) return null
  foldChanges(values)
  if (side !== 'change' && values[0]?.kind !== 'value' && !(values[0]?.number?.is === 'percent')) return null
  const trailing = items.slice(first).filter((item) => item.kind === 'text')
  if (trailing.some((item) => item.text.split(/\s+/).length > 5) || trailing.length > values.length + 2) return null
  const said = values.length === 1 ? (trailing[0]?.text ?? null) : null
  const tail =
    said !== null && /\b(?:noise|noisy|same|significant\w*|regression|better|worse)\b/i.test(said) ? null : said
  // "avg 1.31s, max 1.52s": what stands right before a value names it
  const names = values.map((value, index) => {
    const before = items[items.indexOf(value) - 1]
    return index === 0 || before?.kind !== 'text' ? null : before.text.replace(/^[\s,;:]+|[\s,;:=]+$/g, '') || null
  })
  return { block, at, order, line, side, name, rest: restOf(name, lead), values, tail, names }
}

/** "9536374 +5.6%  8314710 +4.3%": a change behind each value is that value's. */
function foldChanges(values: RowItem[]): void {
  if (values.length < 4 || values.length % 2 === 1) return
  const isAlternating = values.every((item, at) =>
    at % 2 === 0
      ? item.kind === 'value' && item.change === null
      : item.kind === 'change' && item.number?.sign !== '' && item.start - (values[at - 1]?.end ?? 0) <= 2,
  )
  if (!isAlternating) return
  for (let at = values.length - 2; at >= 0; at -= 2) {
    const [value, change] = values.splice(at, 2)
    if (value) values.splice(at, 0, { ...value, change: change?.number ?? null })
  }
}

function restOf(name: string, lead: RowItem[]): string | null {
  const more = lead
    .slice(1)
    .map((item) => item.text)
    .join(' ')
  const bare = name.replace(/\([^)]*\)/g, ' ').replace(/\bv?\d+\.\d+[\w.+-]*/g, ' ')
  const left = withoutSideWords(more) ?? withoutSideWords(bare.replace(/[:=]/g, ' '))
  const side = left === null ? null : sideOf(left)
  if (left === null) {
    // "before: avg 6.1 us, max 188 us": what withoutSideWords takes for a side's own
    const statistic = /^\S+?[:=]?\s+(avg|average|mean|median|min|max|p\d{2,3})[:=]?$/i.exec(name)
    if (statistic?.[1]) return statistic[1]
  }
  return side === 'before' || side === 'after' ? null : left
}

function figureOf(row: SideRow, item: RowItem): Figure | null {
  if (!item.number) return null
  return {
    value: item.number.value,
    printed: item.number.printed,
    unit: item.unit,
    span: { line: row.line, start: item.number.start, end: item.number.end },
  }
}

/** The short last line of the paragraph above, where it ends in a colon: "One process:". */
function headingAbove(blocks: TextBlock[], row: SideRow, taken: Set<TextLine>): TextLine | null {
  const block = row.block.lines[0] === row.line ? blocks[row.block.index - 1] : undefined
  const last = block?.lines[block.lines.length - 1]
  if (!block || !last || taken.has(last) || block.depth !== row.block.depth || block.part !== row.block.part)
    return null
  const words = last.text.trim().split(/\s+/).length
  const isFirst = block.lines.length === 1
  return isFirst && /[a-z][^.]*:\s*$/i.test(last.text) && words <= 8 && !introduction.test(last.text) ? last : null
}

/** A caption in brackets that is the paragraph above: `[60 threads, tmpfs]`. */
function bracketAbove(blocks: TextBlock[], row: SideRow): TextLine | null {
  const block = row.block.lines[0] === row.line ? blocks[row.block.index - 1] : undefined
  const first = block?.lines[0]
  if (!block || !first || block.lines.length > 4 || block.depth !== row.block.depth) return null
  const isCaption = /^\s*\[\D/.test(first.text) && /\]\s*:?$/.test(block.lines[block.lines.length - 1]?.text ?? '')
  return isCaption ? first : null
}

/** The line that heads a section of groups ("hackbench on ICL:" below a rule): short, above the group's own title or the group. */
function sectionOf(row: SideRow, title: TextLine | null, taken: Set<TextLine>): TextLine | null {
  for (let at = row.at - 1; at >= 0 && at >= row.at - 4; at--) {
    const line = row.block.lines[at]
    if (!line || line === title || /^[\s|+=_\-–.*]+$/.test(line.text)) continue
    if (taken.has(line) || splitHeader(line.text).length > 2 || !/[a-z]/i.test(line.text)) return null
    return line.text.trim().split(/\s+/).length <= 8 && !/[.;]$/.test(line.text) ? line : null
  }
  return null
}

/** The short line above a group of side rows that names what they are of ("75%", "16 threads:"). */
function titleOf(row: SideRow, taken: Set<TextLine>): TextLine | null {
  for (let at = row.at - 1; at >= 0 && at >= row.at - 3; at--) {
    const line = row.block.lines[at]
    if (!line || /^[\s|+=_\-–.*]+$/.test(line.text)) continue
    if (taken.has(line)) return null
    if (splitHeader(line.text).length > 2 && !/[:]\s*$/.test(line.text)) continue
    return line.text.trim().split(/\s+/).length <= 10 ? line : null
  }
  return null
}

function findingOf(
  before: SideRow,
  after: SideRow,
  change: SideRow | null,
  index: number,
  header: ReturnType<typeof headerOf>,
  title: TextLine | null,
): Finding | null {
  const one = before.values[index]
  const two = after.values[index]
  if (!one?.number || !two?.number) return null
  const finding = emptyFinding(before.block, 'pair')
  finding.before = figureOf(before, one)
  finding.after = figureOf(after, two)
  const changeNumber = two.change ?? change?.values[index]?.number ?? null
  const following = after.values[index + 1]
  const loose =
    changeNumber === null && after.values.length > before.values.length && following?.kind === 'change'
      ? following.number
      : null
  const stated = changeNumber ?? loose
  if (stated) {
    const row = two.change || loose ? after : (change ?? after)
    finding.change = {
      value: stated.value,
      printed: stated.printed,
      unit: null,
      span: { line: row.line, start: stated.start, end: stated.end },
    }
    if (stated.is === 'multiple') finding.changeIs = 'multiple'
    if (stated.is === 'plain') finding.changeIs = 'absolute'
  }
  finding.unit = two.unit ?? one.unit ?? (one.number.is === 'percent' ? '%' : null)
  if (one.stddev !== null || two.stddev !== null) {
    const percent = (item: RowItem) =>
      item.stddev === null || !item.number
        ? null
        : item.stddevIsPercent
          ? item.stddev
          : item.number.value === 0
            ? null
            : (item.stddev / Math.abs(item.number.value)) * 100
    finding.stddev = { before: percent(one), after: percent(two) }
  }
  const cell = header[index]
  if (cell) {
    // "MEAN | MEDIAN": which figure of the runs, not what was measured
    const isStatistic = /^(?:[agh]?mean|median|average)$/i.test(cell.text)
    if (isStatistic) finding.variant = cell.text
    else finding.metric = cell.text
    finding.labels.push({ line: cell.line, start: cell.start, end: cell.end })
  }
  const own = after.names[index] ?? null
  if (own !== null) finding.test = own
  else if (after.rest !== null) finding.test = after.rest
  if (after.tail !== null && finding.metric === null) finding.metric = after.tail
  if (title) {
    const text = title.text.trim().replace(/^\[\s*|[\],:\s]+$/g, '')
    finding.variant = [text, finding.variant].filter((part) => part !== null).join(', ')
    const start = title.text.indexOf(text)
    finding.labels.push({ line: title, start, end: start + text.length })
  }
  return finding
}

/** "gain  0.1%  0.4%" below "threads  1  2", with no rows of the sides above it: a result for each column. */
function changeRow(row: SideRow, taken: Set<TextLine>): Finding[] {
  if (row.values.length < 2 || !row.values.every((value) => value.number?.is === 'percent')) return []
  const header = headerOf(row, row.values.length)
  const line = header[0]?.line
  if (header.length !== row.values.length || !line || taken.has(line)) return []
  if (row.block.lines[row.at - 1] !== line || /^\s*(?:std|stddev|cv)/i.test(line.text)) return []
  const lead = line.text.slice(0, header[0]?.start ?? 0).trim()
  taken.add(row.line)
  taken.add(line)
  return row.values.flatMap((value, at) => {
    const [number, cell] = [value.number, header[at]]
    if (!number || !cell) return []
    const finding = emptyFinding(row.block, 'table')
    const span = { line: row.line, start: number.start, end: number.end }
    finding.change = { value: number.value, printed: number.printed, unit: null, span }
    finding.test = [lead, cell.text].filter((text) => text !== '').join(' ')
    finding.labels.push({ line, start: cell.start, end: cell.end })
    return [finding]
  })
}

/** "rq_lock%  1.32%" beside columns of other units: a share of a profile. */
function isShareColumn(before: SideRow, index: number, heading: string | undefined): boolean {
  const shares = before.values.filter((value) => value.number?.is === 'percent').length
  const isShare = before.values[index]?.number?.is === 'percent' && before.values[index]?.number?.sign === ''
  return isShare && shares >= 2 && shares < before.values.length && /\w_\w+%$/.test(heading ?? '')
}

/** Bytes moved and seconds taken beside the rate they make ("143 GBytes  40.9 Gbits/sec"), a fixed run time beside what was measured. */
function isInputOf(before: SideRow, after: SideRow, index: number): boolean {
  const value = before.values[index]
  const others = before.values.filter((_, at) => at !== index)
  if (isInputUnit(value?.unit ?? null) && others.some((other) => isRateUnit(other.unit))) return true
  const behind = value ? before.line.text.slice(value.end, value.end + 14) : ''
  if (others.length > 0 && /^\s(?:clients|procs|threads|tasks|processes|cpus|conns|connections|flows)\b/.test(behind))
    return true
  const isSame = value?.number != null && value.number.value === after.values[index]?.number?.value
  if (isSame && isInputUnit(value.unit) && /\bin$/.test(after.names[index] ?? '')) return true // "402 ops in 10.00s"
  return isSame && /\b(?:secs?|seconds|time|runtime|duration)\b/i.test(after.names[index] ?? '') && others.length > 0
}

function addSection(finding: Finding, line: TextLine): void {
  const text = line.text
    .trim()
    .replace(/\([^)]*\)/g, '')
    .replace(/[:\s]+$/, '')
  if (text === '' || finding.variant?.includes(text)) return
  finding.test ??= text
  if (finding.test !== text) finding.variant = [text, finding.variant].filter((x) => x !== null).join(', ')
  const start = line.text.indexOf(text)
  if (start >= 0) finding.labels.push({ line, start, end: start + text.length })
}

/** "6.4" then "6.4+padding", "base" then "v2": the second names the patched side though no word says so. */
function isNewerVersion(first: SideRow, row: SideRow): boolean {
  if (first.side !== 'before' || row.side !== 'before' || first.name === row.name) return false
  const one = first.name.replace(/[\s:]+$/, '')
  const two = row.name.replace(/[\s:]+$/, '')
  return isVersionName(two) && (!isVersionName(one) || two.startsWith(`${one}+`) || two.startsWith(`${one}-`))
}

/**
 * Pairs of lines that begin with the sides' names ("Without (6.0-rc1) 10482.7 Mbps", "base: 42382 ± 19.8%"), with a
 * header or a title above them or none. Lines that `taken` holds are left; the lines used are added to it.
 */
export function findSideRows(blocks: TextBlock[], taken: Set<TextLine>): Finding[] {
  const rows: SideRow[] = []
  let order = 0
  for (const block of blocks)
    for (let at = 0; at < block.lines.length; at++, order++) {
      const line = block.lines[at]
      if (!line || taken.has(line)) continue
      const row = parseSideRow(block, at, order)
      if (row) rows.push(row)
    }
  const findings: Finding[] = []
  let section: { line: TextLine; block: number; depth: number } | null = null
  for (let at = 0; at < rows.length; at++) {
    const first = rows[at]
    if (first?.side === 'change' && !taken.has(first.line)) findings.push(...changeRow(first, taken))
    if (!first || first.side === 'change' || taken.has(first.line)) continue
    const group: SideRow[] = [first]
    for (let next = at + 1; next < rows.length && group.length < 12; next++) {
      const row = rows[next]
      const last = group[group.length - 1]
      if (
        !row ||
        !last ||
        row.order - last.order > 6 ||
        row.block.depth !== first.block.depth ||
        row.block.part !== first.block.part
      )
        break
      if (isNewerVersion(first, row)) row.side = 'after'
      // "v4.16-rc2+" above "this patch": a kernel built from a changed tree is the base here
      if (at + 1 === next && first.side === 'after' && row.side === 'after' && isVersionName(first.name))
        if (!isVersionName(row.name)) first.side = 'before'
      if (row.side === first.side && (first.side === 'before' || group.some((g) => g.side !== first.side))) break
      group.push(row)
    }
    const before = group.find((row) => row.side === 'before') ?? null
    const afters = group.filter((row) => row.side === 'after')
    if (!before || afters.length === 0) continue
    const last = afters.length === 1 ? afters[0] : undefined
    const nameless = last ? namelessChanges(before, last) : null
    const change = group.find((row) => row.side === 'change') ?? nameless
    const title = titleOf(first, taken) ?? bracketAbove(blocks, first) ?? headingAbove(blocks, first, taken)
    const own = sectionOf(first, title, taken)
    const isNext = section !== null && first.block.index - section.block <= 1 && first.block.depth === section.depth
    if (own) section = { line: own, block: first.block.index, depth: first.block.depth }
    else if (section && isNext && title) section.block = first.block.index
    else section = null
    const found: Finding[] = []
    for (const after of afters) {
      const count = Math.min(before.values.length, after.values.length)
      const header = headerOf(first, before.values.length)
      const named = header.map((cell) => sideOf(cell.text))
      // the columns are the sides, the rows are tests; or moments of a run, where the rows speak of the patch
      if (named.includes('before') && named.includes('after') && !areMoments(header, before, after)) continue
      for (let index = 0; index < count; index++) {
        const heading = header[index]?.text
        if (heading !== undefined && /^(?:stddev|ignore|runs|unit|change)$/.test(sideOf(heading) ?? '')) continue
        if (isInputOf(before, after, index) || isShareColumn(before, index, heading)) continue
        const finding = findingOf(before, after, change, index, header, title)
        if (!finding) continue
        if (section) addSection(finding, section.line)
        if (afters.length > 1) finding.variant = [finding.variant, after.name].filter((x) => x !== null).join(', ')
        found.push(finding)
      }
    }
    if (found.length === 0) continue
    findings.push(...found)
    for (const row of group) taken.add(row.line)
    if (nameless) taken.add(nameless.line)
  }
  return findings
}
