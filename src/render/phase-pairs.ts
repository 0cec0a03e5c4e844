import type { StructLayout } from '../model/struct-layout.ts'
import { counted, listed } from './format-number.ts'
import { judgeLine, type LineMember } from './layout-conflicts.ts'

type SideName = 'before' | 'after'

/** Two members (keys in the layout) and the starts of the object from which they stand on one line. */
export type PhasePair = { one: number; other: number; starts: number[] }
/** What meets on one line from one start: the line's first byte as an offset, the members, and the pairs of them. */
export type Meeting = { from: number; keys: number[]; pairs: [number, number][]; conflict: boolean }

/** Most starts that are looked at, and most members of one line. */
export const MOST_PHASES = 16
const MOST_ON_LINE = 48
const MOST_LINES_OF_MEMBER = 64

/** Starts of the object on one side, within a line. */
export const startsOf = (layout: StructLayout, side: SideName): number[] =>
  (side === 'before' ? layout.base.phasesBefore : layout.base.phasesAfter).slice(0, MOST_PHASES)

/** The lines that members fall on from one start: member keys by line. A member of known size may fall on several. */
function lineUp(layout: StructLayout, side: SideName, start: number): Map<number, number[]> {
  const lines = new Map<number, number[]>()
  for (const [key, { offsetBytes, sizeBytes }] of layout.members.entries()) {
    const offset = offsetBytes[side]
    if (offset === null) continue
    const first = Math.floor((offset + start) / layout.cachelineBytes)
    const end = offset + start + Math.max(1, sizeBytes ?? 1) - 1
    const last = Math.min(Math.floor(end / layout.cachelineBytes), first + MOST_LINES_OF_MEMBER)
    for (let line = first; line <= last; line += 1) lines.set(line, [...(lines.get(line) ?? []), key])
  }
  for (const [line, keys] of lines) if (keys.length > MOST_ON_LINE) lines.set(line, keys.slice(0, MOST_ON_LINE))
  return lines
}

/** True where the bytes of one member lie in the other's: a union, a bit field, a struct and its own member. */
function overlaps(layout: StructLayout, side: SideName, one: number, other: number): boolean {
  const [a, b] = [layout.members[one], layout.members[other]]
  const [from, to] = [a?.offsetBytes[side] ?? 0, b?.offsetBytes[side] ?? 0]
  return from < to + Math.max(1, b?.sizeBytes ?? 1) && to < from + Math.max(1, a?.sizeBytes ?? 1)
}

const pairsOf = (keys: readonly number[]): [number, number][] =>
  keys.flatMap((one, at) => keys.slice(at + 1).map((other): [number, number] => [one, other]))

/** True for pairs of members that stand on one line from no start after: what the patch sets apart. */
function findApart(layout: StructLayout): (pair: [number, number]) => boolean {
  const together = new Set<string>()
  const starts = startsOf(layout, 'after')
  for (const start of starts)
    for (const keys of lineUp(layout, 'after', start).values())
      for (const [one, other] of pairsOf(keys)) together.add(`${one} ${other}`)
  return ([one, other]) => starts.length > 0 && !together.has(`${one} ${other}`)
}

/** Pairs that the rule of marks sets against each other: each reader with each writer, or the writers with each other. */
function conflictPairs(keys: readonly number[], roles: readonly LineMember[], stated: readonly string[]) {
  const verdict = judgeLine(
    keys.flatMap((key) => roles[key] ?? []),
    stated,
  )
  if (verdict.kind !== 'conflict') return []
  const isOf = (names: readonly string[], key: number): boolean => names.includes(roles[key]?.name ?? '')
  const { readers, writers } = verdict
  return pairsOf(keys).filter(([one, other]) =>
    readers.length === 0
      ? isOf(writers, one) && isOf(writers, other)
      : (isOf(readers, one) && isOf(writers, other)) || (isOf(writers, one) && isOf(readers, other)),
  )
}

/**
 * What meets from one start, line by line. Members whose roles clash are a conflict; without roles, members of which
 * the source says that they share, and before also those that the patch sets apart for every start, only meet.
 */
