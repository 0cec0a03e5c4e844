import type { Access } from '../model/sketch.ts'

/** What one access had to do to get its line. */
export type AccessCost = 'memory' | 'hit' | 'copy' | 'move'
/** One access with the state of its line afterwards. `from` is the CPU whose copy was taken or invalidated. */
export type OwnershipStep = {
  cpu: number
  does: 'r' | 'w'
  word: string
  line: string
  cost: AccessCost
  from: number | null
  /** CPU that may write the line, or null where it is only read. */
  owner: number | null
  sharers: number[]
}
type LineState = { owner: number | null; sharers: Set<number> }

/**
 * Follows ownership of lines through accesses: a line is with many readers, or with one writer.
 * A `move` waits for another core: a read of a line that another has written, or a write of a line that others hold.
 * A `copy` is a read of a line that others hold unchanged; `memory` is the first touch; a `hit` needs nothing.
 * Source: the invariant of MSI-like protocols (one writer or many readers); no timing is implied.
 */
export function followOwnership(accesses: readonly Access[]): OwnershipStep[] {
  const lines = new Map<string, LineState>()
  return accesses.map(([cpu, does, word, named]) => {
    const line = named ?? word
    const state = lines.get(line) ?? { owner: null, sharers: new Set<number>() }
    lines.set(line, state)
    const others = [...state.sharers].filter((one) => one !== cpu)
    const before = { owner: state.owner, holds: state.sharers.has(cpu), isNew: state.sharers.size === 0 }
    const from = before.owner !== null && before.owner !== cpu ? before.owner : (others[0] ?? null)
    if (does === 'w') {
      state.owner = cpu
      state.sharers = new Set([cpu])
    } else {
      if (!before.holds) state.owner = null
      state.sharers.add(cpu)
    }
    const cost = findCost(does, before, others.length)
    return {
      cpu,
      does,
      word,
      line,
      cost,
      from: cost === 'move' || cost === 'copy' ? from : null,
      owner: state.owner,
      sharers: [...state.sharers].sort(),
    }
  })
}

function findCost(
  does: 'r' | 'w',
  before: { owner: number | null; holds: boolean; isNew: boolean },
  others: number,
): AccessCost {
  if (before.isNew) return 'memory'
  if (does === 'w') return others === 0 ? 'hit' : 'move'
  if (before.holds) return 'hit'
  return before.owner === null ? 'copy' : 'move'
}

/** How many accesses waited for another core. */
export const countMoves = (steps: readonly OwnershipStep[]): number =>
  steps.filter((step) => step.cost === 'move').length
