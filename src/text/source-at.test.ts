import { expect, test } from 'vitest'
import { sourceAt, sourceOfLine } from './source-at.ts'

const message = { id: 'a@example.org', parts: [{ lines: ['  one 1', 'two 22', '', 'é 3.5%'] }] }
const long = { id: 'b@example.org', parts: [{ lines: ['x'.repeat(3990), 'y'.repeat(100), 'z'] }] }

test('sourceAt: part of a line -> its text at 1-based columns, end exclusive', () => {
  expect(sourceAt(message, 0, 2, 5, 2, 7, 'value')).toEqual({
    messageId: 'a@example.org',
    part: 0,
    startLine: 2,
    startColumn: 5,
    endLine: 2,
    endColumn: 7,
    quote: '22',
    says: 'value',
  })
})

test('sourceAt: two lines -> joined by LF', () => {
  expect(sourceAt(message, 0, 1, 3, 2, 4, 'label')).toMatchObject({ quote: 'one 1\ntwo', endLine: 2, endColumn: 4 })
})

test('sourceAt: columns outside the line -> pulled to its ends', () => {
  expect(sourceAt(message, 0, 4, -3, 4, 99)).toMatchObject({ quote: 'é 3.5%', startColumn: 1, endColumn: 7 })
})

test('sourceAt: over 4000 characters -> text and place cut together', () => {
  const source = sourceAt(long, 0, 1, 1, 3, 2)
  expect(source).toMatchObject({ endLine: 2, endColumn: 10 })
  expect(source.quote).toBe(`${'x'.repeat(3990)}\n${'y'.repeat(9)}`)
})

test('sourceAt: no such line, no text -> a broken call throws', () => {
  expect(() => sourceAt(message, 0, 9, 1, 9, 2)).toThrow('no line 9')
  expect(() => sourceAt(message, 0, 3, 1, 3, 1)).toThrow('empty place')
})

test('sourceOfLine: blanks around the text -> left out', () => {
  expect(sourceOfLine(message, 0, 1, 'context')).toMatchObject({ quote: 'one 1', startColumn: 3, endColumn: 8 })
})
