import type { Message } from '../model/message.ts'
import { type Figure, type Finding, sourceOfSpan } from './finding.ts'

const unitScale: Record<string, [string, number]> = {
  ns: ['s', 1e-9],
  nsec: ['s', 1e-9],
  nsecs: ['s', 1e-9],
  nanoseconds: ['s', 1e-9],
  us: ['s', 1e-6],
  usec: ['s', 1e-6],
  usecs: ['s', 1e-6],
  µs: ['s', 1e-6],
  microseconds: ['s', 1e-6],
  ms: ['s', 1e-3],
  msec: ['s', 1e-3],
  msecs: ['s', 1e-3],
  milliseconds: ['s', 1e-3],
  s: ['s', 1],
  sec: ['s', 1],
  secs: ['s', 1],
  second: ['s', 1],
  seconds: ['s', 1],
  min: ['s', 60],
  minutes: ['s', 60],
  Kbps: ['bps', 1e3],
  Mbps: ['bps', 1e6],
  Gbps: ['bps', 1e9],
  'Gbit/s': ['bps', 1e9],
  'Mbit/s': ['bps', 1e6],
  'KB/s': ['B/s', 1e3],
  'MB/s': ['B/s', 1e6],
  'GB/s': ['B/s', 1e9],
  'MB/sec': ['B/s', 1e6],
  Mpps: ['pps', 1e6],
  Kpps: ['pps', 1e3],
  pps: ['pps', 1],
}

function scaled(figure: Figure, unit: string | null): { value: number; unit: string | null } {
  const scale = unitScale[figure.unit ?? unit ?? '']
  return scale ? { value: figure.value * scale[1], unit: scale[0] } : { value: figure.value, unit: null }
}

/** What the last printed place leaves open, as a share of the value. */
function rounding(figure: Figure): number {
  const digits = /\d[\d,]*(?:\.\d+)?/.exec(figure.printed)?.[0] ?? ''
  const decimals = digits.includes('.')
    ? digits.length - digits.indexOf('.') - 1
    : -(/0*$/.exec(digits)?.[0].length ?? 0)
  const share = decimals > 0 ? 0.999 : 0.5 // decimals are cut as often as they are rounded
  return figure.value === 0 ? 0 : Math.abs((share * 10 ** -decimals) / figure.value)
}

/** Whether two figures print one value, one of them perhaps rounded or in another unit. */
function sameFigure(
  one: Figure | null,
  two: Figure | null,
  unitOne: string | null,
  unitTwo: string | null,
  isLoose: boolean,
): boolean {
  if (!one || !two) return false
  if (one.value === two.value) return true
  if (!isLoose) return false
  const a = scaled(one, unitOne)
  const b = scaled(two, unitTwo)
  if (a.unit !== b.unit || a.value === 0 || b.value === 0) return false
  const tolerance = Math.max(Math.min(rounding(one), 0.15), Math.min(rounding(two), 0.15), 1e-9)
  return Math.abs(a.value - b.value) <= tolerance * Math.max(Math.abs(a.value), Math.abs(b.value))
}

/** The change from a finding's own numbers, in per cent; null on a zero base. */
export function computedChange(finding: Finding): number | null {
  const { before, after } = finding
  if (!before || !after || before.value === 0) return null
  return ((after.value - before.value) / Math.abs(before.value)) * 100
}

function words(...texts: (string | null)[]): Set<string> {
  const text = texts
    .filter((x) => x !== null)
    .join(' ')
    .toLowerCase()
  return new Set(
    text
      .match(/[a-z0-9]+/g)
      ?.filter(
        (word) =>
          word.length > 2 &&
          !/^(?:the|and|for|with|test|tests|patch|throughput|improvement|average|mean|improved|benchmark)$/.test(word),
      ),
  )
}

/** How many words of a table row's names a prose finding has. */
function sharedNames(prose: Finding, row: Finding): number {
  const own = words(prose.test, prose.variant)
  let shared = 0
  for (const word of words(row.test, row.variant)) if (own.has(word)) shared++
  return shared
}

/** Whether a change told in prose is the one of a finding with numbers. */
function tellsChange(prose: Finding, row: Finding): boolean {
  if (prose.before || prose.after || !prose.change) return false
  if (prose.changeIs === 'multiple') {
    const { before, after } = row
    if (!before || !after || before.value === 0 || after.value === 0) return false
    const ratio = Math.max(Math.abs(after.value / before.value), Math.abs(before.value / after.value))
    return Math.abs(ratio - prose.change.value) <= Math.max(0.06, ratio * (prose.change.value >= 10 ? 0.06 : 0.1))
  }
  const value = prose.change.value
  const isRough = prose.precision !== 'exact'
  for (const own of [row.change && row.changeIs === 'percent' ? row.change.value : null, computedChange(row)]) {
    if (own === null || !Number.isFinite(own)) continue
    const step = Math.max(rounding(prose.change) * Math.abs(value), 1e-6)
    const least = Math.max(
      step * (isRough ? 1 : 0.51),
      isRough ? Math.abs(own) * 0.06 : 0,
      Number.isInteger(value) ? 0.6 : 0,
    )
    if (Math.abs(Math.abs(own) - Math.abs(value)) <= least) return true
  }
  return false
}

