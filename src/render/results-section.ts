import type { Benchmark } from '../model/benchmark.ts'
import type { CaseRecord } from '../model/case.ts'
import type { Source } from '../model/source.ts'
import type { CaseContext } from './case-context.ts'
import { counted, numberWord } from './format-number.ts'
import { el, esc, link, markup } from './markup.ts'
import { oddDirection } from './odd-direction.ts'
import { type MarkName, markOf, renderInlineMark } from './result-mark.ts'
import { groupResults, type ResultsFigure } from './results-group.ts'
import { intervalMethod, renderRuns } from './results-runs.ts'
import { type ResultsContext, renderResultsTable, testName } from './results-table.ts'
import { renderSection } from './section.ts'
import { renderSources } from './source-link.ts'

const byWords: Record<Benchmark['by'], string> = {
  author: 'the author',
  robot: 'a robot',
  'third-party': 'a third party',
}
const ofWords: Record<Benchmark['of'], string | null> = {
  patch: null,
  series: 'of the whole series, not of this patch alone',
  'other-patch': 'of another patch of the series',
}

/** The one value all rows share, or undefined. */
function same<T>(rows: readonly Benchmark[], pick: (row: Benchmark) => T): T | undefined {
  const first = rows[0]
  if (!first) return undefined
  const value = pick(first)
  return rows.every((row) => pick(row) === value) ? value : undefined
}

/** How a machine was set, as its source says: SMT, turbo, a fixed frequency. */
function conditionsOf(
  machine: string | undefined | null,
  machines: CaseRecord['machines'],
  { thread }: ResultsContext,
): string[] {
  const found = machine ? machines.find(({ text }) => text === machine) : undefined
  return (found?.conditions ?? []).map(({ text, sources }) => `${esc(text)} ${renderSources(sources, thread)}`)
}

/** What the numbers are: metric and unit, direction, runs, threads, machine, kernel. */
function figureNote(figure: ResultsFigure, machines: CaseRecord['machines'], context: ResultsContext): string {
  const rows = figure.variants.flatMap((variant) => variant.rows)
  const { metric, unit, higherIsBetter, positiveIsBetter } = figure
  const sources = rows.slice(0, 40).flatMap((row) => row.sources)
  const linked = (words: string, says: Source['says'], isMeant: (quote: string) => boolean): string => {
    const found = sources.filter((source) => source.says === says && isMeant(source.quote)).slice(0, 1)
    return `${esc(words)}${found.length > 0 ? ` ${renderSources(found, context.thread)}` : ''}`
  }
  const what = metric !== null && unit !== null && unit !== metric ? `${metric}, ${unit}` : (metric ?? unit)
  const runs = same(rows, (row) => row.runs)
  const threads = same(rows, (row) => row.threads)
  const odd = oddDirection(
    positiveIsBetter ? null : metric,
    higherIsBetter,
    rows.map(({ note }) => note),
  )
  const direction = odd
    ? odd
    : higherIsBetter === null
      ? 'direction not stated'
      : positiveIsBetter
        ? 'a positive change is better, as the source counts it'
        : higherIsBetter
          ? 'higher is better'
          : 'lower is better'
  const kernel = same(rows, (row) => row.kernel)
  const machine = same(rows, (row) => row.machine)
  const setup = [
    runs ? linked(`${numberWord(runs)} runs`, 'runs', holds(runs)) : '',
    threads ? linked(`${threads} ${threadWord(sources, threads)}`, 'runs', holds(threads)) : '',
    kernel ? linked(kernel, 'context', (quote) => quote.includes(kernel)) : '',
    machine ? linked(machine, 'machine', () => true) : '',
    ...conditionsOf(machine, machines, context),
  ].filter((words) => words !== '')
  return [[what ?? 'metric not stated', direction].map(esc).join(', '), ...setup].join(' · ')
}

