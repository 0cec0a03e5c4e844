import { describe, expect, test } from 'vitest'
import { effectOf } from '../../tests/effect-of.ts'
import { apartInterval, stackEffects } from './effect-stack.ts'
import type { Effect } from './effects.ts'
import { buildEffectRows, renderEffectsFigure } from './effects-figure.ts'
import { renderYears } from './home-counts.ts'

const left = { noPercentage: 0, noDirection: 0, noEffect: 0, otherPatch: 0, listed: 0 }
const draw = (drawn: Effect[]): string =>
  renderEffectsFigure({ drawn, left, undirected: new Map() }, buildEffectRows(drawn, new Map([['pad', 9]])))
const claims = Array.from({ length: 8 }, (_, index) => effectOf(index))
const interval = { low: 5, high: 25, level: 95 }

describe('figure of effects by technique', () => {
  test('interval of the mark’s own statistic -> through the mark; of another one: below it, and said', () => {
    const own = effectOf(9, { interval, ratioInterval: [1.05, 1.25], verdict: 'improvement' })
    const other = effectOf(9, { interval, verdict: 'improvement' })
    const below = (markup: string): number => {
      const [, line, mark] =
        /y1="([\d.]+)" y2="[\d.]+" class="whisker[^>]*><svg x="[\d.]+%" y="([\d.]+)"/.exec(markup) ?? []
      return Number(line) - Number(mark)
    }
    expect(below(draw([...claims, own]))).toBe(0)
    expect(below(draw([...claims, other]))).toBe(6.5)
    expect(draw([...claims, own])).not.toContain('another statistic')
    expect(draw([...claims, other])).toContain('another statistic than the mark’s (1)')
  })
  test('lower is better -> the ends of an interval apart are turned', () => {
    const [low = 0, high = 0] =
      apartInterval(effectOf(1, { higherIsBetter: false, interval: { low: -50, high: -20, level: 95 } })) ?? []
    expect([low, high]).toEqual([1.25, 2])
  })
  test('intervals that cross, claims among them -> nothing on a line of another, in one order', () => {
    const crossing = [1, 2, 3, 4].map((index) =>
      effectOf(index, { ratio: 1 + index / 100, interval: { low: index - 8, high: index + 8, level: 95 } }),
    )
    const effects = [...crossing, ...[1, 2, 3, 4, 5, 6].map((index) => effectOf(index, { ratio: 1 + index / 100 }))]
    const stacked = stackEffects(effects, 1.5)
    const heights = stacked.slice(0, 4).map(({ up }) => up)
    for (const [index, up] of heights.entries())
      for (const other of heights.slice(index + 1)) expect(Math.abs(other - up)).toBeGreaterThanOrEqual(12)
    expect(new Set(stacked.map(({ at, up }) => `${at} ${up}`)).size).toBe(effects.length)
    expect(stackEffects(effects.toReversed(), 1.5).map(({ up }) => up)).toEqual(stacked.map(({ up }) => up))
  })
  test('key: what no mark shows -> left out, but for verdicts that an interval supports', () => {
    const figure = draw(claims)
    expect(figure).not.toContain('robot headline')
    expect(figure).toContain('regression: interval excludes no change, 0')
  })
})

describe('cases per year', () => {
  test('a year without a case -> a column of its own, and the caption says what its 0 means', () => {
    const years = ['2010', '2011', '2013', '2013', '2013', '2013', '2014', '2014']
    const facts = years.map((year, index) => ({
      slug: `case-${index}`,
      title: 'ring',
      project: 'ring',
      subsystem: null,
      technique: 'pad',
      struct: null,
      outcome: 'merged',
      outcomeNote: null,
      year,
      effect: undefined,
    }))
    expect(renderYears(facts)).toContain('A 0 above a year says that no case here was written in it (2012).')
  })
})
