import type { Benchmark, RobotReport, RobotRow, RobotTable } from '../model/benchmark.ts'
import type { CaseRecord } from '../model/case.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { type CaseContext, findMessage } from './case-context.ts'
import { counted, formatDate, signed } from './format-number.ts'
import { code, el, esc, link, markup } from './markup.ts'
import { renderInlineMark } from './result-mark.ts'
import { lineKey, resultId, resultsByLine } from './result-place.ts'
import { buildScale, type PlotScale, renderAligned, renderAxis, renderPlot } from './result-plot.ts'
import type { ResultsContext } from './results-table.ts'
import { suiteRows } from './robot-rows.ts'
import { renderSection } from './section.ts'
import { renderLineLink, renderSources } from './source-link.ts'

type PrintedRow = { before: string; stddevBefore: string; after: string; stddevAfter: string }
const cells = /^\s*(\S+)(?:\s*[±\ufffd\u00b1]\s*\d+%)?\s+[+-]\S+\s+(\S+)/

/** The averages as the robot prints them, `≤2` where it prints no stddev: only for one pair of commits. */
function printedRow(row: RobotRow, table: RobotTable): PrintedRow {
  const found = table.commits.length === 2 ? cells.exec(row.printed.slice(0, 200)) : null
  const stddev = (value: number | null, average: number, runs: number | null): string =>
    value !== null ? String(value) : average < 0 || runs === 1 ? 'not stated' : '≤2'
  return {
    before: found?.[1] ?? String(row.before),
    stddevBefore: stddev(row.stddevBefore, row.before, table.runs.before),
    after: found?.[2] ?? String(row.after),
    stddevAfter: stddev(row.stddevAfter, row.after, table.runs.after),
  }
}

const changeOf = (row: RobotRow): string => {
  if (row.change === null) return 'none printed'
  if ('abs' in row.change) return `${signed(row.change.abs)} points`
  return `${signed(row.change.pct, Math.abs(row.change.pct) >= 1e5 ? null : Math.abs(row.change.pct).toFixed(1))}%`
}

/** A metric without what all suite metrics begin with: `…directio.works/sec`. */
function metricName(metric: string, report: RobotReport): string {
  const test = report.headline?.metric.split('.').slice(0, -1).join('.') ?? ''
  const tail =
    test.length > 24 && metric.startsWith(`${test}.`)
      ? `…${test.slice(test.lastIndexOf('_') + 1)}${metric.slice(test.length)}`
      : metric
  return esc(tail).replace(/[._]/g, '$&<wbr>')
}

type RowContext = ResultsContext & { byLine: Map<string, Benchmark[]>; report: RobotReport; table: RobotTable }

/** The source link of a row: the line of the mail that prints it. */
function rowSource(row: RobotRow, { report, thread }: RowContext): string {
  const message = findMessage(thread, report.messageId)
  if (!thread || !message) return `L${row.line}`
  const title = row.printed.trim().slice(0, 200)
  return renderLineLink(thread, message, { line: row.line }, { title })
}

function renderRow(row: RobotRow, scale: PlotScale, context: RowContext): string {
  const { report, table, byLine, giveId } = context
  const strong = row.metric === report.headline?.metric ? ' strong' : ''
  const printed = printedRow(row, table)
  const known = (byLine.get(lineKey(report.messageId, 0, row.line)) ?? []).find(
    ({ metric, test }) => row.metric === metric || row.metric.endsWith(`.${metric}`) || test === row.metric,
  )
  const percent = row.change !== null && 'pct' in row.change ? row.change.pct : null
  const worse = report.headline?.word === 'regression'
  const mark = strong ? (worse ? 'headline-worse' : 'headline-better') : 'row'
  const change = changeOf(row)
  const number = /^([+−]?[\d.]+)%$/.exec(change)?.[1]
  const value = (text: string): string => (/e/.test(text) ? esc(text) : renderAligned(text, 2))
  return el(
    'tr',
    { id: known && giveId(resultId(known)) },
    el('td', { class: `name${strong}` }, `<code>${metricName(row.metric, report)}</code>`),
    el('td', { class: 'plotcell' }, renderPlot({ value: percent, mark, interval: null, label: change }, scale, false)),
    el('td', { class: 'n rest', 'data-label': 'before' }, value(printed.before)),
    el('td', { class: 'n quiet rest', 'data-label': 'stddev %' }, printed.stddevBefore),
    el('td', { class: `n change${strong}` }, number === undefined ? esc(change) : `${renderAligned(number, 1)}%`),
    el('td', { class: 'n rest', 'data-label': 'after' }, value(printed.after)),
    el('td', { class: 'n quiet rest', 'data-label': 'stddev %' }, printed.stddevAfter),
    el('td', { class: 'rest' }, rowSource(row, context)),
  )
}

/** Rows the table leaves to the mail, as a link to their first line. */
function renderOthers(table: RobotTable, shown: readonly RobotRow[], { report, thread }: RowContext): string {
  const lines = new Set(shown.map(({ line }) => line))
  const others = table.rows.filter(({ line }) => !lines.has(line))
  const message = findMessage(thread, report.messageId)
  const first = others[0]
  if (!first) return ''
  const words = `${counted(others.length, 'further row')} (monitors of the machine)`
  const where =
    thread && message
      ? ` as the mail lists them: from ${renderLineLink(thread, message, { line: first.line })} on`
      : ' in the mail'
  return `<span class="further">${words}${where}.</span> `
}

