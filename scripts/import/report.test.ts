import { expect, test } from 'vitest'
import type { Problem } from '../../src/model/problem.ts'
import { realEffects } from '../effects.ts'
import { reportProblems } from './report.ts'

const problem = (severity: Problem['severity'], where: string): Problem => ({
  code: 'fragment',
  severity,
  where,
  message: 'expected a message, found a part of it',
  whatToDo: 'Nothing.',
})
const all = [problem('error', 'a'), problem('warning', 'b'), problem('warning', 'b'), problem('note', 'c')]

for (const [withNotes, severities] of [
  [true, ['error', 'warning', 'note']],
  [false, ['error', 'warning']],
] as const)
  test(`reportProblems: ${withNotes ? 'with' : 'without'} notes -> the counts are those of the lines`, () => {
    const printed: string[] = []
    const world = { ...realEffects, warn: (text: string): void => void printed.push(text) }
    expect(reportProblems(world, all, withNotes)).toEqual({ errors: 1, warnings: 1, notes: 1 })
    expect(printed.map((line) => line.split(':')[0])).toEqual(severities)
  })
