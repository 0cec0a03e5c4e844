import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { goldenPairs, readGolden } from '../../tests/golden.ts'
import { memberSchema } from '../model/case.ts'
import { c2cSchema, structLayoutSchema } from '../model/struct-layout.ts'
import { renderLayoutFigure } from './layout-figure.ts'
import { hasPhases, planPhases, renderPhaseFigure } from './layout-phases.ts'
import { planLayout } from './layout-plan.ts'

const folder = new URL('fixtures/layout', import.meta.url).pathname
const inputSchema = z.strictObject({
  layout: structLayoutSchema,
  members: z.array(memberSchema).default([]),
  c2c: z.array(c2cSchema).default([]),
  lineBytes: z.number().optional(),
  /** The words above each side. */
  counts: z.tuple([z.string(), z.string()]),
})

/** One line an element, so that a golden can be read and compared. */
const broken = (svg: string): string => `${svg.replace(/></g, '>\n<')}\n`

function read(file: string) {
  const input = inputSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const names = input.layout.members.map(({ name }) => name)
  const context = { members: input.members, movedMembers: [], c2c: input.c2c }
  if (hasPhases(input.layout)) {
    const plan = planPhases(input.layout, input.members)
    return {
      counts: input.counts,
      found: plan.sides.map(({ count }) => count),
      svg: renderPhaseFigure(plan, names, 'wide'),
    }
  }
  const plan = planLayout(input.layout, context, input.lineBytes)
  return {
    counts: input.counts,
    found: [plan.before.count.words, plan.after.count.words],
    svg: renderLayoutFigure(plan, names, 'wide'),
  }
}

describe('layout figure', () => {
  for (const { situation, input, golden } of goldenPairs(folder)) {
    test(`${situation}: drawn -> as its golden`, () => {
      const made = broken(read(input).svg)
      expect(made).toBe(readGolden(golden ?? path.join(folder, `${situation}.out.svg`), made))
    })
    test(`${situation}: counted -> the words above the sides`, () => {
      const { counts, found } = read(input)
      expect(found).toEqual([...counts])
    })
    test(`${situation}: drawn -> no style attribute, no number of more than two decimals`, () => {
      const { svg } = read(input)
      expect(svg).not.toMatch(/ style=/)
      expect(svg).not.toMatch(/="-?\d+\.\d{3,}"/)
    })
  }
})
