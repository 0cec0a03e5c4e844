import type { Effect } from '../src/render/effects.ts'

/** The stated effect of an imagined case: ten times its number in per cent, a claim. */
export const effectOf = (index: number, more: Partial<Effect> = {}): Effect => ({
  slug: `case-${index}`,
  title: `ring: case ${index}`,
  technique: 'pad',
  test: 'spin',
  metric: null,
  changePercent: 10 * index,
  change: `+${10 * index}`,
  higherIsBetter: true,
  ratio: 1 + index / 10,
  ratioInterval: null,
  interval: null,
  stddevPercent: null,
  verdict: 'claim',
  precision: 'exact',
  cpus: 'unstated',
  cost: null,
  ...more,
})
