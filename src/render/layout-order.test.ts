import { expect, test } from 'vitest'
import { structLayoutSchema } from '../model/struct-layout.ts'
import { planOrderRows } from './layout-order.ts'

const layout = (before: string[], after: string[]) =>
  structLayoutSchema.parse({
    struct: 'ring',
    base: { alignment: 'unknown', how: 'x' },
    sizeBytes: { before: null, after: null },
    members: [...new Set([...before, ...after])].map((name) => ({ name, offsetBytes: { before: null, after: null } })),
    order: { before, after },
    movedMembers: [],
    from: 'mail',
  })

test('planOrderRows: a struct that the patch makes -> its members stand after, none before', () => {
  expect(planOrderRows(layout([], ['lock', 'list']))).toEqual({
    before: [],
    after: [{ names: ['lock', 'list'], together: false }],
  })
})

test('planOrderRows: a struct that the patch takes away -> its members stand before, none after', () => {
  expect(planOrderRows(layout(['lock', 'list'], []))).toEqual({
    before: [{ names: ['lock', 'list'], together: false }],
    after: [],
  })
})
