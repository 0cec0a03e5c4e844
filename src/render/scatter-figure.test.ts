import { describe, expect, test } from 'vitest'
import { effectOf } from '../../tests/effect-of.ts'
import type { Effect } from './effects.ts'
import { costAxis, cpuAxis, renderScatterFigure } from './scatter-figure.ts'

const effect = (index: number, cpus: number | null): Effect =>
  effectOf(index, { cpus: cpus === null ? null : { cpus, words: null } })
const marks = (markup: string): number => markup.match(/<a /g)?.length ?? 0

describe('figure of effects against a value', () => {
  test('eight stated values -> a figure with a mark each, the others counted', () => {
    const effects = [2, 4, 8, 8, 8, 16, 64, 256, null, null].map((cpus, index) => effect(index, cpus))
    const figure = renderScatterFigure(effects, cpuAxis)
    expect(figure).toContain('<svg')
    expect(figure).toContain('8 effects from 8 cases; 2 state no number of CPUs')
    expect(figure.match(/href="\/cases\/case-/g)?.length).toBe(8)
  })
  test('seven -> a table that says what is missing', () => {
    const effects = [2, 4, 8, 8, 8, 16, 64, null].map((cpus, index) => effect(index, cpus))
    const figure = renderScatterFigure(effects, cpuAxis)
    expect(figure).not.toContain('class="plot')
    expect(figure).toContain('Missing: 1 state no number of CPUs')
    expect(marks(figure)).toBe(7)
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
