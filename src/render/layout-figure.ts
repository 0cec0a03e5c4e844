import type { LayoutPlan, PlannedSide } from './layout-plan.ts'
import { type Geometry, renderSide } from './layout-side.ts'
import { renderThreads } from './layout-threads.ts'
import { el, esc, idPart, svgText } from './markup.ts'

/** `slim` stands in a column of cases side by side. */
export type FigureSize = 'wide' | 'medium' | 'narrow' | 'slim'
/** The sizes of a case's page, of which the style sheet shows one. */
export const figureSizes: readonly FigureSize[] = ['wide', 'medium', 'narrow']

/** The scale of a size: pixels a byte are chosen so that a 64-byte line fits; longer lines are drawn finer. */
function geometryOf(plan: LayoutPlan, size: FigureSize): Geometry {
  const bytes = plan.cachelineBytes
  if (size === 'wide') {
    const gutter = hasOverview(plan) ? 92 : 60
    return { width: 1152, gutter, px: (540 - gutter) / bytes, fontSize: 11, mostLines: 2, stacked: false }
  }
  if (size === 'medium') return { width: 674, gutter: 72, px: 576 / bytes, fontSize: 11.5, mostLines: 2, stacked: true }
  const width = size === 'slim' ? 228 : 328
  return { width, gutter: 4, px: (width - 18) / bytes, fontSize: 10.5, mostLines: 3, stacked: true }
}

const isFolded = (side: PlannedSide): boolean => side.rows.some(({ kind }) => kind === 'fold')
const hasOverview = (plan: LayoutPlan): boolean =>
  plan.scale === 'bytes' &&
  plan.base === 'aligned' &&
  plan.totalLines !== null &&
  plan.totalLines > 2 &&
  plan.totalLines <= 200 &&
  (isFolded(plan.before) || isFolded(plan.after))

/** Where the shown lines stand in the struct: one bar a line, longer where shown, longest and red where shared. */
function renderOverview(side: PlannedSide, total: number, x: number, y: number): string {
  const pitch = Math.min(5, 300 / total)
  const bars = Array.from({ length: total }, (_, line) => {
    const row = side.rows.find((each) => each.kind === 'line' && each.line === line)
    const shared = row?.kind === 'line' && row.verdict.kind === 'conflict'
    return el('rect', {
      x,
      y: y + line * pitch,
      width: shared ? 22 : row ? 14 : 8,
      height: pitch * 0.68,
      class: shared ? 'f-shared' : row ? 'f-claim' : 'f-unknown',
    })
  })
  return bars.join('') + svgText(x, y - 8, `${total} lines`, { class: 'quiet', 'font-size': 10.5 })
}

/**
 * The cacheline diagram in one size: lines as rows, members as blocks to scale, before beside after (or above it).
 * `names` are the members' full names by key.
 */
export function renderLayoutFigure(plan: LayoutPlan, names: readonly string[], size: FigureSize): string {
  const geometry = geometryOf(plan, size)
  const wide = size === 'wide'
  const overview = wide && hasOverview(plan)
  const before = renderSide(plan.before, { ...geometry, x0: 0, y0: 0, first: true, plan, names })
  const after = renderSide(plan.after, {
    ...geometry,
    x0: wide ? 612 : 0,
    y0: wide ? 0 : before.bottom + 26,
    first: false,
    plan,
    names,
  })
  const threads = renderThreads(plan, before, after, {
    gapLeft: wide ? before.left + before.width + 14 : size === 'medium' ? 660 : geometry.width - 7,
    gapRight: wide ? after.left - 62 - (overview ? 36 : 0) : 0,
    stacked: !wide,
    labelSize: 11,
    right: after.left + after.width,
    room: size === 'medium' ? 12 : 6,
  })
  const total = plan.totalLines ?? 0
  const maps = overview ? renderOverview(plan.before, total, 0, 62) + renderOverview(plan.after, total, 612, 62) : ''
  const height = Math.max(before.bottom, after.bottom, maps ? 66 + Math.min(total * 5, 300) : 0) + 6
  const id = `${idPart(plan.id)}-${size}`
  return el(
    'svg',
    {
      class: `layout ${size}`,
      viewBox: `0 0 ${geometry.width} ${Math.round(height)}`,
      width: geometry.width,
      height: Math.round(height),
      role: 'img',
      'aria-labelledby': `${id}-t ${id}-d`,
    },
    el('title', { id: `${id}-t` }, esc(plan.title)),
    el('desc', { id: `${id}-d` }, esc(plan.description)),
    maps,
    before.svg,
    after.svg,
    threads,
  )
}

/** Wide, stacked and narrow; the style sheet shows one of the three. */
export function renderLayoutFigures(plan: LayoutPlan, names: readonly string[]): string {
  return figureSizes.map((size) => renderLayoutFigure(plan, names, size)).join('')
}