function addSources(message: Message, to: Finding, from: Finding): void {
  for (const figure of [from.before, from.after, from.change])
    if (figure) to.also.push(sourceOfSpan(message, from.block, figure.span, 'value'))
  if (to.metric === null) to.metric = from.metric
  if (to.test === null && from.test !== null) to.test = from.test
  if (
    to.before &&
    to.change === null &&
    from.change &&
    from.changeIs === 'percent' &&
    Number.isFinite(from.change.value) &&
    from.precision === 'exact'
  ) {
    to.change = from.change
    to.changeIs = 'percent'
  }
}

function samePair(one: Finding, two: Finding): boolean {
  const isLoose = one.form !== two.form || one.block !== two.block
  if (!one.before || !two.before) return false
  const sameChange = one.form === 'prose' || two.form === 'prose'
  return (
    sameFigure(one.before, two.before, one.unit, two.unit, isLoose && sameChange) &&
    sameFigure(one.after, two.after, one.unit, two.unit, isLoose && sameChange)
  )
}

/** A result told twice with different numbers: the first stands. */
export type Dispute = { kept: Finding; other: Finding }

/**
 * One finding for each result: a pair or a change told again becomes a further source of the first. Results of
 * tables stay apart where their names differ, even where numbers agree.
 */
export function joinSameResults(message: Message, findings: Finding[]): { kept: Finding[]; disputes: Dispute[] } {
  const disputes: Dispute[] = []
  const strong = findings.filter((finding) => finding.form !== 'prose')
  const prose = findings.filter((finding) => finding.form === 'prose')
  const kept: Finding[] = joinRestatedRows(message, strong)
  for (const finding of prose.filter((one) => one.before && one.after)) {
    const same = kept.slice(0, 2000).find((other) => samePair(finding, other))
    const disputed = same ? undefined : kept.slice(0, 2000).find((other) => isDisputed(other, finding))
    if (same) addSources(message, same, finding)
    else if (disputed) disputes.push({ kept: disputed, other: finding })
    else kept.push(finding)
  }
  const pairs = kept.slice(0, 2000)
  for (const finding of prose.filter((one) => !(one.before && one.after))) {
    const fits = pairs.filter((row) => row.block.depth === finding.block.depth && tellsChange(finding, row))
    fits.sort((a, b) => sharedNames(finding, b) - sharedNames(finding, a))
    const again =
      fits[0] ?? kept.find((other) => other.form === 'prose' && !other.before && isSameChange(other, finding))
    if (again) addSources(message, again, finding)
    else kept.push(finding)
  }
  return { kept, disputes }
}

/** "push   -7.05%" once more under "the ones that matter are": a change of one name, the same to its decimals, in a later block. */
function joinRestatedRows(message: Message, rows: Finding[]): Finding[] {
  const firsts = new Map<string, Finding>()
  return rows.filter((row) => {
    const isBare = row.change && !row.before && !row.after && row.variant === null && row.caption === null
    if (!isBare || row.form !== 'table' || row.test === null || !/\.\d/.test(row.change?.printed ?? '')) return true
    const key = `${row.block.depth} ${row.change?.printed} ${row.test}`
    const first = firsts.get(key)
    if (!first) firsts.set(key, row)
    if (!first || first.block === row.block) return true
    addSources(message, first, row)
    return false
  })
}

/** A retelling of a table's row that begins at the same number and ends at another one near it. */
function isDisputed(row: Finding, prose: Finding): boolean {
  if (row.form === 'prose' || !row.before || !row.after || !prose.before || !prose.after) return false
  if (row.before.value !== prose.before.value || row.block.depth !== prose.block.depth) return false
  const isNear = Math.abs(row.after.value - prose.after.value) <= 0.2 * Math.abs(row.after.value)
  return isNear && (sharedNames(prose, row) > 0 || prose.test === row.test)
}

function isSameChange(one: Finding, two: Finding): boolean {
  if (one.changeIs !== two.changeIs || !one.change || !two.change || one.block.depth !== two.block.depth) return false
  if (one.precision === 'no-change' && two.precision === 'no-change') return true
  if (one.change.value !== two.change.value) return false
  const a = words(one.test)
  const b = words(two.test)
  if (a.size === 0 || b.size === 0) return true
  for (const word of a) if (b.has(word)) return true
  return one.block.index !== two.block.index && one.precision === two.precision && one.metric === two.metric
}
