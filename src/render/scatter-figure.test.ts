import { describe, expect, test } from 'vitest'
import { effectOf } from '../../tests/effect-of.ts'
import type { Effect } from './effects.ts'
import { costAxis, cpuAxis, renderScatterFigure } from './scatter-figure.ts'

const effect = (index: number, cpus: number | null): Effect =>
  effectOf(index, { cpus: cpus === null ? 'threads' : { cpus, words: null } })
const marks = (markup: string): number => markup.match(/<a /g)?.length ?? 0

describe('figure of effects against a value', () => {
  test('eight stated values -> a figure with a mark each, the others counted', () => {
    const effects = [2, 4, 8, 8, 8, 16, 64, 256, null, null].map((cpus, index) => effect(index, cpus))
    const figure = renderScatterFigure(effects, cpuAxis)
    expect(figure).toContain('<svg')
    expect(figure).toContain('8 effects from 8 cases. Not placed: 2 of 10. Of these, 2 with only threads named')
    expect(figure.match(/href="\/cases\/case-/g)?.length).toBe(8)
  })
  test('seven -> a table that says what is missing', () => {
    const effects = [2, 4, 8, 8, 8, 16, 64, null].map((cpus, index) => effect(index, cpus))
    const figure = renderScatterFigure(effects, cpuAxis)
    expect(figure).not.toContain('class="plot')
    expect(figure).toContain('Not placed: 1 of 8. Of these, 1 with only threads named')
    expect(marks(figure)).toBe(7)
  })
  test('costs: in bytes, in words, none -> three groups, one row a case', () => {
    const effects = [
      effectOf(1, { cost: 16 }),
      effectOf(2, { cost: 16, slug: 'case-1', title: 'ring: case 1' }),
      effectOf(3, { cost: 'one page per CPU' }),
      effectOf(4),
      effectOf(5),
    ]
    const figure = renderScatterFigure(effects, costAxis)
    expect(figure).toContain('2 of 5 effects can be placed')
    expect(figure).toContain(
      'Not placed: 3 of 5. Of these, 1 from 1 case with a cost in words only (“one page per CPU”); 2 from 2 cases without a stated cost.',
    )
    expect(figure.match(/<th scope="row">/g)?.length).toBe(1)
    expect(marks(figure)).toBe(2)
  })
  test('one value, equal effects -> marks side by side, each at a place of its own', () => {
    const effects = Array.from({ length: 20 }, (_, index) => ({ ...effect(3, 16), slug: `case-${index}` }))
    const places = renderScatterFigure(effects, cpuAxis).match(/translate\(-?\d+ 0\)/g) ?? []
    expect(new Set(places).size).toBe(19)
  })
  test('cost: a saving, none and a cost -> left of zero, zero, right of it', () => {
    const range = [-64, 512] as const
    const [saving = 0, none = 0, cost = 0] = [-64, 0, 512].map((bytes) => costAxis.position(bytes, range))
    expect(saving).toBe(0)
    expect(none).toBeGreaterThan(saving)
    expect(cost).toBe(100)
  })
})
