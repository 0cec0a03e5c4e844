import type { Benchmark } from '../model/benchmark.ts'
import { withMinus } from './format-number.ts'
import { el, esc } from './markup.ts'

/** Runs printed for one side; the record's .json holds all. */
const MOST_RUNS = 60

const mean = (runs: readonly number[]): number => runs.reduce((sum, run) => sum + run, 0) / runs.length
function median(runs: readonly number[]): number {
  const sorted = [...runs].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
/** The sample standard deviation (divides by n - 1); null under two runs. */
function stddev(runs: readonly number[]): number | null {
  if (runs.length < 2) return null
  const middle = mean(runs)
  return Math.sqrt(runs.reduce((sum, run) => sum + (run - middle) ** 2, 0) / (runs.length - 1))
}

/** Six significant digits: a summary of runs holds no more. */
const formatSummary = (value: number): string => withMinus(String(Number(value.toPrecision(6))))

function renderSide(name: string, side: 'before' | 'after', runs: readonly number[]): string {
  const spread = stddev(runs)
  const cells = [
    String(runs.length),
    formatSummary(mean(runs)),
    formatSummary(median(runs)),
    spread === null ? '' : formatSummary(spread),
  ]
  const listed = runs.slice(0, MOST_RUNS).map((run) => withMinus(String(run)))
  const more = runs.length > MOST_RUNS ? `, and ${runs.length - MOST_RUNS} more in the .json` : ''
  return el(
    'tr',
    {},
    el('th', { scope: 'row', class: 'name' }, esc(`${name} ${side}`.trim())),
    cells.map((cell) => el('td', { class: 'n' }, esc(cell))),
    el('td', {}, esc(`${listed.join(', ')}${more}`)),
  )
}

/** Every run of a figure's results with mean, median and standard deviation; empty where no run is known. */
export function renderRuns(rows: readonly Benchmark[], nameOf: (row: Benchmark) => string | null): string {
  const body = rows.flatMap((row) => {
    const name = nameOf(row) ?? ''
    const each = row.runsEach
    return each ? [renderSide(name, 'before', each.before), renderSide(name, 'after', each.after)] : []
  })
  if (body.length === 0) return ''
  const head = ['side', 'n', 'mean', 'median', 'stddev', 'runs, in order'].map((words) =>
    el('th', { scope: 'col' }, words),
  )
  return el(
    'details',
    {},
    el('summary', {}, 'The runs'),
    el(
      'div',
      { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'The runs' },
      el('table', { class: 'few' }, el('thead', {}, el('tr', {}, head)), el('tbody', {}, body)),
    ),
  )
}

/** How a computed interval was made: method, runs a side, and what it does not cover. */
export function intervalMethod(rows: readonly Benchmark[]): string | null {
  const computed = rows.filter(({ ci95 }) => ci95?.computed)
  const interval = computed[0]?.ci95
  if (!interval) return null
  const counts = new Set(
    computed.map((row) => {
      const [a, b] = [row.runsEach?.before.length ?? row.runs, row.runsEach?.after.length ?? row.runs]
      return a === b ? `n = ${a} a side` : `n = ${a} and ${b}`
    }),
  )
  const n = counts.size === 1 ? [...counts][0] : 'n as listed'
  return `A dashed interval is computed here from the runs: ${interval.of ?? 'of the log ratio'}, ${interval.level} %, ${n}, so it is of the ratio of geometric means. It covers these runs; it does not cover other boots, builds or machines.`
}
