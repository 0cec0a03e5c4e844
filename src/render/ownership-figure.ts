import type { AccessSketch } from '../model/sketch.ts'
import { el, esc, svgText } from './markup.ts'
import { countMoves, followOwnership, type OwnershipStep } from './ownership.ts'

const stepWidth = 44
const laneHeight = 44
const gutter = 56
const top = 22
/** Width of a character of a word under its mark, in px. */
const CHARACTER = 7
const x = (index: number): number => gutter + index * stepWidth + stepWidth / 2
const y = (cpu: number): number => top + cpu * laneHeight + laneHeight / 2

/** A square for a write, a circle for a read; filled where it had to wait for another core. */
function renderAccess(step: OwnershipStep, index: number): string {
  const waits = step.cost === 'move'
  const tone = step.does === 'w' ? 'write' : 'read'
  const words = `${step.does === 'w' ? 'writes' : 'reads'} ${step.word}${waits ? ', waits for the line' : ''}`
  const shape =
    step.does === 'w'
      ? el('rect', {
          x: x(index) - 8,
          y: y(step.cpu) - 8,
          width: 16,
          height: 16,
          class: waits ? `f-${tone} s-${tone}` : `f-paper s-${tone}`,
        })
      : el('circle', {
          cx: x(index),
          cy: y(step.cpu),
          r: 8,
          class: waits ? `f-${tone} s-${tone}` : `f-paper s-${tone}`,
        })
  return el('g', {}, el('title', {}, esc(words)), shape)
}

/** The way of a line from the core that had it to the one that waits for it. */
function renderMove(step: OwnershipStep, index: number): string {
  if (step.cost !== 'move' || step.from === null) return ''
  const down = step.cpu > step.from
  const start = y(step.from)
  const end = y(step.cpu) + (down ? -12 : 12)
  const before = x(index) - stepWidth / 2 - 6
  const head = down ? -5 : 5
  return (
    el('path', {
      d: `M${before} ${start}C${before + 18} ${start} ${x(index)} ${start} ${x(index)} ${end}`,
      class: 'move-line',
    }) +
    el('path', {
      d: `M${x(index) - 4} ${end + head}L${x(index)} ${end} ${x(index) + 4} ${end + head}`,
      class: 'move-line',
    })
  )
}

/** The line arrives from a lane below: the word then stands above its mark, clear of the arrow. */
const comesFromBelow = (step: OwnershipStep): boolean =>
  step.cost === 'move' && step.from !== null && step.from > step.cpu

function renderPanel(name: string, cpus: readonly string[], steps: readonly OwnershipStep[], id: string): string {
  const longest = Math.max(0, ...steps.map(({ word }) => word.length))
  const width = gutter + steps.length * stepWidth + Math.max(8, Math.ceil((longest * CHARACTER - stepWidth) / 2) + 4)
  const height = top + cpus.length * laneHeight + 4
  const moves = countMoves(steps)
  const says = steps
    .map(
      (step) =>
        `${cpus[step.cpu] ?? ''} ${step.does === 'w' ? 'writes' : 'reads'} ${step.word}${step.cost === 'move' ? ' and waits' : ''}`,
    )
    .join('; ')
  const lanes = cpus.map(
    (cpu, index) =>
      svgText(0, y(index) + 4, cpu, { class: 'lane-name' }) +
      el('line', { x1: gutter, x2: gutter + steps.length * stepWidth, y1: y(index), y2: y(index), class: 'tick' }),
  )
  const words = steps.map((step, index) =>
    step.word === steps[index - 1]?.word && step.line === steps[index - 1]?.line
      ? ''
      : svgText(x(index), y(step.cpu) + (comesFromBelow(step) ? -14 : 22), step.word, {
          class: 'access-word',
          'text-anchor': 'middle',
        }),
  )
  return el(
    'figure',
    { class: 'accesses-side' },
    el(
      'p',
      { class: 'side-title' },
      `${esc(name)}: ${moves === 0 ? 'no access waits' : `${moves} of ${steps.length} accesses wait for another core`}`,
    ),
    el(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': `${name}, drawn` },
      el(
        'svg',
        { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-labelledby': `${id}-t ${id}-d` },
        el('title', { id: `${id}-t` }, esc(`${name}: accesses of ${cpus.length} CPUs in order`)),
        el('desc', { id: `${id}-d` }, esc(says)),
        lanes,
        steps.map(renderMove),
        steps.map(renderAccess),
        words,
      ),
    ),
  )
}

/**
 * Accesses of several CPUs to lines, before and after: who waits for whom. No time scale; each column is one access.
 * `id` must be unique on the page.
 */
export function renderOwnershipFigure(sketch: AccessSketch, id: string): string {
  const key = el(
    'ul',
    { class: 'key' },
    [
      ['w', 'hit', 'write'],
      ['r', 'hit', 'read'],
      [
        'w',
        'move',
        'filled: waits for another core, which gives the line up to a writer and shares what it wrote with a reader',
      ],
    ].map(([does, cost, words]) =>
      el(
        'li',
        {},
        el(
          'svg',
          { width: 18, height: 18, viewBox: '-9 -9 18 18', 'aria-hidden': 'true' },
          does === 'w'
            ? el('rect', {
                x: -7,
                y: -7,
                width: 14,
                height: 14,
                class: cost === 'move' ? 'f-write s-write' : 'f-paper s-write',
              })
            : el('circle', { r: 7, class: 'f-paper s-read' }),
        ),
        esc(words ?? ''),
      ),
    ),
  )
  return el(
    'figure',
    { class: 'accesses', id },
    el(
      'div',
      { class: 'accesses-sides' },
      renderPanel('Before', sketch.cpus, followOwnership(sketch.before), `${id}-before`),
      renderPanel('After', sketch.cpus, followOwnership(sketch.after), `${id}-after`),
    ),
    key,
    el(
      'figcaption',
      { class: 'caption' },
      `${esc(sketch.says)} A sketch of ours: order of accesses, no time scale. A fetch from memory, or of a copy that nobody has changed, is not counted as a wait.`,
    ),
  )
}