/** A source that calls them workers is not made to say threads. */
const threadWord = (sources: readonly Source[], count: number): 'workers' | 'threads' =>
  sources.some(({ says, quote }) => says === 'runs' && holds(count)(quote) && /\bworkers?\b/i.test(quote))
    ? 'workers'
    : 'threads'

/** True of a quote that holds a count, in digits or as a word. */
const holds =
  (count: number) =>
  (quote: string): boolean =>
    quote
      .toLowerCase()
      .split(/[^a-z0-9.]+/)
      .some((word) => word === String(count) || word === numberWord(count))

const captions: Record<MarkName, string> = {
  improvement: 'The interval excludes no change, on the better side.',
  regression: 'The interval excludes no change, on the worse side.',
  none: 'It holds zero: no evidence of change, which is not evidence of no change.',
  claim:
    'A claim: the source gives a change and no variance, so nothing here says how far a second measurement would fall.',
  spread: 'A claim with its standard deviation stated and its runs not: no interval can be made.',
  'headline-better': 'The headline of a robot, as it words it.',
  'headline-worse': 'The headline of a robot, as it words it.',
  row: 'A further row a robot lists: its rule compares ranges, it is no test of significance.',
}

/** What the marks mean, and which statistic the interval is of. */
function renderCaption(figure: ResultsFigure): string {
  const rows = figure.variants.flatMap((variant) => variant.rows)
  const interval = rows.find(({ ci95 }) => ci95)?.ci95
  const sentences: string[] = []
  if (interval && !interval.isOfChange)
    sentences.push(
      `Mark: the change as stated. Bar under it: interval of the ${esc(interval.of ?? 'another statistic')}${interval.pairs ? `, ${counted(interval.pairs, 'pair')}` : ''}. They are two statistics, so the bar does not pass through the mark.`,
    )
  const method = intervalMethod(rows)
  if (method !== null) sentences.push(esc(method))
  if (figure.draws === 'change')
    for (const mark of new Set(rows.map(markOf))) sentences.push(renderInlineMark(mark) + captions[mark])
  if (figure.draws === 'values')
    sentences.push('Open: before; filled: after. The source states two values and no change in per cent.')
  if (figure.quantity !== 'effect')
    sentences.push(
      figure.quantity === 'share' ? 'A share of samples or of time is no speed-up.' : 'A count is no speed-up.',
    )
  return sentences.length > 0 ? el('figcaption', { class: 'caption' }, sentences.join(' ')) : ''
}

/** The title of a figure below the first: who measured, of what. */
function figureTitle(figure: ResultsFigure): string {
  const of = ofWords[figure.of]
  const suite = figure.suite ? `${figure.suite}, ` : ''
  return `${suite}measured by ${byWords[figure.by]}${of ? `, ${of}` : ''}`
}

/** The results section; empty where the case states none outside a robot's report. */
export function renderResultsSection(record: CaseRecord, results: ResultsContext, context: CaseContext): string {
  const figures = groupResults(record)
  if (figures.length === 0) return ''
  const single = figures.length === 1 ? figures[0] : undefined
  const titled = single === undefined || single.by !== 'author' || single.of !== 'patch'
  const body = figures.map((figure) =>
    markup(
      titled && el('h3', {}, esc(figureTitle(figure))),
      single === undefined && el('p', { class: 'small quiet' }, figureNote(figure, record.machines, results)),
      el('figure', {}, renderResultsTable(figure, results), renderCaption(figure)),
      renderRuns(
        figure.variants.flatMap((variant) => variant.rows),
        testName,
      ),
    ),
  )
  const n = figures.reduce(
    (sum, { variants }) => sum + variants.reduce((rows, variant) => rows + variant.rows.length, 0),
    0,
  )
  const file = (ending: string): string =>
    context.offers(`results.${ending}`) ? link(context.href(`/cases/${record.slug}.results.${ending}`), ending) : ''
  return renderSection('results', 'Results', {
    note: single ? figureNote(single, record.machines, results) : esc(counted(n, 'result')),
    tools: [file('csv'), file('json')],
    body: body.join(''),
  })
}
