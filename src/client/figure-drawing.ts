import type { StructLayout } from '../model/struct-layout.ts'
import type { FigureChoice } from '../render/figure-choice.ts'
import { renderLayoutParts } from '../render/layout-parts.ts'
import type { PlanContext } from '../render/layout-plan.ts'

/** The markup of a figure and its key for a choice: the very code that drew it at build time. */
export const drawFigure = (layout: StructLayout, context: PlanContext, choice: FigureChoice): string =>
  renderLayoutParts(layout, context, choice.line, choice.hex)
