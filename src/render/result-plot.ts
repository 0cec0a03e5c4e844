import { ticks as d3Ticks } from 'd3'
import { withMinus } from './format-number.ts'
import { el, esc } from './markup.ts'
import { type MarkName, renderMark } from './result-mark.ts'

/** The scale of a plot column: it begins at zero or spans it, with at most six ticks. */
export type PlotScale = { low: number; high: number; ticks: number[] }

/** A scale that holds all values and zero, ended at ticks. */
export function buildScale(values: readonly number[]): PlotScale {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  if (low === high) return { low: 0, high: 1, ticks: [0, 1] }
  const marks = d3Ticks(low, high, 5)
  const step = (marks[1] ?? 1) - (marks[0] ?? 0) || 1
  const first = Math.floor(low / step + 1e-9)
  const last = Math.ceil(high / step - 1e-9)
  const all = Array.from({ length: Math.min(last - first + 1, 12) }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  )
  const shown = all.length > 6 ? all.filter((tick) => Math.round(tick / step) % 2 === 0) : all
  return { low: all[0] ?? low, high: all[all.length - 1] ?? high, ticks: shown }
}

const percentOf = ({ low, high }: PlotScale, value: number): number =>
  Math.round(Math.min(100, Math.max(0, ((value - low) / (high - low)) * 100)) * 100) / 100

const at = (percent: number, y: number, inner: string): string =>
  el('svg', { x: `${percent}%`, y, overflow: 'visible', width: 1, height: 1 }, inner)

const tones: Record<MarkName, string> = {
  improvement: 'better',
  regression: 'worse',
  none: 'none',
  claim: 'claim',
  spread: 'claim',
  'headline-better': 'none',
  'headline-worse': 'none',
  row: 'none',
}

/** The lines of a scale for `grid` of `renderPlot`: drawn nowhere, each row uses them. */
export const renderGridDefs = (id: string, scale: PlotScale, tall: boolean): string =>
  el(
    'svg',
    { class: 'defs', width: 0, height: 0, 'aria-hidden': 'true' },
    el('defs', {}, el('g', { id }, renderGrid(scale, heightOf(tall)))),
  )

/** A row with a lane for the interval is higher. */
const heightOf = (tall: boolean): number => (tall ? 38 : 31)

function renderGrid(scale: PlotScale, height: number): string {
  return scale.ticks
    .map((tick) => {
      const x = `${percentOf(scale, tick)}%`
      return el('line', { x1: x, x2: x, y1: 0, y2: height, class: tick === 0 ? 'zero' : 'tick' })
    })
    .join('')
}

export type PlotRow = {
  value: number | null
  mark: MarkName
  interval: { low: number; high: number; ofValue: boolean; computed: boolean } | null
  label: string
}

/**
 * One row's plot. The whisker goes through the mark only where it is the interval of what the mark shows; else it has
 * a lane of its own. A computed interval is dashed. `grid` is the id of the lines where they stand once for all rows.
 */
export function renderPlot(row: PlotRow, scale: PlotScale, tall: boolean, grid?: string): string {
  const { value, mark, interval, label } = row
  const apart = interval !== null && !interval.ofValue
  const height = heightOf(tall)
  const y = tall && apart ? 12 : height / 2
  const lane = tall && apart ? 27 : height / 2
  const whisker = { class: `whisker s-${tones[mark]}${interval?.computed ? ' computed' : ''}` }
  const ends = interval ? [percentOf(scale, interval.low), percentOf(scale, interval.high)] : []
  return el(
    'svg',
    { class: 'plot', width: '100%', height, role: 'img', 'aria-label': label },
    grid === undefined ? renderGrid(scale, height) : el('use', { href: `#${grid}` }),
    ends.length === 2 && el('line', { x1: `${ends[0]}%`, x2: `${ends[1]}%`, y1: lane, y2: lane, ...whisker }),
    ends.map((x) => el('line', { x1: `${x}%`, x2: `${x}%`, y1: lane - 4, y2: lane + 4, ...whisker })),
    value !== null && at(percentOf(scale, value), y, renderMark(mark)),
  )
}

/** Two values of one counter: open before, filled after; a count is not a verdict. */
export function renderDumbbell(before: number | null, after: number | null, scale: PlotScale, label: string): string {
  const [from, to] = [
    before === null ? null : percentOf(scale, before),
    after === null ? null : percentOf(scale, after),
  ]
  return el(
    'svg',
    { class: 'plot', width: '100%', height: 31, role: 'img', 'aria-label': label },
    renderGrid(scale, 31),
    from !== null &&
      to !== null &&
      el('line', { x1: `${to}%`, x2: `${from}%`, y1: 15.5, y2: 15.5, class: 'whisker s-none' }),
    from !== null && at(from, 15.5, el('circle', { r: 4.3, class: 'm-none' })),
    to !== null && at(to, 15.5, el('circle', { r: 4.6, class: 'f-none' })),
  )
}

/** Tick labels of a plot column; below "← worse" and "better →" where the direction is known. */
export function renderAxis(scale: PlotScale, unit: string, direction: 'right' | 'left' | null, sign = true): string {
  const words =
    direction === null
      ? ''
      : el(
          'span',
          { class: 'dir' },
          `<span>${direction === 'right' ? (scale.low < 0 ? '← worse' : '') : '← better'}</span>`,
          `<span>${direction === 'right' ? 'better →' : scale.high > 0 ? 'worse →' : ''}</span>`,
        )
  const labels = scale.ticks.map((tick) => {
    const x = percentOf(scale, tick)
    const text = `${tick > 0 && sign ? '+' : ''}${withMinus(String(tick))}${unit}`
    return el(
      'text',
      {
        x: `${x}%`,
        y: 13,
        class: tick === 0 ? 'b' : 'quiet',
        'text-anchor': x < 1 ? 'start' : x > 99 ? 'end' : 'middle',
      },
      esc(text),
    )
  })
  return words + el('svg', { class: 'plot', width: '100%', height: 18, 'aria-hidden': 'true' }, labels)
}

/** A number aligned on its point: what follows it has the width of `decimals` digits, by class. */
export function renderAligned(printed: string, decimals: number): string {
  const [whole = '', fraction] = withMinus(printed).split('.')
  if (decimals === 0) return esc(withMinus(printed))
  return `${esc(whole)}${el('span', { class: `frac d${Math.min(5, decimals)}` }, fraction === undefined ? '' : `.${esc(fraction)}`)}`
}
