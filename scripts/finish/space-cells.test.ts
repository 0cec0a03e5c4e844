import { expect, test } from 'vitest'
import { spaceCells } from './space-cells.ts'

test('spaceCells: cells and terms -> a blank between them, nothing else changed', () => {
  expect(spaceCells('<tr><th>metric</th><td class="n">1</td><td>2</td></tr><dt>a</dt><dd>b</dd>')).toBe(
    '<tr><th>metric</th> <td class="n">1</td> <td>2</td></tr><dt>a</dt> <dd>b</dd>',
  )
})
