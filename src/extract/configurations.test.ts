import { expect, test } from 'vitest'
import { messageOf } from '../../tests/message-of.ts'
import { findConfigurationChecks } from './configurations.ts'

test.each([
  ['Layout checks on i386 and\nwith lockdep keep all other offsets.', ['i386 and\nwith lockdep']],
  ['pahole shows the same offsets with CONFIG_RING_DEBUG=y.', ['CONFIG_RING_DEBUG']],
  ['The layout might differ with PREEMPT_RT.', []],
  ['The pool is compiled with lockdep.', []],
  ['On x86-64 the head stands at offset 64.', []],
])('configurations: %s -> %o', (text, quotes) => {
  const message = messageOf(text)
  const [part] = message.parts
  part?.regions.push({ kind: 'description', startLine: 1, endLine: part.lines.length, quoteDepth: 0 })
  expect(findConfigurationChecks(message).map(({ quote }) => quote)).toEqual(quotes)
})
