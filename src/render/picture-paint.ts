import { type FaceName, type Faces, findGlyph, flattenPath, measureText } from './glyph-text.ts'
import {
  type Canvas,
  type Colour,
  createCanvas,
  fillRect,
  type Mask,
  maskOutlines,
  type Outline,
  paintMask,
  parseColour,
} from './raster.ts'

/** What a picture is made of, in the order it is painted; `fill` is the name of a colour. */
export type Shape =
  | { kind: 'rect'; x: number; y: number; width: number; height: number; fill: string }
  | { kind: 'outlines'; outlines: Outline[]; fill: string }
  | {
      kind: 'text'
      x: number
      y: number
      size: number
      face: FaceName
      text: string
      fill: string
      anchor?: 'start' | 'end'
    }

/** A picture as a value: its size and its shapes on the colour `paper`. */
export type Drawing = { width: number; height: number; shapes: Shape[] }
/** Colours by name, as `#rrggbb`. */
export type Colours = Readonly<Record<string, string>>

/** Paints drawings; a glyph of one size is worked out once for all of them. */
export function createPainter(faces: Faces, colours: Colours): (drawing: Drawing) => Canvas {
  const glyphs = new Map<string, Mask>()
  const colourOf = (name: string): Colour => parseColour(colours[name] ?? '#000000')

  function glyphMask(face: FaceName, size: number, character: string, shift: number): Mask {
    const key = `${face} ${size} ${shift} ${character}`
    const known = glyphs.get(key)
    if (known) return known
    const outlines = flattenPath(findGlyph(faces, face, character)[1], size)
    const mask = maskOutlines(
      outlines.map((outline) => outline.map((value, at) => (at % 2 === 0 ? value + shift : value))),
    )
    glyphs.set(key, mask)
    return mask
  }

  function paintText(canvas: Canvas, shape: Extract<Shape, { kind: 'text' }>): void {
    const { face, size, text, y } = shape
    let x = shape.anchor === 'end' ? shape.x - measureText(faces, face, size, text) : shape.x
    for (const character of text) {
      // Quarters of a pixel: letters keep their distances, and few masks are needed.
      const place = Math.round(x * 4) / 4
      const whole = Math.floor(place)
      paintMask(canvas, glyphMask(face, size, character, place - whole), whole, Math.round(y), colourOf(shape.fill))
      x += (findGlyph(faces, face, character)[0] * size) / 1000
    }
  }

  return ({ width, height, shapes }) => {
    const canvas = createCanvas(width, height, colourOf('paper'))
    for (const shape of shapes) {
      if (shape.kind === 'text') paintText(canvas, shape)
      else if (shape.kind === 'rect')
        fillRect(canvas, shape.x, shape.y, shape.width, shape.height, colourOf(shape.fill))
      else paintMask(canvas, maskOutlines(shape.outlines), 0, 0, colourOf(shape.fill))
    }
    return canvas
  }
}
