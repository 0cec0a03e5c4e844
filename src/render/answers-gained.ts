import type { Benchmark } from '../model/benchmark.ts'
import type { CaseRecord } from '../model/case.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { counted, listed, numberWord, signed } from './format-number.ts'
import { esc } from './markup.ts'
import { isOpenChange, oddDirection } from './odd-direction.ts'
import { groupResults, type ResultsFigure } from './results-group.ts'
import { changeWords, intervalWords, testName } from './results-table.ts'
import { renderOrigin, renderSources } from './source-link.ts'

const notStated = '<span class="quiet">Not stated.</span>'
const MOST_NAMED = 3
/** The line of a value and the one of its interval: the table below has them all. */
const MOST_SOURCES = 2
const MOST_VARIANTS = 4

const bold = (words: string): string => `<b class="b">${esc(words)}</b>`
const sourcesOf = (rows: readonly Benchmark[]) =>
  rows.flatMap(({ sources }) => sources.filter(({ says }) => says === 'value'))

function origin(rows: readonly Benchmark[], thread: ThreadFile | null): string {
  const first = rows[0]
  if (!first) return ''
  const own = sourcesOf(rows)
  return renderOrigin(first.from, own.length > 0 ? own : first.sources, thread, undefined, MOST_SOURCES)
}

const nameOf = (row: Benchmark): string => testName(row) ?? 'a test not named'

/** A figure whose rows go by their metric: one test, measured in several ways. */
type NamedFigure = ResultsFigure & { isNamedByMetric?: boolean }

/** The metric, with its direction where it is not the usual one. */
const metricWords = ({
  metric,
  unit,
  higherIsBetter,
  positiveIsBetter,
  variants,
  isNamedByMetric,
}: NamedFigure): string => {
  const what = isNamedByMetric ? null : (metric ?? unit)
  const odd = oddDirection(
    positiveIsBetter ? null : metric,
    higherIsBetter,
    variants.flatMap(({ rows }) => rows.map(({ note }) => note)),
  )
  const direction = odd
    ? ` (${esc(odd)})`
    : higherIsBetter === false
      ? ' (lower is better)'
      : higherIsBetter === null && variants.some(({ rows }) => rows.some(isOpenChange))
        ? ' (better side not stated)'
        : ''
  return what ? ` ${esc(what)}${direction}` : direction
}

/** "+2.05% to +9.60%" of many claims with its tests counted, or each result where there are few. */
function claimWords(rows: Benchmark[], figure: NamedFigure, thread: ThreadFile | null): string {
  const exact = rows.filter(({ changePercent, precision }) => changePercent !== null && precision === 'exact')
  if (exact.length > MOST_NAMED && exact.length === rows.length) {
    const sorted = [...rows].sort((one, other) => (one.changePercent ?? 0) - (other.changePercent ?? 0))
    const [low, high] = [sorted[0], sorted.at(-1)]
    const tests = new Set(rows.map(nameOf))
    const where =
      tests.size === 1
        ? `${[...tests].map(esc)}, ${numberWord(rows.length)} results`
        : `${numberWord(tests.size)} ${figure.suite ? `${esc(figure.suite)} ` : ''}tests`
    if (low && high)
      return `${bold(`${changeWords(low)} to ${changeWords(high)}`)}${metricWords(figure)} in ${where} ${origin([low, high], thread)}`
  }
  const named = rows
    .slice(0, MOST_NAMED)
    .map(
      (row) =>
        `${bold(`${nameOf(row)} ${changeWords(row) ?? `${row.before} → ${row.after}`}`)} ${origin([row], thread)}`,
    )
  const more = rows.length > MOST_NAMED ? [`${rows.length - MOST_NAMED} more`] : []
  return `${listed([...named, ...more])}${metricWords(figure)}`
}

/** Results whose interval excludes no change, each with its interval. */
function sureWords(rows: Benchmark[], thread: ThreadFile | null): string {
  const named = rows
    .slice(0, MOST_NAMED)
    .map(
      (row) =>
        `${row.verdict === 'regression' ? 'regression ' : ''}${bold(`${nameOf(row)} ${changeWords(row) ?? ''}`)} (${esc(intervalWords(row) ?? '')}) ${origin([row], thread)}`,
    )
  return listed(rows.length > MOST_NAMED ? [...named, `${rows.length - MOST_NAMED} more`] : named)
}

