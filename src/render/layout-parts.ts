import type { StructLayout } from '../model/struct-layout.ts'
import { renderLayoutFigures } from './layout-figure.ts'
import { renderLayoutKey } from './layout-key.ts'
import { type PlanContext, type PlannedSide, planLayout } from './layout-plan.ts'
import { el } from './markup.ts'

const countLines = ({ rows }: PlannedSide): number => rows.filter(({ kind }) => kind === 'line').length

/**
 * A layout's figure with its key. Of a struct with very many lines of the patch the first are drawn, and the rest
 * stands under them in a fold that needs no script. `lineBytes` and `hex` as a reader chose them.
 */
export function renderLayoutParts(layout: StructLayout, context: PlanContext, lineBytes?: number, hex = false): string {
  const names = layout.members.map(({ name }) => name)
  const plan = { ...planLayout(layout, context, lineBytes), hex }
  const further = { ...planLayout(layout, context, lineBytes, 'further'), hex }
  const [before, after] = [countLines(further.before), countLines(further.after)]
  const first = renderLayoutFigures(plan, names)
  if (plan.scale === 'order' || before + after === 0) return first + renderLayoutKey(plan)
  const both = {
    ...plan,
    before: { ...plan.before, rows: [...plan.before.rows, ...further.before.rows] },
    after: { ...plan.after, rows: [...plan.after.rows, ...further.after.rows] },
  }
  const words = `More lines with members of the patch: ${before} before, ${after} after`
  return (
    first +
    el('details', { class: 'furtherlines' }, el('summary', {}, words), renderLayoutFigures(further, names)) +
    renderLayoutKey(both)
  )
}
