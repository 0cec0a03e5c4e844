import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { caseSchema } from '../model/case.ts'
import { structLayoutSchema } from '../model/struct-layout.ts'
import { themes } from '../styles/tokens.ts'
import { isDrawable, layoutFileNames, renderLayoutFile } from './layout-file.ts'

const folder = new URL('../../tests/content/cases/', import.meta.url)
const cases = readdirSync(folder).flatMap((slug) => {
  try {
    return [caseSchema.parse(JSON.parse(readFileSync(new URL(`${slug}/case.json`, folder), 'utf8')))]
  } catch {
    return [] // facts only
  }
})
const address = 'https://example.org/casebook/cases/ring/'
const layoutOf = (struct: string) =>
  structLayoutSchema.parse({
    struct,
    base: { alignment: 'aligned', how: 'stated' },
    sizeBytes: { before: 64, after: null },
    members: [{ name: struct, offsetBytes: { before: 0, after: 8 } }],
    from: 'mail',
  })

describe('layout pictures', () => {
  test('names: hostile structs -> one plain file name each', () => {
    const structs = ['ring_head', 'ring head', '../../etc/x', '<b>', '\u202egnp', 'ring-head-2']
    const names = [...layoutFileNames(structs.map(layoutOf)).values()]
    expect(new Set(names).size).toBe(structs.length)
    for (const name of names) expect(name).toMatch(/^layout-[a-z0-9-]+\.svg$/)
  })
  for (const record of cases)
    for (const layout of record.layouts.filter(isDrawable)) {
      const svg = renderLayoutFile(layout, record, address, themes.light)
      test(`${record.slug}, ${layout.struct.slice(0, 20)}: picture -> stands alone, the same each time`, () => {
        expect(svg).toBe(renderLayoutFile(layout, record, address, themes.light))
        expect(svg).not.toMatch(/<script|<foreignObject|<image|@import|url\((?!#p-)|\bstyle=| on[a-z]+=|href=/i)
        expect(svg.match(/https?:\/\/[^<"]+/g)).toEqual(['http://www.w3.org/2000/svg', address])
      })
      test(`${record.slug}, ${layout.struct.slice(0, 20)}: sizes of texts -> their own, no rule over them`, () => {
        expect(svg).not.toMatch(/text[^{}]*\{[^}]*font(?:-size)?:/)
      })
      test(`${record.slug}, ${layout.struct.slice(0, 20)}: every class drawn with -> a rule of its own`, () => {
        const used = new Set([...svg.matchAll(/ class="([^"]+)"/g)].flatMap((match) => (match[1] ?? '').split(' ')))
        for (const bare of ['layout', 'wide']) used.delete(bare)
        const style = /<style>(.*?)<\/style>/s.exec(svg)?.[1] ?? ''
        expect([...used].filter((name) => !style.includes(`.${name}`))).toEqual([])
      })
    }
  test('a hostile name -> escaped, and still XML', () => {
    const layout = layoutOf('</text><script>alert(1)</script>\u0000\ufffe&')
    const svg = renderLayoutFile(layout, { ...(cases[0] ?? expect.fail()), title: ']]>&nbsp;' }, address, themes.light)
    expect(svg).not.toContain('<script')
    expect(svg).not.toMatch(/[\u0000\ufffe]|&(?!(?:amp|lt|gt|quot|#39|#x27);)/)
  })
})