/** Results whose interval holds no change, by name. */
function openWords(rows: Benchmark[], thread: ThreadFile | null): string {
  const names = rows.slice(0, 4).map((row) => `${esc(nameOf(row))} ${origin([row], thread)}`)
  const more = rows.length > 4 ? [`${rows.length - 4} more`] : []
  return `${bold('no evidence of change')} for ${listed([...names, ...more])}`
}

const capital = (words: string): string => words.replace('>no evidence', '>No evidence')

/** Results of one variant by what they show: sure ones, then those without evidence, then claims. */
function verdictWordsOf(rows: Benchmark[], figure: NamedFigure, thread: ThreadFile | null): string[] {
  const sure = rows.filter(({ verdict }) => verdict === 'improvement' || verdict === 'regression')
  const open = rows.filter(({ verdict }) => verdict === 'no-evidence-of-change')
  const claims = rows.filter(({ verdict }) => verdict === 'claim' || verdict === 'robot-headline')
  return [
    ...(sure.length > 0 ? [`${sureWords(sure, thread)}${metricWords(figure)}`] : []),
    ...(open.length > 0 ? [capital(openWords(open, thread))] : []),
    ...(claims.length > 0 ? [claimWords(claims, figure, thread)] : []),
  ]
}

/**
 * The results of a figure: one list where they have no variants, else variant by variant, so that a name is never
 * read as another's: "throughput, legacy: unlink +31.70% (…), no evidence of change for fallocate".
 */
function figureWords(figure: NamedFigure, thread: ThreadFile | null): string[] {
  const { variants } = figure
  if (variants.every(({ name }) => name === null || name === ''))
    return verdictWordsOf(
      variants.flatMap(({ rows }) => rows),
      figure,
      thread,
    )
  const bare: ResultsFigure = { ...figure, metric: null, unit: null, higherIsBetter: true }
  const parts = variants.slice(0, MOST_VARIANTS).flatMap(({ name, rows }, at): string[] => {
    const words = verdictWordsOf(rows, bare, thread).map((each) => each.replace('>No evidence', '>no evidence'))
    if (words.length === 0) return []
    const head = [at === 0 ? metricWords(figure).trim() : '', esc(name ?? '')].filter((word) => word !== '').join(', ')
    return [`${head === '' ? '' : `${head}: `}${words.join(', ')}`]
  })
  const left = variants.length - MOST_VARIANTS
  return left > 0 ? [...parts, counted(left, 'more variant')] : parts
}

/** "remote HITM 383–2041 → 0" */
function contentionWords(record: CaseRecord, thread: ThreadFile | null): string {
  const rows = record.c2c.filter(({ before, after }) => before !== null && after !== null)
  const first = rows[0]
  if (!first) return ''
  const same = rows.filter(({ counter }) => counter === first.counter)
  const range = (values: (number | null)[]): string => {
    const known = values.filter((value) => value !== null)
    const [low, high] = [Math.min(...known), Math.max(...known)]
    return low === high ? String(low) : `${low}–${high}`
  }
  const words = `${first.counter} ${range(same.map(({ before }) => before))} → ${range(same.map(({ after }) => after))}`
  return `${esc(words)} ${renderOrigin(
    first.from,
    same.flatMap(({ sources }) => sources),
    thread,
  )}`
}

/** The test that several figures are of, each with one result of a metric of its own; null where they differ. */
function findOnlyTest(figures: readonly ResultsFigure[]): string | null {
  const rows = figures.map(({ variants }) => variants.flatMap((variant) => variant.rows))
  const tests = new Set(rows.flatMap((each) => each.map(({ test }) => test)))
  const isPlain = figures.every(({ metric }, at) => metric !== null && rows[at]?.length === 1)
  const [test = null] = tests
  return figures.length > 1 && isPlain && tests.size === 1 ? test : null
}

/** The figure with its results named by the metric. */
const nameByMetric = (figure: ResultsFigure): NamedFigure => ({
  ...figure,
  isNamedByMetric: true,
  variants: figure.variants.map(({ name, rows }) => ({
    name,
    rows: rows.map((row) => ({ ...row, test: figure.metric })),
  })),
})

