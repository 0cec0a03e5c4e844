import type { Benchmark } from '../model/benchmark.ts'
import type { CaseRecord } from '../model/case.ts'
import type { Source } from '../model/source.ts'
import type { C2c, StructLayout } from '../model/struct-layout.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { formatDate, listed, numberWord, signed, withMinus } from './format-number.ts'
import { code, esc } from './markup.ts'
import { countStartsTogether } from './phase-pairs.ts'
import { renderOrigin, renderSources, renderStated } from './source-link.ts'

/** What a story asks for: a name, and where the record holds several values of it, which one. */
export type FactQuery = {
  name: string
  test?: string | undefined
  variant?: string | undefined
  metric?: string | undefined
  counter?: string | undefined
  struct?: string | undefined
  member?: string | undefined
  /** A second member, where a fact is of two. */
  other?: string | undefined
  side?: 'before' | 'after' | undefined
  value?: string | undefined
}

type Finder = (query: FactQuery, record: CaseRecord, thread: ThreadFile | null) => string | null | undefined

const withSources = (text: string, sources: readonly Source[], thread: ThreadFile | null): string => {
  const links = renderSources(sources, thread)
  return links === '' ? text : `${text} ${links}`
}

/** A test goes by its whole name or by what stands behind the suite's: `utime` finds `stress-ng.utime`. */
const isTest = (asked: string | undefined, test: string | null): boolean =>
  asked === undefined || test === asked || (test?.endsWith(`.${asked}`) ?? false)

const printedNumber = (printed: string | null, value: number | null): string | null =>
  value === null ? null : esc(withMinus(printed ?? String(value)))

const percentWords = (result: Benchmark): string | null =>
  result.changePercent === null ? null : `${esc(signed(result.changePercent, result.printed.change))}%`

const intervalWords = ({ ci95 }: Benchmark): string | null =>
  ci95 && `${esc(signed(ci95.low))} to ${esc(signed(ci95.high))}%`

const resultValues: Record<string, (result: Benchmark) => string | null> = {
  before: (result) => printedNumber(result.printed.before, result.before),
  after: (result) => printedNumber(result.printed.after, result.after),
  change: percentWords,
  interval: intervalWords,
  statistic: ({ ci95 }) => (ci95?.of ? esc(ci95.of) : null),
  pairs: ({ ci95 }) => (ci95?.pairs ? numberWord(ci95.pairs) : null),
  runs: ({ runs }) => (runs === null ? null : numberWord(runs)),
  threads: ({ threads }) => (threads === null ? null : numberWord(threads)),
  metric: ({ metric }) => (metric === null ? null : esc(metric)),
}

/** Sources of one value of a result: those whose quote holds it, else those of its kind. */
function sourcesOf(result: Benchmark, value: string): Source[] {
  const says = value === 'runs' || value === 'threads' ? 'runs' : 'value'
  const kind = result.sources.filter((source) => source.says === says)
  const printed = result.printed[value === 'before' || value === 'after' ? value : 'change']
  const wanted = value === 'interval' || value === 'pairs' ? String(result.ci95?.low ?? '') : printed
  const holding = kind.filter(({ quote }) => says === 'value' && wanted && quote.includes(wanted))
  return holding.length > 0 ? holding.slice(0, 1) : kind.slice(0, 1)
}

const findResult: Finder = (query, record, thread) => {
  const result = record.benchmarks.find(
    (each) =>
      isTest(query.test, each.test) &&
      (query.variant === undefined || each.variant === query.variant) &&
      (query.metric === undefined || each.metric === query.metric),
  )
  const value = query.value ?? 'change'
  const text = result && resultValues[value]?.(result)
  // The name of a statistic has no place of its own in the record.
  return text && withSources(text, value === 'statistic' ? [] : sourcesOf(result, value), thread)
}

const findCounter: Finder = (query, record, thread) => {
  const isMeant = (each: C2c): boolean =>
    isTest(query.test, each.test) && (query.counter === undefined || each.counter === query.counter)
  const counter = record.c2c.find(isMeant)
  if (!counter) return null
  if (query.value === 'runs') return counter.runs === null ? null : numberWord(counter.runs)
  const value = counter[query.side ?? 'before']
  return value === null ? null : withSources(String(value), counter.sources, thread)
}

/** Sources whose quote holds the number as a word of its own, else all. */
function statingSources(value: number, sources: readonly Source[]): readonly Source[] {
  const holding = sources.filter(({ quote }) => new RegExp(`(?<![\\d.])${value}(?![\\d])`).test(quote))
  return holding.length > 0 ? holding.slice(0, 1) : sources
}

const layoutOf = (query: FactQuery, record: CaseRecord): StructLayout | undefined =>
  record.layouts.find((each) => query.struct === undefined || each.struct === query.struct)

const findOffset: Finder = (query, record, thread) => {
  const side = query.side ?? 'before'
  const member = layoutOf(query, record)?.members.find((each) => each.name === query.member)
  const offset = member?.offsetBytes[side]
  if (!member || offset === null || offset === undefined) return null
  // A side that is worked out is no statement of the mail: no line is named for it.
  return member.inferred[side]
    ? String(offset)
    : withSources(String(offset), statingSources(offset, member.sources), thread)
}

const findSize: Finder = (query, record, thread) => {
  const layout = layoutOf(query, record)
  const size = layout?.sizeBytes[query.side ?? 'before']
  if (!layout || size === null || size === undefined) return null
  return withSources(String(size), statingSources(size, layout.sizeSources), thread)
}

