import { describe, expect, test } from 'vitest'
import type { Message } from '../model/message.ts'
import { plainMessage } from './plain-message.ts'
import { splitBlocks } from './text-blocks.ts'

/** Blocks of a message whose lines are one quote, said to be as deep as given. */
function readQuote(quoteDepth: number, ...lines: string[]) {
  const message = plainMessage(`${lines.join('\n')}\n`)
  const parts = message.parts.map((part) => ({
    ...part,
    regions: [{ kind: 'quote' as const, startLine: 1, endLine: lines.length, quoteDepth }],
  }))
  const quoted: Message = { ...message, parts }
  return splitBlocks(quoted).blocks.map((block) => [
    block.depth,
    ...block.lines.map(({ text, column }) => `${column}:${text}`),
  ])
}

describe('blocks of a quote', () => {
  test('marks deeper than the region says -> all are left out, and the depths stand apart', () => {
    expect(readQuote(1, '> 1 duck', '> > 2 geese', '>> 3 swans')).toEqual([
      [1, '3:1 duck'],
      [2, '5:2 geese', '4:3 swans'],
    ])
  })
  test('a mark within the text -> is of the text', () => {
    expect(readQuote(1, '> 12 > 8', '> a -> b')).toEqual([[1, '3:12 > 8', '3:a -> b']])
  })
  test('a blank line of the quote -> parts blocks', () => {
    expect(readQuote(1, '> one', '>', '> two')).toEqual([
      [1, '3:one'],
      [1, '3:two'],
    ])
  })
})