export function findMeetings(
  layout: StructLayout,
  roles: readonly LineMember[],
  side: SideName,
  start: number,
): Meeting[] {
  const isApart = findApart(layout)
  const stated = layout.statedShared.filter((each) => each.side === side).flatMap(({ members }) => members)
  const isStated = (key: number): boolean => stated.includes(layout.members[key]?.name ?? '')
  return [...lineUp(layout, side, start)].flatMap(([line, keys]): Meeting[] => {
    const clashing = conflictPairs(keys, roles, stated)
    const pairs =
      clashing.length > 0
        ? clashing
        : pairsOf(keys).filter(
            (pair) =>
              !overlaps(layout, side, ...pair) &&
              ((isStated(pair[0]) && isStated(pair[1])) || (side === 'before' && isApart(pair))),
          )
    if (pairs.length === 0) return []
    const met = [...new Set(pairs.flat())].sort((one, other) => one - other)
    return [{ from: line * layout.cachelineBytes - start, keys: met, pairs, conflict: clashing.length > 0 }]
  })
}

/**
 * Each pair of members that meets on a line, with the starts from which it does; the pair that meets most often first.
 * Where roles clash only those pairs count.
 */
export function findPhasePairs(layout: StructLayout, roles: readonly LineMember[], side: SideName): PhasePair[] {
  const met = startsOf(layout, side).map((start) => ({ start, meetings: findMeetings(layout, roles, side, start) }))
  const anyConflict = met.some(({ meetings }) => meetings.some(({ conflict }) => conflict))
  const pairs = new Map<string, PhasePair>()
  for (const { start, meetings } of met)
    for (const { conflict, pairs: both } of meetings)
      for (const [one, other] of conflict || !anyConflict ? both : []) {
        const pair = pairs.get(`${one} ${other}`) ?? { one, other, starts: [] }
        if (!pair.starts.includes(start)) pair.starts.push(start)
        pairs.set(`${one} ${other}`, pair)
      }
  return [...pairs.values()].sort((one, other) => other.starts.length - one.starts.length)
}

/** For how many of the possible starts before two members stand on one line; null where a name or the starts are unknown. */
export function countStartsTogether(layout: StructLayout, one: string, other: string): number | null {
  const [first, second] = [one, other].map((name) => layout.members.findIndex((member) => member.name === name))
  const starts = startsOf(layout, 'before')
  if (first === undefined || second === undefined || first < 0 || second < 0 || starts.length === 0) return null
  const holdBoth = (on: readonly number[]): boolean => on.includes(first) && on.includes(second)
  return starts.filter((start) => [...lineUp(layout, 'before', start).values()].some(holdBoth)).length
}

/** A member and those it meets, in groups by how many starts bring them together. */
export type PairGroup = { hub: number; groups: { count: number; others: number[] }[] }

/**
 * The pairs told member by member: the one that is in most of them first, with the others by how often they meet. At
 * most so many members lead a group; `left` pairs are not told.
 */
export function groupPairs(pairs: readonly PhasePair[], most = 3): { told: PairGroup[]; left: number } {
  let rest = [...pairs]
  const told: PairGroup[] = []
  while (rest.length > 0 && told.length < most) {
    const often = new Map<number, number>()
    for (const { one, other } of rest) for (const key of [one, other]) often.set(key, (often.get(key) ?? 0) + 1)
    // Where several are as often met, the pair that meets most tells which, and of it the later member leads.
    const top = Math.max(...often.values())
    const lead = rest.flatMap(({ one, other }) => [other, one]).find((key) => often.get(key) === top)
    const hub = lead ?? 0
    const own = rest.filter(({ one, other }) => one === hub || other === hub)
    const groups = Map.groupBy(own, ({ starts }) => starts.length)
    told.push({
      hub,
      groups: [...groups].map(([count, group]) => ({
        count,
        others: group.map(({ one, other }) => (one === hub ? other : one)),
      })),
    })
    rest = rest.filter((pair) => !own.includes(pair))
  }
  return { told, left: rest.length }
}

/**
 * "i_rwsem with i_state in 3 of 4 starts, with a and b in 2 of 4", of `verb` after the first name. Names are written
 * by `name`; empty where nothing meets.
 */
export function pairSentence(
  pairs: readonly PhasePair[],
  starts: number,
  name: (key: number) => string,
  verb = '',
  most = 3,
): string {
  const { told, left } = groupPairs(pairs, most)
  const list = (names: readonly string[]): string =>
    listed(names.length > 4 ? [...names.slice(0, 4), `${names.length - 4} more`] : names)
  const sentences = told.map(({ hub, groups }, at) => {
    const parts = groups.map(
      ({ count, others }, part) =>
        `with ${list(others.map(name))} in ${count} of ${starts}${at + part === 0 ? ` start${starts === 1 ? '' : 's'}` : ''}`,
    )
    return `${name(hub)}${at === 0 ? verb : ''} ${parts.join(', ')}`
  })
  return [...sentences, ...(left > 0 ? [counted(left, 'more pair')] : [])].join('; ')
}
