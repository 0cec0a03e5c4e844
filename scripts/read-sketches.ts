import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Sketch, sketchesFileSchema } from '../src/model/sketch.ts'

const file = path.resolve('content', 'techniques', 'sketches.json')
let sketches: Record<string, Sketch> | undefined

/**
 * The sketch of that name.
 * @throws Error where the file breaks its schema or holds no such name; the message names both.
 */
export function findSketch(name: string): Sketch {
  sketches ??= sketchesFileSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const sketch = Object.hasOwn(sketches, name) ? sketches[name] : undefined
  if (!sketch)
    throw new Error(
      `no sketch ${JSON.stringify(name)} in content/techniques/sketches.json; there are: ${Object.keys(sketches).join(', ')}`,
    )
  return sketch
}
