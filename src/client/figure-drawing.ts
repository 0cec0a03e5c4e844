import type { StructLayout } from '../model/struct-layout.ts'
import type { FigureChoice } from '../render/figure-choice.ts'
import { renderLayoutFigures } from '../render/layout-figure.ts'
import { renderLayoutKey } from '../render/layout-key.ts'
import { type PlanContext, planLayout } from '../render/layout-plan.ts'

/** The markup of a figure and its key for a choice: the very code that drew it at build time. */
export function drawFigure(layout: StructLayout, context: PlanContext, choice: FigureChoice): string {
  const plan = planLayout(layout, context, choice.line)
  const names = layout.members.map(({ name }) => name)
  return renderLayoutFigures({ ...plan, hex: choice.hex }, names) + renderLayoutKey(plan)
}
