import type { Benchmark } from '../model/benchmark.ts'
import type { Verdict } from '../model/names.ts'
import { el } from './markup.ts'

export type MarkName =
  | 'improvement'
  | 'regression'
  | 'none'
  | 'claim'
  | 'spread'
  | 'headline-better'
  | 'headline-worse'
  | 'row'

export const verdictWords: Record<Verdict, string> = {
  improvement: 'improvement',
  regression: 'regression',
  'no-evidence-of-change': 'no evidence of change',
  'robot-headline': 'robot headline',
  'listed-by-robot': 'listed by the robot',
  claim: 'claim without variance',
}

/** The mark of a result: shape says what supports it, colour only repeats that. */
export function markOf({ verdict, stddevPercent, runs, changePercent, higherIsBetter }: Benchmark): MarkName {
  if (verdict === 'no-evidence-of-change') return 'none'
  if (verdict === 'listed-by-robot') return 'row'
  if (verdict === 'robot-headline') {
    const worse = higherIsBetter !== null && (changePercent ?? 0) < 0 === higherIsBetter
    return worse ? 'headline-worse' : 'headline-better'
  }
  if (verdict === 'claim') return stddevPercent && runs === null ? 'spread' : 'claim'
  return verdict
}

/** How a result reads, in words: the verdict, and what a claim states of its spread. */
export function readsAs(benchmark: Benchmark): string {
  if (benchmark.precision === 'no-change') return 'stated as no change'
  if (benchmark.verdict === 'claim' && benchmark.stddevPercent) return 'claim, stddev stated'
  if (benchmark.verdict === 'claim' && benchmark.precision === 'up-to') return 'claim, “up to”'
  return verdictWords[benchmark.verdict]
}

const diamond = (size: number): string =>
  el('path', {
    d: `M0 ${-5.6 * size}L${5.6 * size} 0 0 ${5.6 * size} ${-5.6 * size} 0Z`,
    class: 'm-claim',
  })

/** A mark around 0,0. */
export function renderMark(name: MarkName, size = 1): string {
  switch (name) {
    case 'improvement':
      return el('circle', { r: 5 * size, class: 'f-better' })
    case 'regression':
      return el('rect', { x: -4.6 * size, y: -4.6 * size, width: 9.2 * size, height: 9.2 * size, class: 'f-worse' })
    case 'none':
      return el('circle', { r: 4.3 * size, class: 'm-none' })
    case 'claim':
      return diamond(size)
    case 'spread':
      return diamond(size) + el('circle', { r: 1.7 * size, class: 'f-claim' })
    case 'headline-better':
      return el('path', { d: 'M-3.8 -5.6L5.8 0 -3.8 5.6Z', class: 'm-robot' })
    case 'headline-worse':
      return el('path', { d: 'M3.8 -5.6L-5.8 0 3.8 5.6Z', class: 'm-robot' })
    case 'row':
      return el('rect', { x: -1.25, y: -6, width: 2.5, height: 12, class: 'f-none' })
  }
}

/** A mark inside a sentence or a key. */
export const renderInlineMark = (name: MarkName): string =>
  el(
    'svg',
    { class: 'cell-mark', width: 14, height: 14, viewBox: '-7 -7 14 14', 'aria-hidden': 'true' },
    renderMark(name, 0.95),
  )
