import { type Technique, techniques } from '../model/names.ts'
import type { CaseRow } from './case-row.ts'
import { buildEffectRows, renderEffectsFigure } from './effects-figure.ts'
import { renderYears } from './home-counts.ts'
import { el } from './markup.ts'
import { cpuAxis, renderScatterFigure } from './scatter-figure.ts'

/** The figures of a view of the table: effects by technique and against CPUs, cases per year, of just these rows. */
export function renderViewFigures(rows: readonly CaseRow[]): string {
  const counts = new Map<Technique, number>()
  for (const { technique } of rows) {
    const known = techniques.find((name) => name === technique)
    if (known) counts.set(known, (counts.get(known) ?? 0) + 1)
  }
  const drawn = rows.flatMap((row) => row.effects)
  const left = rows.reduce((sum, row) => sum + row.left, 0)
  const effects = {
    drawn,
    undirected: new Map(),
    left: { noPercentage: 0, noDirection: 0, noEffect: 0, otherPatch: 0, listed: 0 },
  }
  const rest =
    left > 0 &&
    el('p', { class: 'caption' }, `${left} further results of these cases are not drawn: the page Explore says why.`)
  return [
    el('h2', {}, 'Effects of this view'),
    renderEffectsFigure(effects, buildEffectRows(drawn, counts)),
    rest || '',
    el('h2', {}, 'Effects of this view against CPUs'),
    renderScatterFigure(drawn, cpuAxis),
    el('h2', {}, 'Cases of this view per year'),
    renderYears(rows),
  ].join('')
}
