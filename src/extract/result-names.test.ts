import { describe, expect, test } from 'vitest'
import { tidyNames } from './result-names.ts'

const names = (suite: string | null, test: string | null, variant: string | null, metric: string | null) => ({
  suite,
  test,
  variant,
  metric,
})

describe('result names', () => {
  test.each([
    [
      'metric under its suite, machine and percentage -> the variant is the test',
      names('pond', 'pond.frogs-per-min, pond.frogs-per-min on a 4-socket reed box', '7.1%, leap-far', 'frogs-per-min'),
      '4-socket reed box',
      names('pond', 'leap-far', null, 'frogs-per-min'),
    ],
    ['names alone -> unchanged', names(null, 'leap', 'cold, wet', null), null, names(null, 'leap', 'cold, wet', null)],
    [
      'counts of threads -> stay',
      names('pond', 'leap', '16, 32', null),
      'reed box',
      names('pond', 'leap', '16, 32', null),
    ],
    ['nothing -> nothing', names(null, null, '5%', null), null, names(null, null, null, null)],
  ])('names of a result: %s', (_, given, machine, expected) => {
    expect(tidyNames(given, machine)).toEqual(expected)
  })
})
