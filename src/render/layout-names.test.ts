import { describe, expect, test } from 'vitest'
import { placeNames } from './layout-names.ts'

const place = { start: 0, end: 480, room: 40, y: 48, drop: 0, fontSize: 11 }

describe('placeNames', () => {
  test('two near names: each -> a lane of its own', () => {
    const names = [
      { name: 'first_name', x: 10, plain: false },
      { name: 'second_name', x: 30, plain: false },
    ]
    expect(placeNames(names, place).lanes).toBe(2)
  })
  test('a name at the end of a row -> runs left of its leader', () => {
    const { svg } = placeNames([{ name: 'last_name_of_row', x: 470, plain: false }], place)
    expect(Number(/<text x="([\d.]+)"/.exec(svg)?.[1])).toBeLessThan(470)
  })
  test('a name that would run past a narrow figure -> numbered; where there is room beside the row -> as it is', () => {
    const names = [{ name: 'a_hostile_name_of_thirty_bytes', x: 150, plain: false }]
    const narrow = { start: 4, end: 314, y: 48, drop: 0, fontSize: 10.5 }
    expect(placeNames(names, { ...narrow, room: 12 }).svg).toContain('>1<')
    expect(placeNames(names, { ...narrow, room: 40 }).svg).not.toContain('>1<')
  })
  test('a name longer than the room -> numbered, whole, in pieces', () => {
    const name = `x${'_part'.repeat(40)}`
    const { svg } = placeNames([{ name, x: 200, plain: false }], place)
    expect(svg).toContain('>1<')
    const texts = [...svg.matchAll(/>([^<]+)<\/text>/g)].map((match) => match[1] ?? '').slice(1)
    expect(
      texts
        .join('')
        .replace(/\u00a0/g, '')
        .replace(/^1/, ''),
    ).toBe(name)
  })
})
