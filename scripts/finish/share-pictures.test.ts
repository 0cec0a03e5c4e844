import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { siteName } from '../../src/layouts/site-name.ts'
import { fitText, isWritable, measureText, wrapWords } from '../../src/render/glyph-text.ts'
import type { Shape } from '../../src/render/picture-paint.ts'
import { createCanvas } from '../../src/render/raster.ts'
import { drawCasePicture, pictureWords } from '../../src/render/share-picture.ts'
import { readCases } from '../read-content.ts'
import { encodePng } from './png-file.ts'
import { readFaces, writeSharePictures } from './share-pictures.ts'

const faces = readFaces()
const records = readCases(path.resolve(import.meta.dirname, '../../tests/content')).value.map(({ record }) => record)

/** The corners of what a shape covers. */
function boundsOf(shape: Shape): [number, number, number, number] {
  if (shape.kind === 'rect') return [shape.x, shape.y, shape.x + shape.width, shape.y + shape.height]
  if (shape.kind === 'text') {
    const width = measureText(faces, shape.face, shape.size, shape.text)
    const left = shape.anchor === 'end' ? shape.x - width : shape.x
    return [left, shape.y - shape.size, left + width, shape.y + shape.size * 0.3]
  }
  const points = shape.outlines.flat()
  const [xs, ys] = [0, 1].map((odd) => points.filter((_, at) => at % 2 === odd))
  return [Math.min(...(xs ?? [])), Math.min(...(ys ?? [])), Math.max(...(xs ?? [])), Math.max(...(ys ?? []))]
}

describe('texts of pictures', () => {
  test('a long title -> lines that fit, the last one with an ellipsis', () => {
    const lines = wrapWords(faces, 'strong', 40, 'one two three '.repeat(80), 500, 3)
    expect(lines.length).toBe(3)
    expect(lines[2]?.endsWith('…')).toBe(true)
    expect(Math.max(...lines.map((line) => measureText(faces, 'strong', 40, line)))).toBeLessThanOrEqual(500)
  })
  test('one word wider than the line -> cut, no endless loop', () => {
    expect(measureText(faces, 'code', 20, fitText(faces, 'code', 20, 'x'.repeat(5000), 300))).toBeLessThanOrEqual(300)
    expect(wrapWords(faces, 'code', 20, 'x'.repeat(5000), 300, 2).length).toBe(1)
  })
  test('letters the faces lack -> bare letters, else not writable', () => {
    expect(isWritable(faces, 'text', 'Ľudovít Štúr')).toBe(true)
    expect(isWritable(faces, 'text', '伪共享')).toBe(false)
  })
})

describe('pictures of the fixture cases', () => {
  test.each(records.map((record) => [record.slug, record] as const))('%s -> everything stands inside', (_, record) => {
    const { width, height, shapes } = drawCasePicture(record, faces, siteName, 'Ring')
    const outside = shapes.filter((shape) => {
      const [left, top, right, bottom] = boundsOf(shape)
      return left < 40 || top < 0 || right > width - 40 || bottom > height
    })
    expect(outside).toEqual([])
    expect(pictureWords(record)).not.toContain('\u202e')
  })
})

describe('files of pictures', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pictures-'))
  const source = { records: records.slice(0, 3), projects: new Map<string, string>(), counts: '3 cases' }
  const folders = { outDir: path.join(folder, 'out'), cacheDir: path.join(folder, 'cache') }
  let painted = 0
  beforeAll(() => {
    painted = writeSharePictures(source, folders)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('a first build -> one painted a case and one for the site; a second -> none, the same bytes', () => {
    const read = (): string[] =>
      readdirSync(folders.outDir, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.png'))
        .sort()
        .map((name) => `${name} ${readFileSync(path.join(folders.outDir, name)).toString('base64')}`)
    const first = read()
    expect([painted, first.length]).toEqual([4, 4])
    expect(writeSharePictures(source, folders)).toBe(0)
    expect(read()).toEqual(first)
  })
  test('a picture -> a PNG of 1200 x 630 with a list of colours', () => {
    const file = readFileSync(path.join(folders.outDir, 'picture.png'))
    expect([file.toString('latin1', 1, 4), file.readUInt32BE(16), file.readUInt32BE(20), file[25]]).toEqual([
      'PNG',
      1200,
      630,
      3,
    ])
  })
  test('more than 256 colours -> three bytes a pixel', () => {
    const canvas = createCanvas(300, 1, 0)
    canvas.pixels.forEach((_, at) => {
      canvas.pixels[at] = at * 257
    })
    const file = encodePng(canvas)
    const at = file.indexOf('IDAT')
    const rows = inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)))
    expect([file[25], rows.length, rows.readUIntBE(1 + 299 * 3, 3)]).toEqual([2, 901, 299 * 257])
  })
})
