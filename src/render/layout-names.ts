import { breakName, CHARACTER_EM } from './layout-block.ts'
import { el, svgText } from './markup.ts'

export type OutsideName = { name: string; x: number; plain: boolean }
/** `room`: how far a name may run past the row's end. */
type Place = { start: number; end: number; room: number; y: number; drop: number; fontSize: number }
type Measured = OutsideName & { width: number; runsLeft: boolean }
type Lane = { lane: number; from: number; to: number; x: number }
/** The names of a row as markup, and how many lanes of 14 px they take below it. */
export type PlacedNames = { svg: string; lanes: number }

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

/** Widths, and which names run left because the row's end, or a name that does, is too near. */
function measure(names: readonly OutsideName[], { start, end, fontSize }: Place): Measured[] {
  let turn = Number.POSITIVE_INFINITY // leaders from here on belong to names that run left
  return [...names]
    .sort((one, other) => other.x - one.x)
    .map((label) => {
      const width = label.name.length * (label.plain ? 0.54 : CHARACTER_EM) * fontSize
      const runsLeft = label.x - 1 + width > Math.min(end, turn) && label.x + 1 - width >= Math.max(-10, start - 70)
      if (runsLeft) turn = label.x
      return { ...label, width, runsLeft }
    })
    .reverse()
}

/** A name's text in pieces of at most `columns`, at underscores where it has them. */
function pieces(name: string, columns: number): string[] {
  const broken = breakName(name, columns, 8)
  if (broken) return broken
  return Array.from({ length: Math.min(12, Math.ceil(name.length / columns)) }, (_, at) =>
    name.slice(at * columns, (at + 1) * columns),
  )
}

/** Names too long to run from their leaders: numbers under the blocks, and the names by number below. */
function listNames(names: readonly Measured[], { start, end, y, drop, fontSize }: Place): PlacedNames {
  const columns = Math.max(8, Math.floor((end - start) / (CHARACTER_EM * fontSize)) - 4)
  let lane = 1
  let free = start
  const svg = names.map(({ name, x: own, plain }, at) => {
    const number = String(at + 1)
    // Under members of a byte or two the next number stands beside the one before it.
    const x = Math.max(own, free)
    free = x + (number.length + 0.4) * CHARACTER_EM * Math.min(10, fontSize)
    const label = { class: plain ? 'quiet' : 'code', 'font-size': fontSize }
    const mark = svgText(x, y + drop + 11, number, { class: 'code quiet', 'font-size': Math.min(10, fontSize) })
    const lines = pieces(name, columns).map((piece, row) => {
      const words = row === 0 ? `${number.padStart(2)}  ${piece}` : `    ${piece}`
      lane += 1
      return svgText(start, y + drop + lane * LANE_HEIGHT - 2, words.replace(/ /g, '\u00a0'), label)
    })
    return mark + lines.join('')
  })
  return { svg: svg.join(''), lanes: lane }
}

/**
 * Names that do not fit stand below their row with a leader. They run right and are laid from right to left, so that
 * no leader crosses a name; where the row's end is too near, they run left and are laid from left to right. Names
 * longer than the room there is, and names that can not all stand free, become a numbered list.
 */
export function placeNames(names: readonly OutsideName[], place: Place): PlacedNames {
  const { end, room, y, drop, fontSize } = place
  const measured = measure(names, place)
  if (measured.some(({ x, width, runsLeft }) => !runsLeft && x - 1 + width > end + room))
    return listNames(measured, place)
  const order = [
    ...measured.filter(({ runsLeft }) => !runsLeft).reverse(),
    ...measured.filter(({ runsLeft }) => runsLeft),
  ]
  const placed: Lane[] = []
  let isCrossed = false
  const isOnly = measured.filter(({ runsLeft }) => runsLeft).length === 1
  const svg = order.map(({ name, x, width, runsLeft, plain }) => {
    // The only name that runs left ends with the row: it then stands under its own block as far as it can.
    const from = runsLeft ? (isOnly ? Math.max(x + 1, end) : x + 1) - width : x - 1
    let lane = 0
    while (lane < names.length && !isFree(placed, lane, from, from + width, x)) lane += 1
    if (lane === names.length) isCrossed = true
    placed.push({ lane, from, to: from + width, x })
    const bottom = y + drop + lane * LANE_HEIGHT
    return (
      el('line', { x1: x, x2: x, y1: y, y2: bottom + 4, class: 's-ink2' }) +
      svgText(from, bottom + 14, name, { class: plain ? 'quiet' : 'code', 'font-size': fontSize })
    )
  })
  if (isCrossed) return listNames(measured, place)
  return { svg: svg.join(''), lanes: Math.max(0, ...placed.map(({ lane }) => lane + 1)) }
}