function renderTable(rows: RobotRow[], context: RowContext): string {
  const percents = rows.map(({ change }) => (change !== null && 'pct' in change ? change.pct : 0))
  const scale = buildScale(percents.map((value) => Math.max(-1000, Math.min(1000, value))))
  const head = (name: string, words: string): string => el('th', { class: name, scope: 'col' }, words)
  return el(
    'table',
    { class: 'results robot' },
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        head('', 'metric'),
        head('plotcell', `<span class="vh">change, drawn</span>${renderAxis(scale, '%', null)}`),
        head('n', 'before'),
        head('n', 'stddev %'),
        head('n', 'change'),
        head('n', 'after'),
        head('n', 'stddev %'),
        head('', 'source'),
      ),
    ),
    el(
      'tbody',
      {},
      rows.map((row) => renderRow(row, scale, context)),
    ),
  )
}

/** The robot's words beside its numbers: what stddev is, what its rule is, its disclaimer. */
function renderCaption(
  report: RobotReport,
  table: RobotTable | undefined,
  shown: RobotRow[],
  context: RowContext,
): string {
  const test = report.headline?.metric.split('.').slice(0, -1).join('.')
  const word = report.headline?.word
  const disclaimer = report.disclaimer.map(({ quote }) => quote.replace(/\s+/g, ' ').trim()).join(' ')
  return el(
    'figcaption',
    { class: 'caption' },
    test && `${code(test)}. `,
    'stddev is in per cent of the mean; where the robot prints none it is at most 2 %. ',
    word &&
      `${renderInlineMark(word === 'regression' ? 'headline-worse' : 'headline-better')}The headline, ${word === 'regression' ? 'a regression' : 'an improvement'} as the robot words it; ticks: further rows it lists. `,
    'Its rule compares ranges, it is no test of significance. ',
    table && renderOthers(table, shown, context),
    disclaimer &&
      `“${esc(disclaimer.replace(/^Disclaimer:\s*/, ''))}” ${renderSources(report.disclaimer.slice(0, 1), context.thread)}`,
  )
}

/** Other tests the report says the commit also affects. */
function renderAlso(report: RobotReport, thread: ThreadFile | null): string {
  if (report.alsoAffects.length === 0) return ''
  const items = report.alsoAffects.map(({ metric, changePercent, word, machine, parameters, sources }) =>
    el(
      'li',
      {},
      `${code(metric)} ${esc(signed(changePercent))}% ${word}`,
      machine && ` <span class="quiet">${esc(machine)}</span>`,
      parameters.length > 0 && ` <span class="quiet">${esc(parameters.slice(0, 12).join(', '))}</span>`,
      ` ${renderSources(sources, thread)}`,
    ),
  )
  return el('h3', {}, 'In addition, the robot says') + el('ul', { class: 'plain small' }, items)
}

/** The headline alone, for a report without a readable table. */
function renderHeadline(report: RobotReport, thread: ThreadFile | null): string {
  const { headline } = report
  if (!headline) return ''
  return el(
    'p',
    {},
    `${esc(signed(headline.changePercent))}% ${headline.word} of ${code(headline.metric)}, as the robot words it ${renderSources(headline.sources, thread)}`,
  )
}

function renderReport(report: RobotReport, results: ResultsContext, byLine: Map<string, Benchmark[]>): string {
  const tables = report.tables.filter(({ rows }) => rows.length > 0)
  const context = (table: RobotTable): RowContext => ({ ...results, byLine, report, table })
  if (tables.length === 0) return renderHeadline(report, results.thread) + renderAlso(report, results.thread)
  return markup(
    tables.map((table, at) => {
      const rows = suiteRows(report, table)
      const caption = renderCaption(report, table, rows, context(table))
      const title = tables.length > 1 ? el('h3', {}, `Table ${at + 1} of ${tables.length}`) : ''
      return title + el('figure', {}, renderTable(rows, context(table)), caption)
    }),
    renderAlso(report, results.thread),
  )
}

/** Date and machine of a report. */
function reportNote(report: RobotReport, thread: ThreadFile | null): string {
  const message = findMessage(thread, report.messageId)
  const words = [message?.date ? formatDate(message.date) : '', report.machine ?? 'machine not stated']
  return words
    .filter((word) => word !== '')
    .map(esc)
    .join(' · ')
}

/** Sections of the robot reports; empty where there is none. */
export function renderRobotSection(record: CaseRecord, results: ResultsContext, context: CaseContext): string {
  const byLine = resultsByLine(record)
  const file = (ending: string): string =>
    context.offers(`results.${ending}`) ? link(context.href(`/cases/${record.slug}.results.${ending}`), ending) : ''
  return record.reports
    .map((report, at) =>
      renderSection(at === 0 ? 'robot' : `robot-${at + 1}`, 'Kernel test robot', {
        note: reportNote(report, results.thread),
        tools: [file('csv'), file('json')],
        body: renderReport(report, results, byLine),
      }),
    )
    .join('')
}
