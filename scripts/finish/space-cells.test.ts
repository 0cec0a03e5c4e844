import { expect, test } from 'vitest'
import { spaceCells } from './space-cells.ts'

test('spaceCells: cells and terms -> a blank between them, nothing else changed', () => {
  expect(spaceCells('<tr><th>metric</th><td class="n">1</td><td>2</td></tr><dt>a</dt><dd>b</dd>')).toBe(
    '<tr><th>metric</th> <td class="n">1</td> <td>2</td></tr><dt>a</dt> <dd>b</dd>',
  )
})

test.each([
  '<td>1</td><tdx>2',
  '<tr></tr><td>1</td></tr>',
  '<td>1</td> <td>2</td>',
  '</th><thead>',
  '><td>',
  '</td><t',
])('spaceCells: %s, not a cell right after a cell -> as it was', (html) => {
  expect(spaceCells(html)).toBe(html)
})
