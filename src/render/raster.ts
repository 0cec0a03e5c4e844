/** Pixels of a picture in rows from the top, each as 0xrrggbb. */
export type Canvas = { width: number; height: number; pixels: Uint32Array }
/** A colour as 0xrrggbb. */
export type Colour = number
/** How much of each pixel a shape covers, 0 to 255; `x`, `y` is where its corner stands. */
export type Mask = { x: number; y: number; width: number; height: number; cover: Uint8Array }
/** A closed outline: x and y in turn, in pixels. */
export type Outline = readonly number[]

/** `#0a4c8f` -> 0x0a4c8f. */
export const parseColour = (hex: string): Colour => Number.parseInt(hex.slice(1), 16)

/** A canvas of one colour. */
export function createCanvas(width: number, height: number, colour: Colour): Canvas {
  return { width, height, pixels: new Uint32Array(width * height).fill(colour) }
}

/** Fills whole pixels; what lies outside the canvas is left out. */
export function fillRect(canvas: Canvas, x: number, y: number, width: number, height: number, colour: Colour): void {
  const left = Math.max(0, Math.round(x))
  const right = Math.min(canvas.width, Math.round(x + width))
  const bottom = Math.min(canvas.height, Math.round(y + height))
  if (right <= left) return
  for (let row = Math.max(0, Math.round(y)); row < bottom; row++)
    canvas.pixels.fill(colour, row * canvas.width + left, row * canvas.width + right)
}

/** The signed area that an edge leaves in its cells: the sum along a row is then the cover. */
function addEdge(cells: Float32Array, width: number, x0: number, y0: number, x1: number, y1: number): void {
  if (y0 === y1) return
  const down = y0 < y1 ? 1 : -1
  const [topX, topY, endX, endY] = down === 1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0]
  const slope = (endX - topX) / (endY - topY)
  for (let row = Math.floor(topY); row < endY; row++) {
    const from = Math.max(row, topY)
    const to = Math.min(row + 1, endY)
    const height = (to - from) * down
    const xa = topX + (from - topY) * slope
    const xb = topX + (to - topY) * slope
    const [low, high] = xa < xb ? [xa, xb] : [xb, xa]
    const first = Math.floor(low)
    const last = Math.max(first, Math.ceil(high) - 1)
    for (let column = first; column <= last; column++) {
      const [left, right] = [Math.max(low, column), Math.min(high, column + 1)]
      const part = high === low ? height : (height * (right - left)) / (high - low)
      const beside = (left + right) / 2 - column
      const at = row * width + column
      cells[at] = (cells[at] ?? 0) + part * (1 - beside)
      cells[at + 1] = (cells[at + 1] ?? 0) + part * beside
    }
  }
}

/** The cover of closed outlines together (inner ones run the other way), with exact areas at the edges. */
export function maskOutlines(outlines: readonly Outline[]): Mask {
  let [low, top, high, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const outline of outlines)
    for (let at = 0; at < outline.length; at += 2) {
      const [x = 0, y = 0] = [outline[at], outline[at + 1]]
      low = Math.min(low, x)
      high = Math.max(high, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  if (low > high) return { x: 0, y: 0, width: 0, height: 0, cover: new Uint8Array() }
  const [x, y] = [Math.floor(low), Math.floor(top)]
  const [width, height] = [Math.ceil(high) - x + 2, Math.ceil(bottom) - y + 1]
  const cells = new Float32Array(width * height + 2)
  for (const outline of outlines)
    for (let at = 0; at < outline.length; at += 2) {
      const next = (at + 2) % outline.length
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [outline[at], outline[at + 1], outline[next], outline[next + 1]]
      addEdge(cells, width, x0 - x, y0 - y, x1 - x, y1 - y)
    }
  const cover = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    let sum = 0
    for (let column = 0; column < width; column++) {
      sum += cells[row * width + column] ?? 0
      // Sixteen steps: a picture then has few colours, and its file is small.
      cover[row * width + column] = Math.round(Math.min(1, Math.abs(sum)) * 15) * 17
    }
  }
  return { x, y, width, height, cover }
}

/** Between two channels, `cover` of 255 of the way. */
const mix = (under: number, over: number, cover: number): number => under + Math.round(((over - under) * cover) / 255)

/** A colour over another one, `cover` of 255 of it. */
function blend(under: Colour, over: Colour, cover: number): Colour {
  const red = mix(under >> 16, over >> 16, cover)
  const green = mix((under >> 8) & 255, (over >> 8) & 255, cover)
  return (red << 16) | (green << 8) | mix(under & 255, over & 255, cover)
}

/** Lays a colour over the canvas through a mask that is moved by whole pixels. */
export function paintMask(canvas: Canvas, mask: Mask, dx: number, dy: number, colour: Colour): void {
  const { cover: covers } = mask
  const { pixels } = canvas
  const [left, top] = [mask.x + dx, mask.y + dy]
  const [first, last] = [Math.max(0, -left), Math.min(mask.width, canvas.width - left)]
  for (let row = Math.max(0, -top); row < mask.height && row + top < canvas.height; row++) {
    const from = row * mask.width
    const to = (row + top) * canvas.width + left
    for (let column = first; column < last; column++) {
      const cover = covers[from + column] ?? 0
      if (cover === 0) continue
      pixels[to + column] = cover === 255 ? colour : blend(pixels[to + column] ?? 0, colour, cover)
    }
  }
}
