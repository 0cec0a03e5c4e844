import type { StructLayout } from '../model/struct-layout.ts'
import { findApart, lineUp, type Phase } from './layout-phases.ts'

/** One member, by index, and in how many starts of the object each other shares its line; most often first. */
export type Meeting = { member: number; others: { member: number; starts: number }[] }

type Pair = { one: number; other: number; starts: number }

/** How often two members share a line, over the starts; only pairs that the patch sets apart, where there are such. */
function countPairs(layout: StructLayout, phases: readonly Phase[]): Pair[] {
  const isApart = findApart(layout)
  const indexOf = (offset: number): number => layout.members.findIndex((each) => each.offsetBytes.before === offset)
  const pairs = new Map<string, Pair>()
  for (const { offsets } of phases.flatMap(({ together }) => together)) {
    const on = [...new Set(offsets.map(indexOf))].filter((at) => at >= 0).sort((a, b) => a - b)
    for (const [at, one] of on.entries())
      for (const other of on.slice(at + 1)) {
        const pair = pairs.get(`${one} ${other}`) ?? { one, other, starts: 0 }
        pairs.set(`${one} ${other}`, { ...pair, starts: pair.starts + 1 })
      }
  }
  const all = [...pairs.values()]
  const apart = all.filter(({ one, other }) => isApart(one, other))
  return apart.length > 0 ? apart : all
}

/**
 * Which members share a line before, for how many of the starts that `phases` draws: around the member that meets most
 * others, then around the next for the pairs that are left. `i_rwsem` with `i_state` 3, with `i_blkbits` 2.
 */
export function findMeetings(layout: StructLayout, phases: readonly Phase[]): Meeting[] {
  let pairs = countPairs(layout, phases)
  const meetings: Meeting[] = []
  while (pairs.length > 0) {
    const totals = new Map<number, number>()
    for (const { one, other, starts } of pairs)
      for (const at of [one, other]) totals.set(at, (totals.get(at) ?? 0) + starts)
    const [member = 0] = [...totals].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? []
    const others = pairs
      .filter(({ one, other }) => one === member || other === member)
      .map(({ one, other, starts }) => ({ member: one === member ? other : one, starts }))
      .sort((a, b) => b.starts - a.starts || a.member - b.member)
    meetings.push({ member, others })
    pairs = pairs.filter(({ one, other }) => one !== member && other !== member)
  }
  return meetings
}

/** For how many of the possible starts before two members begin on one line; null where a name or the starts are unknown. */
export function countStartsTogether(layout: StructLayout, one: string, other: string): number | null {
  const [first, second] = [one, other].map((name) => layout.members.findIndex((member) => member.name === name))
  const starts = layout.base.phasesBefore
  if (first === undefined || second === undefined || first < 0 || second < 0 || starts.length === 0) return null
  const holdBoth = (on: readonly number[]): boolean => on.includes(first) && on.includes(second)
  return starts.filter((start) => [...lineUp(layout, 'before', start).values()].some(holdBoth)).length
}
