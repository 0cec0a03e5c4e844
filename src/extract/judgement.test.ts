import { describe, expect, test } from 'vitest'
import { readFixtures, scoreFixtures, type Tally } from '../../tests/judgement-fixtures.ts'

const share = (one: Tally) => (one.of === 0 ? 1 : one.right / one.of)

describe('judgement fixtures', async () => {
  const all = readFixtures()
  const halves = {
    tuned: all.filter((one) => !one.isHeldBack),
    'held back': all.filter((one) => one.isHeldBack),
  }
  for (const [half, fixtures] of Object.entries(halves))
    test(`judgement: ${fixtures.length} invented patches, the ${half} half -> the expected shares`, async () => {
      const figures = await scoreFixtures(fixtures)
      const shown = Object.fromEntries(Object.entries(figures).map(([name, one]) => [name, `${one.right}/${one.of}`]))
      if (process.env['SHOW'] === half)
        console.log(
          half,
          shown,
          Object.values(figures).flatMap((one) => one.misses),
        )
      else if (process.env['SHOW']) console.log(half, shown)
      const floor = half === 'tuned' ? 0.95 : 0.85
      for (const one of Object.values(figures)) expect(share(one), JSON.stringify(shown)).toBeGreaterThanOrEqual(floor)
    })
})
