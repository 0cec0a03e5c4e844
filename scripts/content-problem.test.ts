import { expect, test } from 'vitest'
import { describeProblems } from './content-problem.ts'

const file = { file: 'index.mdx', key: 'title', message: 'expected text', whatToDo: 'mend it' }
const gap = { ...file, key: '', message: '<Fact> refers to "x"', isGap: true }

test('describeProblems: a reference that is not there -> the text is built, no file is said to be left out', () => {
  expect(describeProblems([gap])).toMatch(/^1 problem in .* was built without it/)
  expect(describeProblems([gap])).not.toContain('left out')
  expect(describeProblems([file])).toMatch(/left out/)
  expect(describeProblems([file])).not.toContain('tag')
  expect(describeProblems([file, gap])).toMatch(/^2 problems .* left out, .* without it/)
})
