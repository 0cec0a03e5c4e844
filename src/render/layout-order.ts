import type { StructLayout } from '../model/struct-layout.ts'

/** Names on one row of a figure without offsets. `together`: the source says that they share a line. */
export type OrderRow = { names: string[]; together: boolean }

const MOST_IN_ROW = 6
const MOST_NAMES = 48

type Side = 'before' | 'after'

const namesOf = (layout: StructLayout, side: Side): string[] =>
  (layout.order?.[side] ?? layout.members.map(({ name }) => name)).slice(0, MOST_NAMES)

/** The order of a side, cut into rows: members the source says share a line stand on one row of their own. */
function cutRows(layout: StructLayout, side: Side): OrderRow[] {
  const stated = layout.statedShared.filter((shared) => shared.side === side).map(({ members }) => members)
  const rows: (OrderRow & { set: number })[] = []
  for (const name of namesOf(layout, side)) {
    const set = stated.findIndex((members) => members.includes(name))
    const last = rows.at(-1)
    if (last && last.set === set && last.names.length < MOST_IN_ROW) last.names.push(name)
    else rows.push({ names: [name], together: set >= 0, set })
  }
  return rows.map(({ names, together }) => ({ names, together }))
}

/**
 * The rows of both sides. After, a member that stayed keeps its row; a moved one joins the row of its neighbours, and
 * between two rows the one that lost more members.
 */
export function planOrderRows(layout: StructLayout): Record<Side, OrderRow[]> {
  const before = cutRows(layout, 'before')
  // A struct that the patch makes has no side to keep its rows from.
  if (before.length === 0) return { before, after: cutRows(layout, 'after') }
  const rowOf = new Map(before.flatMap(({ names }, row) => names.map((name): [string, number] => [name, row])))
  const after = namesOf(layout, 'after')
  const moved = new Set(layout.movedMembers)
  const kept = after.map((name) => (moved.has(name) ? undefined : rowOf.get(name)))
  const lost = before.map(({ names }) => names.filter((name) => moved.has(name)).length)
  const rows: string[][] = before.map(() => [])
  let previous: number | undefined
  const nextOf: (number | undefined)[] = []
  for (let at = kept.length - 1; at >= 0; at -= 1) nextOf[at] = kept[at] ?? nextOf[at + 1]
  for (const [at, name] of after.entries()) {
    const next = nextOf[at]
    const [one, other] = [previous ?? next ?? 0, next ?? previous ?? 0]
    const row = kept[at] ?? ((lost[other] ?? 0) > (lost[one] ?? 0) ? other : one)
    rows[row]?.push(name)
    previous = kept[at] ?? previous
  }
  const stated = layout.statedShared.filter(({ side }) => side === 'after').map(({ members }) => members)
  return {
    before,
    after: rows
      .filter((names) => names.length > 0)
      .map((names) => ({ names, together: stated.some((members) => names.every((name) => members.includes(name))) })),
  }
}
