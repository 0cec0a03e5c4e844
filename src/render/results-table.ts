import type { Benchmark } from '../model/benchmark.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { counted, decimalsOf, signed, withMinus } from './format-number.ts'
import { el, esc, markup } from './markup.ts'
import { markOf, readsAs } from './result-mark.ts'
import { resultId } from './result-place.ts'
import {
  buildScale,
  type PlotScale,
  renderAligned,
  renderAxis,
  renderDumbbell,
  renderGridDefs,
  renderPlot,
} from './result-plot.ts'
import type { ResultsFigure } from './results-group.ts'
import { renderOrigin } from './source-link.ts'

export type ResultsContext = { thread: ThreadFile | null; giveId: (id: string) => string | undefined }
type Columns = { values: boolean; change: boolean; interval: boolean; stddev: boolean; decimals: Decimals }
type Decimals = { before: number; after: number; change: number }

const notStated = (words = 'not stated'): string => el('span', { class: 'quiet' }, words)

const printedBefore = (row: Benchmark): string | null =>
  row.printed.before ?? (row.before === null ? null : String(row.before))
const printedAfter = (row: Benchmark): string | null =>
  row.printed.after ?? (row.after === null ? null : String(row.after))

/** The name of a result's test without the suite before it: `stress-ng.open` of stress-ng -> `open`. */
export function testName({ test, suite, metric }: Benchmark): string | null {
  if (test !== null && suite !== null && test.startsWith(`${suite}.`)) return test.slice(suite.length + 1)
  return test ?? metric
}

/** Both ends of a range: `+3% to +5%`, `2x to 15x`. */
function rangeWords({ low, high, is }: NonNullable<Benchmark['range']>): string {
  return is === 'multiple' ? `${low}x to ${high}x` : `${signed(low)}% to ${signed(high)}%`
}

/** The change as the source prints it, its sign never turned: `+5.42%`, `up to +15%`, `no change`, `1.18x`. */
export function changeWords(row: Benchmark): string | null {
  if (row.precision === 'no-change' && row.changePercent === null) return 'no change'
  if (row.changePercent === null && row.range) return rangeWords(row.range)
  if (row.changePercent === null) return row.changeAbsolute === null ? null : `${signed(row.changeAbsolute)} points`
  const printed = row.printed.change?.trim() ?? null
  const digits = printed !== null && /^[+\-−]?\d[\d.,]*\s*%?$/.test(printed) ? printed : null
  const value = `${signed(row.changePercent, digits)}%`
  if (row.precision === 'up-to') return `up to ${value}`
  if (row.precision === 'about') return `about ${value}`
  return row.precision === 'at-least' ? `at least ${value}` : value
}

/** The interval as text with its level where that is not 95. */
export function intervalWords({ ci95 }: Benchmark): string | null {
  if (!ci95) return null
  const fixed = (value: number): string => signed(value, Math.abs(value).toFixed(2))
  return `${fixed(ci95.low)} to ${fixed(ci95.high)}`
}

function columnsOf({ variants }: ResultsFigure): Columns {
  const rows = variants.flatMap((variant) => variant.rows)
  const most = (texts: (string | null)[]): number =>
    Math.max(0, ...texts.map((text) => (text === null ? 0 : decimalsOf(text))))
  return {
    values: rows.some(({ before, after }) => before !== null || after !== null),
    change: rows.some((row) => changeWords(row) !== null),
    interval: rows.some(({ ci95, verdict }) => ci95 !== null || verdict === 'claim'),
    stddev: rows.some(({ stddevPercent }) => stddevPercent !== null),
    decimals: {
      before: most(rows.map(printedBefore)),
      after: most(rows.map(printedAfter)),
      change: most(rows.map((row) => changeWords(row)?.replace(/%$/, '') ?? null)),
    },
  }
}

/** The head's words for the interval: its level and, where it is another statistic, which one. */
function intervalHead({ variants }: ResultsFigure): string {
  const interval = variants.flatMap(({ rows }) => rows).find(({ ci95 }) => ci95)?.ci95
  const level = interval?.level ?? 95
  if (interval && !interval.isOfChange)
    return `${level} % interval of the<br>${esc(interval.of ?? 'another statistic')}`
  return `${level} % interval`
}

function scaleOf(figure: ResultsFigure): PlotScale {
  const rows = figure.variants.flatMap((variant) => variant.rows)
  if (figure.draws === 'values')
    return buildScale(rows.flatMap(({ before, after }) => [before, after].filter((value) => value !== null)))
  return buildScale(
    rows.flatMap(({ changePercent, ci95 }) =>
      [changePercent, ci95?.low, ci95?.high].filter((value) => typeof value === 'number'),
    ),
  )
}

/** How the plots of a table are drawn: one scale, one height, the grid's id where many rows share its lines. */
type Plotting = { scale: PlotScale; tall: boolean; grid: string | undefined }

function renderCellPlot(row: Benchmark, figure: ResultsFigure, { scale, tall, grid }: Plotting): string {
  const name = testName(row) ?? ''
  if (figure.draws === 'nothing') return ''
  if (figure.draws === 'values')
    return renderDumbbell(row.before, row.after, scale, `${name}: ${printedBefore(row)} to ${printedAfter(row)}`)
  const { ci95 } = row
  const interval = ci95 && { low: ci95.low, high: ci95.high, ofValue: ci95.isOfChange, computed: ci95.computed }
  const words = `${name}: ${changeWords(row) ?? 'change not stated'}, ${intervalWords(row) ? `interval ${intervalWords(row)} %` : 'no interval stated'}`
  return renderPlot({ value: row.changePercent, mark: markOf(row), interval, label: words }, scale, tall, grid)
}

