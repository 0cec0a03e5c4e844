import { crc32, deflateSync } from 'node:zlib'
import type { Canvas } from '../../src/render/raster.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A chunk: length, type, content, checksum (PNG, section 5.3). */
function buildChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(content.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** Pixels as places in a list of at most 256 colours; null where there are more. */
function indexColours({ width, height, pixels }: Canvas): { rows: Buffer; palette: Buffer } | null {
  const places = new Map<number, number>()
  const rows = Buffer.alloc((width + 1) * height)
  const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength)
  const rowOf = (y: number): Buffer => bytes.subarray(y * width * 4, (y + 1) * width * 4)
  let [lastColour, lastPlace] = [-1, 0]
  for (let y = 0; y < height; y++) {
    if (y > 0 && rowOf(y).equals(rowOf(y - 1))) {
      rows.copyWithin(y * (width + 1), (y - 1) * (width + 1), y * (width + 1))
      continue
    }
    for (let x = 0; x < width; x++) {
      const colour = pixels[y * width + x] ?? 0
      if (colour !== lastColour) {
        const known = places.get(colour)
        if (known === undefined && places.size === 256) return null
        lastPlace = known ?? places.size
        if (known === undefined) places.set(colour, lastPlace)
        lastColour = colour
      }
      rows[y * (width + 1) + x + 1] = lastPlace
    }
  }
  const palette = Buffer.from([...places.keys()].flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  return { rows, palette }
}

/** Pixels as they are, three bytes each, a filter byte of zero before each row. */
function copyRows({ width, height, pixels }: Canvas): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.writeUIntBE(pixels[y * width + x] ?? 0, y * (width * 3 + 1) + 1 + x * 3, 3)
  return rows
}

/** A canvas as a PNG file, with a list of colours where it has no more than 256. */
export function encodePng(canvas: Canvas): Buffer {
  const indexed = indexColours(canvas)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(canvas.width, 0)
  header.writeUInt32BE(canvas.height, 4)
  header[8] = 8
  header[9] = indexed ? 3 : 2
  return Buffer.concat([
    signature,
    buildChunk('IHDR', header),
    ...(indexed ? [buildChunk('PLTE', indexed.palette)] : []),
    buildChunk('IDAT', deflateSync(indexed?.rows ?? copyRows(canvas), { level: 4 })),
    buildChunk('IEND', Buffer.alloc(0)),
  ])
}
