import { expect, test } from 'vitest'
import type { Problem } from '../../src/model/problem.ts'
import { realEffects } from '../effects.ts'
import { findStanding, reportProblems } from './report.ts'

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

test('findStanding: warnings of input of a case that did not change -> counted, not printed', () => {
  const printed: string[] = []
  const world = { ...realEffects, warn: (text: string): void => void printed.push(text) }
  const problems = [
    problem('warning', 'pond/mail/001.mbox:7'),
    problem('error', 'pond/mail/001.mbox:9'),
    problem('warning', 'pond/index.mdx'),
  ]
  const standing = findStanding([{ changed: [], problems }])
  expect(reportProblems(world, problems, false, standing)).toEqual({ errors: 1, warnings: 2, notes: 0 })
  expect(printed.map((line) => line.split(': ')[1])).toEqual(['pond/mail/001.mbox:9', 'pond/index.mdx'])
  expect(findStanding([{ changed: ['case.json'], problems }])).toEqual([])
})
