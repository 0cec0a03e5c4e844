import { expect, test } from 'vitest'
import { lookUp } from './look-up.ts'

test('lookUp: a name of the table, one of the prototype, none -> only the first is found', () => {
  const table: Record<string, number> = { one: 1 }
  expect(['one', 'constructor', '__proto__', 'toString', 'two'].map((name) => lookUp(table, name))).toEqual([
    1,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
