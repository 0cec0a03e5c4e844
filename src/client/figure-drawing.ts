import type { StructLayout } from '../model/struct-layout.ts'
import type { FigureChoice } from '../render/figure-choice.ts'
import { linesWords, rowsWords } from '../render/figure-heading.ts'
import { renderLayoutParts } from '../render/layout-parts.ts'
import type { PlanContext } from '../render/layout-plan.ts'

/** The markup of a figure and its key for a choice: the very code that drew it at build time. */
export const drawFigure = (layout: StructLayout, context: PlanContext, choice: FigureChoice): string =>
  renderLayoutParts(layout, context, choice.line, choice.hex)

/** The words of a section's heading that depend on the choice: what the rows are, and of equal sizes how many. */
export function drawHeading(section: Element, choice: FigureChoice): void {
  const rows = section.querySelector('.sec-head .head-rows')
  if (rows) rows.textContent = rowsWords(choice)
  const lines = section.querySelector<HTMLElement>('.sec-head .head-lines')
  const bytes = Number(lines?.dataset['bytes'])
  if (lines && bytes > 0)
    lines.textContent = linesWords(bytes, choice.line).replace(/line/, choice.pair ? 'pair' : 'line')
}