function renderChange(row: Benchmark, columns: Columns): string {
  const words = changeWords(row)
  if (words === null) return notStated()
  const number = /^([+−]?[\d.]+)%$/.exec(words)?.[1]
  const text = number === undefined ? esc(words) : `${renderAligned(number, columns.decimals.change)}%`
  return row.changePercentIs === 'computed'
    ? el(
        'span',
        {
          class: 'inferred',
          title: row.before === null || row.after === null ? 'Worked out' : 'Worked out from the two values',
        },
        text,
      )
    : text
}

/** A printed value longer than this is no number to align. */
const MOST_CHARACTERS = 18

function renderValue(printed: string | null, decimals: number): string {
  if (printed === null) return notStated()
  return printed.length > MOST_CHARACTERS
    ? el('span', { class: 'longvalue' }, esc(printed))
    : renderAligned(printed, decimals)
}

function renderRow(
  row: Benchmark,
  figure: ResultsFigure,
  columns: Columns,
  plotting: Plotting,
  context: ResultsContext,
): string {
  const cell = (name: string, label: string | null, inner: string): string =>
    el('td', { class: name, 'data-label': label }, inner)
  const stddev = row.stddevPercent
  const spread = stddev ? `${stddev.before ?? 'not stated'} → ${stddev.after ?? 'not stated'}` : null
  return el(
    'tr',
    { id: context.giveId(resultId(row)) },
    el(
      'td',
      { class: 'name' },
      esc(testName(row) ?? row.suite ?? 'test not stated'),
      [rowSetup(row, figure), row.note].map((words) => words && el('span', { class: 'sub' }, esc(words))),
    ),
    cell('plotcell', null, renderCellPlot(row, figure, plotting)),
    columns.values && cell('n rest', 'before', renderValue(printedBefore(row), columns.decimals.before)),
    columns.values && cell('n rest', 'after', renderValue(printedAfter(row), columns.decimals.after)),
    columns.change && cell('n change', null, renderChange(row, columns)),
    columns.stddev && cell('n rest', 'stddev %', spread === null ? notStated() : esc(withMinus(spread))),
    columns.interval && cell('n rest', 'interval', intervalWords(row) ?? notStated()),
    cell('verdict reads rest', null, esc(readsAs(row))),
    cell('rest where', null, renderOrigin(row.from, row.sources, context.thread, undefined, 2)),
  )
}

/** What a row was measured with, as far as the head of its figure cannot say it for all rows. */
export function rowSetup(row: Benchmark, figure: ResultsFigure): string | null {
  const rows = figure.variants.flatMap((variant) => variant.rows)
  const differs = (key: 'threads' | 'runs' | 'machine' | 'kernel'): boolean =>
    row[key] !== null && rows.some((other) => other[key] !== row[key])
  const words = [
    differs('threads') ? counted(row.threads ?? 0, 'thread') : '',
    differs('runs') ? counted(row.runs ?? 0, 'run') : '',
    differs('machine') ? (row.machine ?? '') : '',
    differs('kernel') ? (row.kernel ?? '') : '',
  ].filter((word) => word !== '')
  return words.length > 0 ? words.join(', ') : null
}

/** In a longer table the lines of the grid stand once: five elements a row less. */
const MANY_ROWS = 24

/** One results table with its plot column; groups are the variants. */
export function renderResultsTable(figure: ResultsFigure, context: ResultsContext): string {
  const columns = columnsOf(figure)
  const scale = scaleOf(figure)
  const all = figure.variants.flatMap(({ rows }) => rows)
  const tall = all.some(({ ci95 }) => ci95 !== null && !ci95.isOfChange)
  const [first] = all
  const isLong = figure.draws === 'change' && all.length > MANY_ROWS
  const grid = isLong && first ? context.giveId(`g-${resultId(first).slice(2)}`) : undefined
  const direction = figure.higherIsBetter === null ? null : figure.higherIsBetter ? 'right' : 'left'
  const axis =
    figure.draws === 'nothing'
      ? ''
      : renderAxis(scale, figure.draws === 'change' ? '%' : '', direction, figure.draws === 'change')
  const head = (name: string, inner: string): string => el('th', { class: name, scope: 'col' }, inner)
  const width =
    5 + (columns.values ? 2 : 0) + (columns.change ? 1 : 0) + (columns.stddev ? 1 : 0) + (columns.interval ? 1 : 0)
  const change = figure.variants.some(({ rows }) => rows.some(({ ci95 }) => ci95 && !ci95.isOfChange))
    ? 'mean change'
    : 'change'
  const grouped = figure.variants.length > 1 || figure.variants[0]?.name !== null
  const body = figure.variants.map(({ name, rows }) =>
    markup(
      grouped && el('tr', { class: 'group' }, el('td', { colspan: width }, esc(name ?? 'variant not stated'))),
      rows.map((row) => renderRow(row, figure, columns, { scale, tall, grid }, context)),
    ),
  )
  const table = el(
    'table',
    { class: 'results' },
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        head('', esc(figure.suite ? `${figure.suite} test` : 'test')),
        head('plotcell', `<span class="vh">drawn</span>${axis}`),
        columns.values && head('n', 'before') + head('n', 'after'),
        columns.change && head('n', change),
        columns.stddev && head('n', 'stddev %'),
        columns.interval && head('n', intervalHead(figure)),
        head('reads', 'reads as'),
        head('', 'source'),
      ),
    ),
    el('tbody', {}, body),
  )
  return (grid === undefined ? '' : renderGridDefs(grid, scale, tall)) + table
}
