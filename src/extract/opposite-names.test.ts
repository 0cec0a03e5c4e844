import { expect, test } from 'vitest'
import { oppositeSides } from './opposite-names.ts'

test.each([
  ['nohint', 'hint', ['before', 'after']],
  ['zap-on', 'zap-off', ['after', 'before']],
  ['w/o padding', 'padding', ['before', 'after']],
  ['pti=0', 'pti=1', ['before', 'after']],
  ['cache disabled', 'cache enabled', ['before', 'after']],
  ['node', 'de', null],
  ['unlock', 'lock', null],
  ['unpinned', 'pinned', ['before', 'after']],
  ['read', 'write', null],
  ['frob', 'frob', null],
])('oppositeSides: %s and %s', (one, two, sides) => {
  expect(oppositeSides(one, two)).toEqual(sides)
})
