import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Sketch, sketchesFileSchema } from '../src/model/sketch.ts'

/**
 * The diagrams of `techniques/sketches.json`, by name; none where a content folder has no such file.
 * @throws Error where the file breaks its schema, with the name and key.
 */
export function readSketches(contentDir: string): Record<string, Sketch> {
  const file = path.join(contentDir, 'techniques', 'sketches.json')
  return existsSync(file) ? sketchesFileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
}
