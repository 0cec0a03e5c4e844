import type { CaseRecord } from '../model/case.ts'
import { type Effect, findEffects } from './effects.ts'

const verb = (count: number, one: string, many: string): string => (count === 1 ? one : many)
const having = (count: number): string => `${count} ${verb(count, 'has', 'have')}`

/** Why the numbers of a case are no effect that can be drawn, by reason. */
const reasons = {
  noPercentage: 'no percentage',
  noDirection: 'no better side stated',
  noEffect: 'a share or a count',
  otherPatch: 'of another patch',
  listed: 'listed by a robot',
} as const

/** How many cases have a diff, a layout and numbers, and why those with numbers are more than those with an effect. */
export function sayWhatIsThere(records: readonly CaseRecord[]): string {
  const withNumbers = records.filter((record) => record.benchmarks.length > 0)
  const { drawn } = findEffects(withNumbers)
  const stating = new Set(drawn.map((effect) => effect.slug))
  const withInterval = new Set(drawn.filter((effect) => effect.interval).map((effect) => effect.slug)).size
  const others = withNumbers.filter((record) => !stating.has(record.slug))
  const { left } = findEffects(others)
  const why = [
    left.noPercentage > 0 && reasons.noPercentage,
    left.noDirection > 0 && reasons.noDirection,
    left.noEffect > 0 && reasons.noEffect,
    left.otherPatch > 0 && reasons.otherPatch,
    left.listed > 0 && reasons.listed,
  ].filter((reason) => reason !== false)
  const diffs = records.filter((record) => record.versions.length > 0).length
  const layouts = records.filter((record) => record.layouts.length > 0).length
  const interval = withInterval === 0 ? 'none with an interval' : `${withInterval} of them with an interval`
  const rest = others.length === 0 ? '' : `; the other ${others.length}: ${why.join(', or ')}`
  return `${having(diffs)} the diff, ${having(layouts)} a layout, ${having(withNumbers.length)} numbers. Of these, ${stating.size} ${verb(stating.size, 'states', 'state')} a change in per cent and which side is better, ${interval}${rest}.`
}

/** How many cases state an effect, and how many of these an interval: `63 state an effect, 1 of them with an interval.` */
export function sayEffects(effects: readonly Effect[]): string {
  const stating = new Set(effects.map((effect) => effect.slug)).size
  const withInterval = new Set(effects.filter((effect) => effect.interval).map((effect) => effect.slug)).size
  return `${stating} ${verb(stating, 'states', 'state')} an effect, ${withInterval === 0 ? 'none' : `${withInterval} of them`} with an interval.`
}
