import type { Technique } from '../model/names.ts'
import {
  anyInterval,
  apartInterval,
  EDGE_RATIO,
  edgeWords,
  isOff,
  LANE_PX,
  ratioPosition,
  ratioTicks,
  type StackedEffect,
  stackEffects,
} from './effect-stack.ts'
import { type Effect, type Effects, effectSentence } from './effects.ts'
import { renderByCase } from './few-effects.ts'
import { atPercent, inlineMark, renderMark } from './marks.ts'
import { el, esc } from './markup.ts'

/** A figure is drawn from eight marks on. */
export const FEWEST_MARKS = 8
const x = ratioPosition
const fewTicks = ratioTicks.filter(([ratio]) => [1, 1.5, 2, 3, 5, 10].includes(ratio))
type Size = 'wide' | 'narrow'
/** Least distance of two marks beside each other, in per cent of the narrowest plot of that size. */
const distances: Record<Size, number> = { wide: 1.55, narrow: 3.6 }

/** Colours of verdicts that an interval supports. */
export const tones: Partial<Record<Effect['verdict'], string>> = { improvement: 'better', regression: 'worse' }

function renderPlaced({ effect, at }: StackedEffect, y: number): string {
  const ends = anyInterval(effect)
  // Through the mark only where it is the interval of the very statistic the mark shows; else on a lane below.
  const lane = effect.ratioInterval ? y : y + LANE_PX
  const interval =
    ends &&
    el('line', {
      x1: `${x(ends[0]).toFixed(2)}%`,
      x2: `${x(ends[1]).toFixed(2)}%`,
      y1: lane,
      y2: lane,
      class: `whisker s-${tones[effect.verdict] ?? 'none'}`,
    })
  const right = effect.ratio > EDGE_RATIO
  const words =
    isOff(effect) &&
    atPercent(
      at,
      y,
      el(
        'text',
        { x: right ? -9 : 9, y: 4, class: 'quiet', 'text-anchor': right ? 'end' : 'start', 'font-size': 11 },
        edgeWords(effect),
      ),
    )
  const options = { size: 0.84, spread: effect.stddevPercent !== null, isBetter: effect.ratio >= 1 }
  // A disc nobody sees gives the mark a target of 24 px where it stands alone.
  const target = el('circle', { r: 6, fill: 'none', 'pointer-events': 'all' })
  return el(
    'a',
    { href: `/cases/${effect.slug}/#results` },
    el('title', {}, esc(effectSentence(effect))),
    interval,
    atPercent(at, y, target + renderMark(effect.verdict, options)),
    words,
  )
}

function renderPlot(technique: string, effects: readonly Effect[], size: Size): string {
  const placed = stackEffects(effects, distances[size])
  const top = placed.reduce((most, mark) => Math.max(most, mark.up), 0)
  const height = Math.max(31, Math.ceil(top) + 26)
  const grid = ratioTicks.map(([ratio]) =>
    el('line', {
      x1: `${x(ratio).toFixed(2)}%`,
      x2: `${x(ratio).toFixed(2)}%`,
      y1: 0,
      y2: height,
      class: ratio === 1 ? 'zero' : 'tick',
    }),
  )
  const ground = top === 0 ? 15.5 : height - 13
  return el(
    'svg',
    {
      class: `plot ${size}`,
      width: '100%',
      height,
      role: 'group',
      'aria-label': `${technique}: ${effects.length} effects`,
    },
    grid,
    placed.map((mark) => renderPlaced(mark, ground - mark.up)),
  )
}

function renderAxis(size: Size): string {
  return el(
    'svg',
    { class: `plot ${size}`, width: '100%', height: 18, 'aria-hidden': 'true' },
    (size === 'wide' ? ratioTicks : fewTicks).map(([ratio, label]) =>
      el(
        'text',
        {
          x: `${x(ratio).toFixed(2)}%`,
          y: 13,
          class: ratio === 1 ? 'b' : ratio < 1 || ratio === 1.2 ? 'quiet roomy' : 'quiet',
          'text-anchor': 'middle',
        },
        label,
      ),
    ),
  )
}

/** A row of the figure: a technique, how many cases there are of it. */
export type EffectRow = { technique: Technique; effects: Effect[]; cases: number }

/** Techniques by number of effects, then of cases; `other` last. */
export function buildEffectRows(effects: readonly Effect[], caseCounts: ReadonlyMap<Technique, number>): EffectRow[] {
  const byTechnique = Map.groupBy(effects, (effect) => effect.technique)
  return [...caseCounts]
    .map(([technique, cases]) => ({ technique, effects: byTechnique.get(technique) ?? [], cases }))
    .sort(
      (a, b) =>
        Number(a.technique === 'other') - Number(b.technique === 'other') ||
        b.effects.length - a.effects.length ||
        b.cases - a.cases,
    )
}

/** How many cases state them. */
export const statedBy = (effects: readonly Effect[]): number => new Set(effects.map((effect) => effect.slug)).size
/** `1 case`, `2 cases`. */
export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