/** The starts that objects can have within a line: worked out, so they carry no line of the mail. */
const findPhases: Finder = (query, record) => {
  const base = layoutOf(query, record)?.base
  const starts = query.side === 'after' ? base?.phasesAfter : base?.phasesBefore
  if (!starts || starts.length === 0) return null
  return query.value === 'count' ? numberWord(starts.length) : listed(starts.map(String))
}

/** For how many of the starts two members begin on one line: worked out, like the starts. */
const findTogether: Finder = (query, record) => {
  const layout = layoutOf(query, record)
  const { member, other } = query
  const starts = layout && member && other ? countStartsTogether(layout, member, other) : null
  return starts === null ? null : numberWord(starts)
}

/** How many objects of the struct's size fit into `value` bytes of a slab: worked out, before or after. */
const findPerSlab: Finder = (query, record) => {
  const size = layoutOf(query, record)?.sizeBytes[query.side ?? 'before']
  const slabBytes = Number(query.value)
  return size && slabBytes > 0 ? numberWord(Math.floor(slabBytes / size)) : null
}

/** What is left over of `value` bytes of a slab packed with the struct: worked out, before or after. */
const findSlabLeft: Finder = (query, record) => {
  const size = layoutOf(query, record)?.sizeBytes[query.side ?? 'before']
  const slabBytes = Number(query.value)
  return size && slabBytes > 0 ? String(slabBytes % size) : null
}

const findCost: Finder = ({ value }, { cost }, thread) => {
  if (!cost) return null
  const number = value === 'bytes' ? cost.bytesPerObject : value === 'percent' ? cost.percent : undefined
  if (number === null) return null
  const text = number === undefined ? esc(cost.text) : `${number}${value === 'percent' ? '%' : ''}`
  return `${text} ${renderOrigin(cost.from, cost.sources, thread)}`
}

/** The headline of the first robot report, or another value of that report. */
const findRobot: Finder = ({ value }, { reports }, thread) => {
  const report = reports[0]
  if (!report) return null
  if (value === 'machine') return report.machine && esc(report.machine)
  if (value === 'parent') return report.parent && code(report.parent.slice(0, 12))
  const { headline } = report
  if (!headline) return null
  if (value === 'metric') return code(headline.metric.split('.').at(-1) ?? headline.metric)
  if (value === 'word') return headline.word
  return withSources(`${esc(signed(headline.changePercent))}%`, headline.sources, thread)
}

/** How many results read as `value`; without a value how many results there are. Rows that a robot lists do not count. */
const countResults: Finder = ({ value, variant }, { benchmarks }) => {
  const own = benchmarks.filter((each) => each.by !== 'robot' && (variant === undefined || each.variant === variant))
  return numberWord(value === undefined ? own.length : own.filter(({ verdict }) => verdict === value).length)
}

const finders: Record<string, Finder> = {
  kind: (_, { kind }, thread) => renderStated(kind, thread, esc),
  technique: (_, { technique }, thread) => renderStated(technique, thread, esc),
  outcome: (_, { outcome }, thread) => renderStated(outcome, thread, esc),
  kernel: (_, { kernel }, thread) => kernel && renderStated(kernel, thread, esc),
  base: (_, { baseCommit }, thread) => baseCommit && renderStated(baseCommit, thread, (sha) => code(sha.slice(0, 12))),
  commit: (_, { commit }) => commit && code(commit.sha.slice(0, 12)),
  previous: (_, { previousVersion }, thread) =>
    previousVersion && renderStated(previousVersion, thread, (id) => code(id.split('@')[0] ?? id)),
  authored: (_, { authored }, thread) => authored && renderStated(authored, thread, (date) => esc(formatDate(date))),
  posted: (_, { posted }) => posted && esc(formatDate(posted.value)),
  machine: (_, { machines }, thread) =>
    machines[0] && `${esc(machines[0].text)} ${renderOrigin(machines[0].from, machines[0].sources, thread)}`,
  cpus: (_, { machines }, thread) =>
    machines[0]?.cpus
      ? `${machines[0].cpus} ${renderOrigin(machines[0].from, machines[0].sources, thread)}`
      : undefined,
  line: (query, record) => layoutOf(query, record)?.cachelineBytes.toString(),
  cost: findCost,
  result: findResult,
  results: countResults,
  hitm: findCounter,
  offset: findOffset,
  size: findSize,
  phases: findPhases,
  together: findTogether,
  'per-slab': findPerSlab,
  'slab-left': findSlabLeft,
  robot: findRobot,
}

/** Names that `<Fact>` knows. */
export const factNames: readonly string[] = Object.keys(finders)

/** One value of the record with its source, as markup; null for an unknown name or a value that is not stated. */
export function renderFact(query: FactQuery, record: CaseRecord, thread: ThreadFile | null): string | null {
  return finders[query.name]?.(query, record, thread) || null
}

/** What a record holds of the fact that was asked for, for the message of a reference that does not resolve. */
export function knownFacts({ name }: FactQuery, record: CaseRecord): string[] {
  if (name === 'result')
    return record.benchmarks.map(({ test, variant }) => [test, variant].filter((part) => part).join(' / '))
  if (name === 'hitm') return record.c2c.map(({ test, counter }) => `${counter} of ${test ?? 'a test not named'}`)
  if (name === 'offset')
    return record.layouts.flatMap(({ struct, members }) => members.map((member) => `${struct}.${member.name}`))
  return name in finders ? [`no ${name}`] : [...factNames]
}
