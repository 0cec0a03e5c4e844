import type { Outline } from './raster.ts'

/** The faces that pictures are written in: outlines of the site's own fonts, 1000 units an em, by character. */
export type Faces = Record<'text' | 'strong' | 'code', ReadonlyMap<string, Glyph>>
export type FaceName = keyof Faces
/** Advance in units, and the outline as path data of M, L, Q and Z with absolute whole numbers, y upwards. */
export type Glyph = readonly [advance: number, path: string]

/** Stands for every character the faces lack. */
const box: Glyph = [600, 'M70 0L530 0L530 690L70 690ZM120 50L120 640L480 640L480 50Z']

/** The glyph of a character; an accented letter the face lacks is its bare letter, anything else an empty box. */
export function findGlyph(faces: Faces, face: FaceName, character: string): Glyph {
  const found = faces[face].get(character) ?? faces[face].get(character.normalize('NFD').slice(0, 1))
  return found ?? (/\s/u.test(character) ? [260, ''] : box)
}

/** True where the faces can write enough of a text for a reader to know it. */
export function isWritable(faces: Faces, face: FaceName, text: string): boolean {
  const letters = [...text].filter((character) => !/\s/u.test(character))
  const lacking = letters.filter((character) => findGlyph(faces, face, character) === box).length
  return letters.length > 0 && lacking * 4 <= letters.length
}

/** Width of a text in pixels. */
export function measureText(faces: Faces, face: FaceName, size: number, text: string): number {
  let units = 0
  for (const character of text) units += findGlyph(faces, face, character)[0]
  return (units * size) / 1000
}

/** The longest start of a text that fits a width, with an ellipsis where something is left out. */
export function fitText(faces: Faces, face: FaceName, size: number, text: string, width: number): string {
  if (measureText(faces, face, size, text) <= width) return text
  const characters = [...text].slice(0, 400)
  while (characters.length > 0 && measureText(faces, face, size, `${characters.join('')}…`) > width) characters.pop()
  return `${characters.join('').trimEnd()}…`
}

/** A text in at most `most` lines of a width, broken at blanks; what is left over ends in an ellipsis. */
export function wrapWords(
  faces: Faces,
  face: FaceName,
  size: number,
  text: string,
  width: number,
  most: number,
): string[] {
  const words = text.split(/\s+/u).filter((word) => word !== '')
  const lines: string[] = []
  let at = 0
  while (at < words.length && lines.length < most) {
    const isLast = lines.length === most - 1
    let line = words[at] ?? ''
    at += 1
    while (at < words.length && (isLast || measureText(faces, face, size, `${line} ${words[at]}`) <= width)) {
      line = `${line} ${words[at]}`
      at += 1
      if (isLast && line.length > 400) break
    }
    lines.push(fitText(faces, face, size, line, width))
  }
  return lines
}

const STEPS = 6

/** The outlines of a path at a size, its curves as short lines, y downwards from the base line. */
export function flattenPath(path: string, size: number): Outline[] {
  const scale = size / 1000
  const outlines: number[][] = []
  let outline: number[] = []
  for (const [, command = '', text = ''] of path.matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    const n = text.trim() === '' ? [] : text.trim().split(' ').map(Number)
    if (command === 'M') {
      outline = []
      outlines.push(outline)
    }
    if (command === 'Q') {
      const [cx = 0, cy = 0, ex = 0, ey = 0] = n
      const [sx = 0, sy = 0] = [(outline.at(-2) ?? 0) / scale, -(outline.at(-1) ?? 0) / scale]
      for (let step = 1; step <= STEPS; step++) {
        const t = step / STEPS
        const [a, b, c] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t]
        outline.push((a * sx + b * cx + c * ex) * scale, -(a * sy + b * cy + c * ey) * scale)
      }
    } else if (command !== 'Z') outline.push((n[0] ?? 0) * scale, -(n[1] ?? 0) * scale)
  }
  return outlines
}