function renderRow({ technique, effects, cases }: EffectRow): string {
  return el(
    'tr',
    {},
    el('th', { scope: 'row', class: 'name' }, el('a', { href: `/techniques/${technique}/` }, technique)),
    el('td', { class: 'plotcell' }, renderPlot(technique, effects, 'wide'), renderPlot(technique, effects, 'narrow')),
    el(
      'td',
      { class: 'n change' },
      String(effects.length),
      el('span', { class: 'narrow-word' }, effects.length === 1 ? ' effect' : ' effects'),
    ),
    el(
      'td',
      { class: 'n rest', 'data-label': 'from' },
      `${statedBy(effects)} `,
      el('span', { class: 'quiet' }, `of ${cases}`),
      el('span', { class: 'narrow-word' }, ' cases'),
    ),
  )
}

const keys = [
  ['improvement', false, 'improvement: interval excludes no change'],
  ['no-evidence-of-change', false, 'no evidence of change'],
  ['regression', false, 'regression: interval excludes no change'],
  ['robot-headline', false, 'robot headline'],
  ['claim', false, 'claim without variance'],
  ['claim', true, 'claim, standard deviation stated, runs not'],
] as const

/** The key of the marks that occur, with their numbers; that no interval supports a gain or a loss is said too. */
export function renderKey(drawn: readonly Effect[]): string {
  const items = keys.map(([verdict, spread, words]) => {
    const count = drawn.filter(
      (effect) => effect.verdict === verdict && (verdict !== 'claim' || (effect.stddevPercent !== null) === spread),
    ).length
    const isLeft = count === 0 && (verdict === 'claim' || verdict === 'robot-headline')
    return isLeft ? '' : el('li', {}, inlineMark(verdict, { spread }), `${words}, ${count}`)
  })
  return el('ul', { class: 'key' }, items)
}

/** `slab-align (16 cases, 2 results without a stated better side)`: a technique of which nothing is drawn. */
function silentWords({ technique, cases }: EffectRow, undirected: Effects['undirected']): string {
  const count = undirected.get(technique) ?? 0
  const stated = count > 0 ? `, ${plural(count, 'result')} without a stated better side` : ''
  return `${technique} (${plural(cases, 'case')}${stated})`
}

function renderCaption({ drawn, left, undirected }: Effects, rows: readonly EffectRow[]): string {
  const silent = rows.filter((row) => row.effects.length === 0)
  const apart = drawn.filter((effect) => apartInterval(effect) !== null).length
  const reasons = [
    left.noEffect > 0 && `${left.noEffect} that are no speed (counts, shares of samples)`,
    left.listed > 0 && `${plural(left.listed, 'further row')} of robot tables`,
    left.noPercentage > 0 && `${left.noPercentage} without a percentage`,
    left.noDirection > 0 && `${left.noDirection} whose better side is not stated`,
    left.otherPatch > 0 && `${left.otherPatch} of other patches`,
  ].filter((reason) => reason !== false)
  const words = [
    `${plural(drawn.length, 'effect')} from ${plural(statedBy(drawn), 'case')}.`,
    'Each mark is one stated result on its own metric and machine; they are not averaged, and marks of one case are not independent.',
    'Scale: ratio, logarithmic; where lower is better, before ÷ after.',
    reasons.length > 0 && `Not drawn: ${reasons.join(', ')}.`,
    apart > 0 &&
      `A line below a mark is the interval of another statistic than the mark’s (${apart}): the case’s page names both.`,
    silent.length > 0 && `Nothing drawn: ${silent.map((row) => silentWords(row, undirected)).join(', ')}.`,
    'Most cases publish no number, and those that do may be the better ones.',
  ]
  return el(
    'figcaption',
    { class: 'caption' },
    words
      .filter((sentence) => sentence !== false)
      .map(esc)
      .join(' '),
  )
}

/** Below eight marks: what is stated, as a table, and that it is too little for a figure. */
function renderTooFew(effects: Effects): string {
  const says = `${plural(effects.drawn.length, 'stated effect')}: a figure is drawn from ${FEWEST_MARKS} on.`
  return el('figure', {}, renderByCase(effects.drawn), el('figcaption', { class: 'caption' }, says))
}

/** Figure 3: every stated effect by technique, one mark a result, on a log scale of the ratio. */
export function renderEffectsFigure(effects: Effects, rows: readonly EffectRow[]): string {
  if (effects.drawn.length < FEWEST_MARKS) return renderTooFew(effects)
  const directions = el('span', { class: 'dir' }, el('span', {}, '← worse'), el('span', {}, 'better →'))
  const head = el(
    'tr',
    {},
    el('th', { scope: 'col' }, 'technique'),
    el('th', { scope: 'col', class: 'plotcell' }, directions, renderAxis('wide'), renderAxis('narrow')),
    el('th', { scope: 'col', class: 'n' }, 'effects'),
    el('th', { scope: 'col', class: 'n' }, 'from cases'),
  )
  const body = rows.filter((row) => row.effects.length > 0).map(renderRow)
  return el(
    'figure',
    {},
    el('table', { class: 'results strip' }, el('thead', {}, head), el('tbody', {}, body)),
    renderKey(effects.drawn),
    renderCaption(effects, rows),
  )
}
