import { type Effect, toRatio } from './effects.ts'

/** Beyond this ratio a mark stands at the edge with its number. */
export const EDGE_RATIO = 10.4
const LOWEST = 0.85
const HIGHEST = 10.6
/** A ratio on the logarithmic scale, in per cent of its length; beyond its ends: the end. */
export function ratioPosition(ratio: number): number {
  const clamped = Math.min(Math.max(ratio, LOWEST), HIGHEST)
  return (Math.log(clamped / LOWEST) / Math.log(HIGHEST / LOWEST)) * 100
}
/** Ticks of the ratio in the words people use. */
export const ratioTicks: readonly (readonly [number, string])[] = [
  [0.9, '−10%'],
  [1, '0'],
  [1.2, '+20%'],
  [1.5, '+50%'],
  [2, '×2'],
  [3, '×3'],
  [5, '×5'],
  [10, '×10'],
]

/** The interval of a statistic other than the one the mark shows, as a ratio; null where there is none. */
export function apartInterval({ interval, ratioInterval, higherIsBetter }: Effect): [number, number] | null {
  if (!interval || ratioInterval) return null
  const ends = [toRatio(interval.low, higherIsBetter), toRatio(interval.high, higherIsBetter)]
  return [Math.min(...ends), Math.max(...ends)]
}
/** Any interval of an effect. */
export const anyInterval = (effect: Effect): [number, number] | null => effect.ratioInterval ?? apartInterval(effect)

/** True where a mark stands beyond the scale, at its edge. */
export const isOff = (effect: Effect): boolean => effect.ratio > EDGE_RATIO || effect.ratio < LOWEST

/** The number of a mark beyond the scale, with an arrow. */
export function edgeWords({ ratio }: Effect): string {
  if (ratio > EDGE_RATIO) return Number.isFinite(ratio) ? `×${ratio.toFixed(0)} →` : 'to zero →'
  return ratio > 0 ? `← ×${ratio.toFixed(2)}` : '← to zero'
}

/** How far below its mark the line of an interval of another statistic stands, in px. */
export const LANE_PX = 6.5
const MARK_PX = 6
const WORDS_PX = 7
/** Widths of the words beside a mark at the edge, in distances of two marks. */
const WORDS_WIDE = 5.2

/** A mark with its place: across in per cent, up in px from the row's ground. */
export type StackedEffect = { effect: Effect; at: number; up: number }
/** What a mark covers: across in per cent, up and down in px from its middle. */
type Box = { from: number; to: number; low: number; high: number }

/** The boxes of a mark, of its interval and of its words, around its own middle. */
function findBoxes(effect: Effect, at: number, distance: number): Box[] {
  const half = distance / 2
  const boxes = [{ from: at - half, to: at + half, low: -MARK_PX, high: MARK_PX }]
  const ends = anyInterval(effect)?.map(ratioPosition)
  if (ends) {
    const lane = effect.ratioInterval ? 0 : -LANE_PX
    boxes.push({ from: Math.min(...ends) - half, to: Math.max(...ends) + half, low: lane - 3, high: lane + 3 })
  }
  if (isOff(effect)) {
    const [from, to] = effect.ratio > EDGE_RATIO ? [at - distance * WORDS_WIDE, at] : [at, at + distance * WORDS_WIDE]
    boxes.push({ from, to, low: -WORDS_PX, high: WORDS_PX })
  }
  return boxes
}

const isBeside = (a: Box, b: Box): boolean => a.to <= b.from || b.to <= a.from
/** How high a box must be lifted to stand free above another one. */
const liftOver = (box: Box, below: Box): number => below.high - box.low

/** The lowest height at which none of the boxes meets one that stands already. */
function findHeight(boxes: readonly Box[], standing: readonly Box[]): number {
  const pairs = boxes.flatMap((box) =>
    standing.flatMap((other) =>
      isBeside(box, other) ? [] : [{ from: other.low - box.high, to: liftOver(box, other) }],
    ),
  )
  let height = 0
  // Each pair forbids a range of heights; in the order of their ends one walk finds the first gap.
  for (const { from, to } of pairs.sort((a, b) => a.from - b.from || a.to - b.to))
    if (height > from && height < to) height = to
  return height
}

/**
 * Stacks marks so that no mark, interval or word covers another: those with an interval at the bottom, then by ratio.
 * `distance` is the width of a mark in per cent of the plot.
 */
export function stackEffects(effects: readonly Effect[], distance: number): StackedEffect[] {
  const standing: Box[] = []
  const order = [...effects].sort(
    (a, b) => Number(b.interval !== null) - Number(a.interval !== null) || a.ratio - b.ratio,
  )
  return order.map((effect) => {
    const at = ratioPosition(Math.min(effect.ratio, EDGE_RATIO))
    const boxes = findBoxes(effect, at, distance)
    const up = findHeight(boxes, standing)
    standing.push(...boxes.map((box) => ({ ...box, low: box.low + up, high: box.high + up })))
    return { effect, at, up }
  })
}
