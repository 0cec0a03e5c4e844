import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type TokenName, themes, tokensCss } from './tokens.ts'

type Rgb = readonly [number, number, number]
const linear = (hex: string): Rgb => {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}
const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b
function contrast(one: string, other: string): number {
  const [x, y] = [luminance(linear(one)), luminance(linear(other))]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}
/** OKLab distance times 100. */
function distance(one: string, other: string): number {
  const lab = (hex: string): Rgb => {
    const [r, g, b] = linear(hex)
    const x = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    const y = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    const z = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return [
      0.2104542553 * x + 0.793617785 * y - 0.0040720468 * z,
      1.9779984951 * x - 2.428592205 * y + 0.4505937099 * z,
      0.0259040371 * x + 0.7827717662 * y - 0.808675766 * z,
    ]
  }
  const [a, b] = [lab(one), lab(other)]
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

const roles = ['read', 'flags', 'counter', 'write', 'lock', 'norole'] as const
const texts: [TokenName, TokenName][] = [
  ['ink', 'paper'],
  ['ink-2', 'paper'],
  ['ink-3', 'paper'],
  ['link', 'paper'],
  ['shared', 'paper'],
  ['ink', 'sunk'],
  ['ink-2', 'sunk'],
  ['link', 'sunk'],
  ['ink', 'mark'],
  ['link', 'mark'],
  ...(['code-key', 'code-type', 'code-text', 'code-note'] as const).flatMap((name): [TokenName, TokenName][] =>
    (['paper', 'sunk', 'add-bg', 'add-word', 'del-bg', 'del-word', 'move-bg', 'mark'] as const).map((on) => [name, on]),
  ),
  ['ink', 'add-bg'],
  ['ink', 'add-word'],
  ['ink', 'del-bg'],
  ['ink', 'del-word'],
  ['ink', 'move-bg'],
  ['ink-3', 'add-bg'],
  ['ink-3', 'del-bg'],
  ['ink-3', 'move-bg'],
  ['ink-2', 'move-bg'],
  ['link', 'move-bg'],
  ['ink', 'heat-1'],
  ['ink', 'heat-2'],
  ['ink', 'heat-3'],
  ['heat-4-text', 'heat-4'],
  ...roles.map((role): [TokenName, TokenName] => [`${role}-text`, `${role}-fill`]),
]
const marks: [TokenName, TokenName][] = [
  ['shared', 'paper'],
  ['hole', 'paper'],
  ['better', 'paper'],
  ['worse', 'paper'],
  ['none', 'paper'],
  ['claim', 'paper'],
  ['rule-2', 'paper'],
  ['read-line', 'read-fill'],
  ['flags-line', 'flags-fill'],
  ...roles.map((role): [TokenName, TokenName] => [`${role}-line`, 'paper']),
]

describe('tokens', () => {
  for (const [name, theme] of Object.entries(themes)) {
    for (const [text, ground] of texts)
      test(`${name}: ${text} on ${ground} -> at least 4.5`, () => {
        expect(contrast(theme[text], theme[ground])).toBeGreaterThanOrEqual(4.5)
      })
    for (const [mark, ground] of marks)
      test(`${name}: mark ${mark} on ${ground} -> at least 3`, () => {
        expect(contrast(theme[mark], theme[ground])).toBeGreaterThanOrEqual(3)
      })
    test(`${name}: fills of two roles -> at least 6 apart in OKLab`, () => {
      for (const [at, one] of roles.entries())
        for (const other of roles.slice(at + 1))
          expect(distance(theme[`${one}-fill`], theme[`${other}-fill`]), `${one} and ${other}`).toBeGreaterThanOrEqual(
            6,
          )
    })
  }
  test('tokens.css: made from tokens.ts -> the same text', () => {
    const file = new URL('tokens.css', import.meta.url)
    if (process.env['UPDATE_GOLDEN'] === '1' && !process.env['CI']) writeFileSync(file, tokensCss())
    expect(readFileSync(file, 'utf8')).toBe(tokensCss())
  })
})
