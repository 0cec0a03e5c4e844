import { describe, expect, test } from 'vitest'
import { createCanvas, fillRect, maskOutlines, paintMask, parseColour } from './raster.ts'

const square = (x: number, y: number, side: number): number[] => [x, y, x + side, y, x + side, y + side, x, y + side]
const reversed = (outline: number[]): number[] =>
  Array.from({ length: outline.length / 2 }, (_, at) => outline.slice(outline.length - 2 * at - 2).slice(0, 2)).flat()
/** The cover of a pixel of a mask, in fifteenths. */
const coverAt = (outlines: number[][], x: number, y: number): number => {
  const mask = maskOutlines(outlines)
  return (mask.cover[(y - mask.y) * mask.width + x - mask.x] ?? 0) / 17
}

describe('masks', () => {
  test('a square on whole pixels -> those pixels, whole', () => {
    expect([
      coverAt([square(2, 3, 4)], 2, 3),
      coverAt([square(2, 3, 4)], 5, 6),
      coverAt([square(2, 3, 4)], 6, 6),
    ]).toEqual([15, 15, 0])
  })
  test('a square between pixels -> its edges by their area', () => {
    expect([coverAt([square(0.5, 0, 2)], 0, 0), coverAt([square(0.5, 0.5, 2)], 0, 0)]).toEqual([8, 4])
  })
  test('a triangle -> half of the pixel its side cuts from corner to corner', () => {
    expect([coverAt([[0, 0, 4, 0, 0, 4]], 3, 0), coverAt([[0, 0, 4, 0, 0, 4]], 0, 0)]).toEqual([8, 15])
  })
  test('an inner outline that runs the other way -> a hole', () => {
    const ring = [square(0, 0, 6), reversed(square(2, 2, 2))]
    expect([coverAt(ring, 1, 1), coverAt(ring, 2, 2), coverAt(ring, 4, 4)]).toEqual([15, 0, 15])
  })
  test('no outline -> an empty mask', () => {
    expect(maskOutlines([]).width).toBe(0)
  })
})

describe('canvas', () => {
  test('what lies outside -> left out, the rest painted', () => {
    const canvas = createCanvas(4, 2, 0xffffff)
    fillRect(canvas, -5, 1, 7, 9, parseColour('#0a4c8f'))
    paintMask(canvas, maskOutlines([square(3, -1, 4)]), 0, 0, 0)
    expect([...canvas.pixels]).toEqual([0xffffff, 0xffffff, 0xffffff, 0, 0x0a4c8f, 0x0a4c8f, 0xffffff, 0])
  })
  test('half a cover -> half way between the colours', () => {
    const canvas = createCanvas(1, 1, 0xffffff)
    paintMask(canvas, { x: 0, y: 0, width: 1, height: 1, cover: new Uint8Array([136]) }, 0, 0, 0)
    expect(canvas.pixels[0]).toBe(0x777777)
  })
})
