import type { CaseRecord } from '../model/case.ts'
import type { C2c } from '../model/struct-layout.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { numberWord } from './format-number.ts'
import { code, el, esc, markup } from './markup.ts'
import { buildScale, type PlotScale, renderAxis, renderDumbbell } from './result-plot.ts'
import { renderSection } from './section.ts'
import { renderOrigin, renderSources } from './source-link.ts'

const notStated = el('span', { class: 'quiet' }, 'not stated')
const shown = (value: number | null): string => (value === null ? notStated : esc(value))

/** The name of a row: its test, else the member or object it counts on. */
function rowName({ test, member, object, offsetBytes }: C2c): string {
  if (test !== null) return esc(test)
  if (member !== null) return code(member)
  if (object !== null) return code(object) + (offsetBytes === null ? '' : ` + ${offsetBytes}`)
  return 'line not named'
}

function renderRow(row: C2c, scale: PlotScale, thread: ThreadFile | null): string {
  const { before, after } = row
  const label = `${before ?? 'not stated'} to ${after ?? 'not stated'}`
  return el(
    'tr',
    {},
    el('td', { class: 'name' }, rowName(row)),
    el('td', { class: 'plotcell' }, renderDumbbell(before, after, scale, label)),
    el('td', { class: 'n rest wide' }, shown(before)),
    el('td', { class: 'n change' }, `<span class="narrow-word">${shown(before)} → </span>`, shown(after)),
    el('td', { class: 'rest where' }, renderOrigin(row.from, row.sources, thread, undefined, 2)),
  )
}

const legend = (name: string, words: string): string =>
  `<span>${el('svg', { class: 'cell-mark', width: 10, height: 10, viewBox: '-5 -5 10 10', 'aria-hidden': 'true' }, el('circle', { r: 4.2, class: name }))}${words}</span>`

/** One counter: dumbbells, open before, filled after. */
function renderCounter(rows: readonly C2c[], thread: ThreadFile | null): string {
  const scale = buildScale(rows.flatMap(({ before, after }) => [before, after].filter((value) => value !== null)))
  const head = rows.some(({ test }) => test !== null) ? 'test' : 'where'
  return el(
    'table',
    { class: 'results' },
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        el('th', { scope: 'col' }, head),
        el(
          'th',
          { class: 'plotcell', scope: 'col' },
          `<span class="dir">${legend('f-none', 'after')}${legend('m-none', 'before')}</span>`,
          renderAxis(scale, '', null, false),
        ),
        el('th', { class: 'n', scope: 'col' }, 'before'),
        el('th', { class: 'n', scope: 'col' }, 'after'),
        el('th', { scope: 'col' }, 'source'),
      ),
    ),
    el(
      'tbody',
      {},
      rows.map((row) => renderRow(row, scale, thread)),
    ),
  )
}

/** What is counted: counter, unit, object, runs, with the line that says so. */
function counterNote(rows: readonly C2c[], thread: ThreadFile | null): string {
  const [first] = rows
  if (!first) return ''
  const runs = rows.every((row) => row.runs === first.runs) ? first.runs : null
  const object = rows.every((row) => row.object === first.object) ? first.object : null
  const words = [
    `${first.counter} ${first.unit ?? 'samples'}`,
    object ? `on ${object}` : '',
    runs ? `mean of ${numberWord(runs)} runs` : '',
  ]
  const sources = rows.flatMap((row) => row.sources).filter(({ says }) => says !== 'value')
  return `${esc(words.filter((word) => word !== '').join(', '))} ${renderSources(sources, thread)}`
}

/** The rows of a pasted `perf c2c` report, as printed. */
function renderLines(record: CaseRecord, thread: ThreadFile | null): string {
  const lines = record.c2cLines.slice(0, 60)
  if (lines.length === 0) return ''
  const names = [...new Set(lines.flatMap(({ columns }) => Object.keys(columns)))].slice(0, 12)
  const rows = lines.map(({ address, offsetBytes, columns, symbol, sourceLine, sources }) =>
    el(
      'tr',
      {},
      el('td', {}, esc(offsetBytes === null ? (address ?? 'not stated') : `0x${offsetBytes.toString(16)}`)),
      names.map((name) => el('td', { class: 'n' }, esc(columns[name] ?? ''))),
      el('td', {}, symbol === null ? '' : code(symbol)),
      el('td', {}, esc(sourceLine ?? '')),
      el('td', {}, renderSources(sources, thread)),
    ),
  )
  const head = ['offset', ...names, 'symbol', 'source line', 'source'].map((name) =>
    el('th', { scope: 'col' }, esc(name)),
  )
  return markup(
    el('h3', {}, 'perf c2c report, as pasted'),
    el(
      'div',
      { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'perf c2c report' },
      el('table', { class: 'data' }, el('thead', {}, el('tr', {}, head)), el('tbody', {}, rows)),
    ),
    el(
      'p',
      { class: 'caption' },
      'HITM rows are samples of loads, scaled by the sampling period: zero is not “no sharing”.',
    ),
  )
}

/** The contention section: one figure a counter, then a pasted report; empty where there is neither. */
export function renderContentionSection(record: CaseRecord, thread: ThreadFile | null): string {
  const counters = Map.groupBy(record.c2c, ({ counter, unit }) => `${counter}\n${unit ?? ''}`)
  if (counters.size === 0 && record.c2cLines.length === 0) return ''
  const figures = [...counters.values()]
  const body = figures.map((rows) =>
    markup(
      figures.length > 1 && el('p', { class: 'small quiet' }, counterNote(rows, thread)),
      el('figure', {}, renderCounter(rows, thread)),
    ),
  )
  const first = figures[0]
  return renderSection('contention', 'Contention', {
    note: figures.length === 1 && first ? `${counterNote(first, thread)} · perf c2c` : 'perf c2c',
    body: body.join('') + renderLines(record, thread),
  })
}