/** What was gained, of this patch, as its author and others measured it. */
export function renderGained(record: CaseRecord, thread: ThreadFile | null): string {
  const figures = groupResults(record).filter(({ by }) => by !== 'robot')
  const stated = figures.filter(({ quantity }) => quantity === 'effect')
  const test = findOnlyTest(stated)
  const effects = test === null ? stated : stated.map(nameByMetric)
  const parts = effects.slice(0, 3).flatMap((figure) => {
    const words = figureWords(figure, thread)
    return figure.of === 'patch'
      ? words
      : words.map(
          (each) =>
            `${each} <span class="quiet">of ${figure.of === 'series' ? 'the whole series' : 'another patch'}</span>`,
        )
  })
  const left = effects
    .slice(3)
    .reduce((sum, { variants }) => sum + variants.reduce((all, { rows }) => all + rows.length, 0), 0)
  if (left > 0) parts.push(`${counted(left, 'further result')} <a href="#results">below</a>`)
  if (test !== null && parts.length > 0) parts.push(`${parts.pop() ?? ''} in ${esc(test)}`)
  const contention = contentionWords(record, thread)
  if (contention) parts.push(contention)
  if (parts.length === 0 && figures.length > 0)
    return '<span class="quiet">No effect stated;</span> <a href="#results">counts and shares below</a>'
  return parts.length > 0 ? parts.join('; ') : notStated
}

/** Runs and spread of the author's results. */
function spreadWords(rows: readonly Benchmark[], record: CaseRecord, thread: ThreadFile | null): string {
  const interval = rows.find(({ ci95 }) => ci95)?.ci95
  const runs = rows.find((row) => row.runs !== null)?.runs ?? null
  const stated = (item: string) => record.evidence.find((each) => each.item === item)?.sources ?? []
  const own = rows.flatMap((row) => row.sources.filter(({ says }) => says === 'runs'))
  const spreads = interval ? stated('variance or interval') : []
  const places = own.length + spreads.length > 0 ? [own, spreads] : [stated('number of runs')]
  const link = places.flatMap((each) => (each.length > 0 ? [renderSources(each, thread)] : [])).join(' ')
  if (interval) {
    const from = interval.pairs
      ? ` from ${counted(interval.pairs, 'pair')}`
      : runs
        ? ` from ${numberWord(runs)} runs`
        : ''
    const of = interval.isOfChange ? '' : `, of the ${esc(interval.of ?? 'another statistic')}, not of the mean change`
    return `${interval.computed ? 'Computed' : 'Stated'} ${interval.level} % intervals${from}${of} ${link}`
  }
  const spread = rows.some(({ stddevPercent }) => stddevPercent)
  const variance = spread ? 'standard deviation stated' : 'no variance stated'
  return `${runs ? `${numberWord(runs).replace(/^./, (letter) => letter.toUpperCase())} runs` : 'Runs not stated'}, ${variance} ${link}`
}

/** What a robot measured on another machine. */
function robotWords(record: CaseRecord, thread: ThreadFile | null): string[] {
  return record.reports.flatMap(({ headline, tables }) => {
    if (!headline) return []
    const row = tables.flatMap(({ rows }) => rows).find(({ metric }) => metric === headline.metric)
    const widest = row ? Math.max(row.stddevBefore ?? 2, row.stddevAfter ?? 2) : null
    const spread = widest === null ? '' : `, spread at most ${widest}%`
    const metric = headline.metric.split('.').at(-1) ?? headline.metric
    return [
      `The kernel test robot: ${esc(signed(headline.changePercent))}% ${esc(metric)}${headline.word === 'regression' ? ', a regression' : ''}${spread} ${renderSources(headline.sources, thread)}`,
    ]
  })
}

/** How sure it is: runs, variance or interval, and who else measured. */
export function renderCertainty(record: CaseRecord, thread: ThreadFile | null): string {
  const own = record.benchmarks.filter(({ by }) => by === 'author')
  const effects = own.filter(({ quantity, changePercent }) => quantity === 'effect' && changePercent !== null)
  const rows = effects.length > 0 ? effects : own
  const third = record.benchmarks.filter(({ by }) => by === 'third-party')
  const parts = [
    ...(rows.length > 0 ? [spreadWords(rows, record, thread)] : []),
    ...robotWords(record, thread),
    ...(third.length > 0 ? [`${counted(third.length, 'result')} by a third party ${origin(third, thread)}`] : []),
  ]
  return parts.length > 0 ? parts.join('. ') : notStated
}
