import type { Verdict } from '../model/names.ts'
import { type Child, el } from './markup.ts'

/** What of a result its mark shows beside the verdict. */
export type MarkOptions = {
  /** 1 = as in the result tables. */
  size?: number
  /** A claim whose source states a spread (runs not): the diamond with a dot. */
  spread?: boolean
  /** A robot's headline points the way the robot words it. */
  isBetter?: boolean
}

/** The mark of a verdict around 0,0. Shape says which; colour only repeats it; filled = an interval supports it. */
export function renderMark(verdict: Verdict, { size = 1, spread = false, isBetter = true }: MarkOptions = {}): string {
  const s = (length: number): number => Math.round(length * size * 100) / 100
  const diamond = `M0 ${s(-5.6)}L${s(5.6)} 0 0 ${s(5.6)} ${s(-5.6)} 0Z`
  const way = isBetter ? 1 : -1
  switch (verdict) {
    case 'improvement':
      return el('circle', { r: s(5), class: 'f-better' })
    case 'regression':
      return el('rect', { x: s(-4.6), y: s(-4.6), width: s(9.2), height: s(9.2), class: 'f-worse' })
    case 'no-evidence-of-change':
      return el('circle', { r: s(4.3), class: 'm-none' })
    case 'robot-headline':
      return el('path', {
        d: `M${s(-3.8 * way)} ${s(-5.6)}L${s(5.8 * way)} 0 ${s(-3.8 * way)} ${s(5.6)}Z`,
        class: 'm-robot',
      })
    case 'listed-by-robot':
      return el('rect', { x: -1.25, y: -6, width: 2.5, height: 12, class: 'f-none' })
    case 'claim':
      return (
        el('path', { d: diamond, class: 'm-claim' }) + (spread ? el('circle', { r: s(1.7), class: 'f-claim' }) : '')
      )
  }
}

/** A mark inside a sentence, a cell or a key; what it says stands in words beside it. */
export function inlineMark(verdict: Verdict, options: MarkOptions = {}): string {
  return el(
    'svg',
    { class: 'cell-mark', width: 14, height: 14, viewBox: '-7 -7 14 14', 'aria-hidden': 'true' },
    renderMark(verdict, { size: 0.95, ...options }),
  )
}

/** Places markup at a position in per cent of the plot's width, so that the plot is fluid and its marks never stretch. */
export function atPercent(percent: number, y: number, inner: Child): string {
  return el('svg', { x: `${percent.toFixed(2)}%`, y, overflow: 'visible', width: 1, height: 1 }, inner)
}
