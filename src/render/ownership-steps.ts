import type { Access } from '../model/sketch.ts'
import { el, esc, svgText } from './markup.ts'
import { followOwnership, type OwnershipStep } from './ownership.ts'

const coreWidth = 150
const width = coreWidth * 2 + 40
const height = 132

/** What a core's cache holds of the line, in a word. */
function findState(step: OwnershipStep, cpu: number): 'may write' | 'may read' | 'nothing' {
  if (step.owner === cpu) return 'may write'
  return step.sharers.includes(cpu) ? 'may read' : 'nothing'
}

function renderCore(step: OwnershipStep, cpu: number, words: readonly string[]): string {
  const left = cpu * (coreWidth + 40)
  const state = findState(step, cpu)
  const cells = words.map((word, index) => {
    const isHere = state !== 'nothing'
    const isUsed = step.cpu === cpu && step.word === word
    const tone = isUsed ? (step.does === 'w' ? 'write' : 'read') : 'norole'
    return (
      el('rect', {
        x: left + 15 + index * 60,
        y: 62,
        width: 60,
        height: 34,
        class: isHere ? `f-${tone}-fill s-${tone}` : 'hole',
      }) +
      (isHere ? svgText(left + 45 + index * 60, 84, word, { class: `member t-${tone}`, 'text-anchor': 'middle' }) : '')
    )
  })
  return (
    el('rect', { x: left + 1, y: 24, width: coreWidth - 2, height: 104, class: 'core-box' }) +
    svgText(left + 2, 16, `Core ${cpu}`, { class: 'lane-name' }) +
    svgText(left + 15, 48, 'its cache', { class: 'quiet small-text' }) +
    cells.join('') +
    svgText(left + 15, 118, state === 'nothing' ? 'line not here' : `line here, ${state}`, { class: 'small-text' })
  )
}

function says(step: OwnershipStep): string {
  const does = `Core ${step.cpu} ${step.does === 'w' ? 'writes' : 'reads'} ${step.word}.`
  if (step.cost === 'memory') return `${does} The line comes from memory.`
  if (step.cost === 'hit') return `${does} Its cache has the line: nobody is asked.`
  if (step.cost === 'copy') return `${does} It gets a copy; the others keep theirs.`
  const other = `core ${step.from ?? 0}`
  return step.does === 'w'
    ? `${does} ${other[0]?.toUpperCase()}${other.slice(1)} must give the line up first.`
    : `${does} It waits until ${other} hands over what it wrote.`
}

/**
 * Two cores and one line with two words, step by step: a list of still pictures. A script may show one at a time; without
 * it, and without motion, all of them stand there in order.
 */
export function renderOwnershipSteps(accesses: readonly Access[], words: readonly string[], id: string): string {
  const items = followOwnership(accesses).map((step, index) =>
    el(
      'li',
      { class: 'step' },
      el(
        'svg',
        { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-labelledby': `${id}-${index}` },
        el('title', { id: `${id}-${index}` }, esc(`Step ${index + 1}: ${says(step)}`)),
        renderCore(step, 0, words),
        renderCore(step, 1, words),
        step.cost === 'move' &&
          el('path', {
            d: step.cpu === 1 ? 'M151 79h30m-6 -5l6 5l-6 5' : 'M189 79h-30m6 -5l-6 5l6 5',
            class: 'move-line',
          }),
      ),
      el('p', {}, esc(says(step))),
    ),
  )
  return el(
    'figure',
    { class: 'steps', id },
    el('ol', {}, items),
    el(
      'figcaption',
      { class: 'caption' },
      'A sketch of ours: two words on one line, two cores. The order of accesses, no time scale.',
    ),
  )
}
