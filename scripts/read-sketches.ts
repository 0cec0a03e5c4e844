import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Sketch, sketchesFileSchema } from '../src/model/sketch.ts'
import { findSchemaProblems, formatContentProblem } from './content-problem.ts'

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file}: expected JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * The diagrams of `techniques/sketches.json`, by name; none where a content folder has no such file.
 * @throws Error where the file breaks its schema, with the name and key.
 */
export function readSketches(contentDir: string): Record<string, Sketch> {
  const file = path.join(contentDir, 'techniques', 'sketches.json')
  if (!existsSync(file)) return {}
  const parsed = sketchesFileSchema.safeParse(parseJson(file))
  if (parsed.success) return parsed.data
  const whatToDo = 'see "A technique" in CONTRIBUTING.md for the keys of a sketch'
  throw new Error(findSchemaProblems(file, parsed.error, whatToDo).map(formatContentProblem).join('\n'))
}
