import { describe, expect, test } from 'vitest'
import { renderOwnershipFigure } from './ownership-figure.ts'
import { renderOwnershipSteps } from './ownership-steps.ts'

describe('ownership figure', () => {
  test('figure: one word for all, then one each -> the count of waits before and after', () => {
    const html = renderOwnershipFigure(
      {
        kind: 'accesses',
        says: 'x',
        cpus: ['CPU 0', 'CPU 1'],
        before: [
          [0, 'w', 'n'],
          [1, 'w', 'n'],
        ],
        after: [
          [0, 'w', 'a'],
          [1, 'w', 'b'],
        ],
      },
      'sketch-x',
    )
    expect(html).toContain('Before: 1 of 2 accesses wait for another core')
    expect(html).toContain('After: no access waits')
    expect(html).toContain('role="img"')
    expect(html).toContain('is not counted as a wait')
    expect(html).not.toContain('style=')
  })
  test('steps: a neighbour is read after a write -> the step says who waits for whom', () => {
    const html = renderOwnershipSteps(
      [
        [0, 'w', 'a', 'l'],
        [1, 'r', 'b', 'l'],
        [0, 'w', 'a', 'l'],
      ],
      ['a', 'b'],
      'own',
    )
    expect(html).toContain('It waits until core 0 hands over what it wrote.')
    expect(html).toContain('Core 1 must give the line up first.')
  })
})
