import { CHARACTER_EM } from './layout-block.ts'
import { el, svgText } from './markup.ts'

export type OutsideName = { name: string; x: number; plain: boolean }
type Lane = { lane: number; from: number; to: number; x: number }

const LANE_HEIGHT = 14

/**
 * A lane is free if no name of it is near, no leader of a deeper name runs through this one, and this leader runs
 * through none.
 */
function isFree(placed: readonly Lane[], lane: number, from: number, to: number, x: number): boolean {
  return placed.every((other) => {
    if (other.lane === lane) return to + 6 < other.from || from > other.to + 6
    return other.lane > lane ? other.x < from - 3 || other.x > to + 3 : x < other.from - 3 || x > other.to + 3
  })
}

/**
 * Names that do not fit stand below their row with a leader. They run right and are laid from right to left, so that
 * no leader crosses a name; where the row's end is too near, they run left and are laid from left to right.
 */
export function placeNames(
  names: readonly OutsideName[],
  place: { start: number; end: number; y: number; drop: number; fontSize: number },
): { svg: string; lanes: number } {
  const { start, end, y, drop, fontSize } = place
  let turn = Number.POSITIVE_INFINITY // leaders from here on belong to names that run left
  const sorted = [...names].sort((one, other) => one.x - other.x)
  const measured = [...sorted]
    .reverse()
    .map(({ name, x, plain }) => {
      const width = name.length * (plain ? 0.54 : CHARACTER_EM) * fontSize
      const runsLeft = x - 1 + width > Math.min(end, turn) && x + 1 - width >= start - 70
      if (runsLeft) turn = x
      return { name, x, plain, width, runsLeft }
    })
    .reverse()
  const order = [
    ...measured.filter(({ runsLeft }) => !runsLeft).reverse(),
    ...measured.filter(({ runsLeft }) => runsLeft),
  ]
  const placed: Lane[] = []
  const svg = order.map(({ name, x, width, runsLeft, plain }) => {
    const from = runsLeft ? x + 1 - width : x - 1
    let lane = 0
    while (lane < names.length && !isFree(placed, lane, from, from + width, x)) lane += 1
    placed.push({ lane, from, to: from + width, x })
    const bottom = y + drop + lane * LANE_HEIGHT
    return (
      el('line', { x1: x, x2: x, y1: y, y2: bottom + 4, class: 's-ink2' }) +
      svgText(from, bottom + 14, name, { class: plain ? 'quiet' : 'code', 'font-size': fontSize })
    )
  })
  return { svg: svg.join(''), lanes: Math.max(0, ...placed.map(({ lane }) => lane + 1)) }
}
