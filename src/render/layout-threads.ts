import { CHARACTER_EM } from './layout-block.ts'
import type { LayoutPlan } from './layout-plan.ts'
import type { DrawnSide, MemberAnchor } from './layout-side.ts'
import { el, svgText } from './markup.ts'

type Track = { gapLeft: number; gapRight: number; stacked: boolean; labelSize: number; right: number; room: number }
type Ends = { key: number; words: string; from: MemberAnchor; to: MemberAnchor }

/** How many threads of the same row leave or arrive beyond this one: its lane. */
function laneOf(ends: readonly Ends[], own: MemberAnchor, pick: (each: Ends) => MemberAnchor, beyond: number): number {
  return ends.filter((each) => pick(each).top === own.top && beyond * (pick(each).x - own.x) > 0).length
}

/** Down out of the first, along the right margin, into the second from above. */
function stackedPath(ends: readonly Ends[], { from, to }: Ends, at: number, track: Track): string {
  const margin = track.gapLeft + at * Math.min(4, track.room / Math.max(1, ends.length - 1))
  const down = from.bottom + 5 + laneOf(ends, from, (each) => each.from, 1) * 4
  const over = to.top - 10 - laneOf(ends, to, (each) => each.to, 1) * 4
  return `M${from.exit.toFixed(1)} ${from.bottom}V${down}H${margin}V${over}H${to.x.toFixed(1)}V${to.top - 1}`
}

/**
 * The offsets at the end of a lone thread, on the free side of its arrow: the thread comes from the left where the
 * sides stand beside each other, so they stand right of it; else above the thread.
 */
function renderOffsets({ words, to }: Ends, over: number, { stacked, right, labelSize }: Track): string {
  if (!words) return ''
  const width = words.length * labelSize * CHARACTER_EM
  const face = { class: 'code', 'font-size': labelSize }
  const fits = to.x + 9 + width <= right
  if (!stacked && fits) return svgText(to.x + 9, to.top - 6, words, face)
  if (stacked && fits) return svgText(to.x + 6, over - 5, words, face)
  return svgText(stacked ? right : to.x - 8, over - 5, words, { ...face, 'text-anchor': 'end' })
}

/**
 * Threads of moved members: from the block before to the block after, through the gap between the sides (or along the
 * margin when stacked). Crossing curves get a casing of paper.
 */
export function renderThreads(plan: LayoutPlan, before: DrawnSide, after: DrawnSide, track: Track): string {
  const ends = plan.moved.flatMap(({ key, words }): Ends[] => {
    const [from, to] = [before.anchors.get(key), after.anchors.get(key)]
    return from && to ? [{ key, words, from, to }] : []
  })
  return ends
    .map((each, at) => {
      const { from, to } = each
      const head = el('path', { d: `M${(to.x - 4).toFixed(1)} ${to.top - 7}h8l-4 7z`, class: `f-${from.role}` })
      const thread = { class: `thread s-${from.role}`, fill: 'none' }
      if (track.stacked)
        return (
          el('path', { d: stackedPath(ends, each, at, track), ...thread }) +
          head +
          renderOffsets(each, to.top - 10, track)
        )
      const up = from.top - 7 - laneOf(ends, from, (other) => other.from, 1) * 4
      const over = to.top - 10 - laneOf(ends, to, (other) => other.to, -1) * 4
      const middle = (track.gapLeft + track.gapRight) / 2
      const curve = `C${middle} ${up} ${middle} ${over} ${track.gapRight} ${over}`
      return (
        el('path', { d: `M${track.gapLeft} ${up}${curve}`, class: 'thread-case', fill: 'none' }) +
        el('path', {
          d: `M${from.x.toFixed(1)} ${from.top}V${up}H${track.gapLeft}${curve}H${to.x.toFixed(1)}V${to.top - 1}`,
          ...thread,
        }) +
        head +
        renderOffsets(each, over, track)
      )
    })
    .join('')
}
