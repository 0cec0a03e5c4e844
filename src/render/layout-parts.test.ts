import { describe, expect, test } from 'vitest'
import { structLayoutSchema } from '../model/struct-layout.ts'
import { renderLayoutParts } from './layout-parts.ts'

/** A struct of so many lines, each with a reader beside a counter; all move by one line. */
const layoutOf = (lines: number) =>
  structLayoutSchema.parse({
    struct: 'ring',
    base: { alignment: 'aligned', how: 'stated' },
    sizeBytes: { before: lines * 64, after: null },
    members: Array.from({ length: lines }, (_, line) => [
      {
        name: `mask_${line}`,
        sizeBytes: 8,
        role: 'read-mostly',
        roleFrom: 'stated',
        offsetBytes: { before: line * 64, after: null },
      },
      {
        name: `uses_${line}`,
        sizeBytes: 8,
        role: 'counter',
        roleFrom: 'stated',
        offsetBytes: { before: line * 64 + 8, after: null },
      },
    ]).flat(),
    from: 'mail',
  })
const draw = (lines: number, lineBytes?: number) =>
  renderLayoutParts(layoutOf(lines), { members: [], movedMembers: [], c2c: [] }, lineBytes)
const textsOf = (markup: string): string[] => [...markup.matchAll(/>([^<>]+)<\/text>/g)].map((match) => match[1] ?? '')

describe('a figure of very many lines', () => {
  test('twelve lines -> no fold', () => {
    expect(draw(12)).not.toContain('<details')
  })
  test('fifteen lines -> the rest in a fold, each line once, all counted above', () => {
    const markup = draw(15)
    expect(markup).toContain('<summary>More lines with members of the patch: 3 before, 0 after</summary>')
    const [first = '', further = ''] = markup.split('<details')
    expect(textsOf(first)).toContain('15 shared lines')
    expect(textsOf(first)).toContain('line 11')
    expect(textsOf(first)).not.toContain('line 12')
    expect(textsOf(first)).toContain('3 more lines with members of the patch')
    expect(['line 12', 'line 13', 'line 14'].filter((name) => textsOf(further).includes(name))).toHaveLength(3)
    expect(textsOf(further)).toContain('Before, continued')
  })
  test('two hundred lines -> an end, and what is left is said', () => {
    expect(draw(200)).toContain('128 more lines with members of the patch')
  })
  test('lines of another size -> folded anew', () => {
    expect(draw(12, 32)).not.toContain('<details')
    expect(draw(30, 128)).toContain('3 before')
  })
})
