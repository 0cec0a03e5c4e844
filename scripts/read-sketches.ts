import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import { type Sketch, sketchesFileSchema } from '../src/model/sketch.ts'
import { type ContentProblem, findSchemaProblems } from './content-problem.ts'

const whatToDo = 'see "A technique" in CONTRIBUTING.md for the keys of a sketch'

/** The line of a key: of what it names where the text holds it, else of the nearest thing around it. */
function findKeyLine(text: string, key: readonly PropertyKey[]): number | null {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  for (let length = key.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(key.slice(0, length), true)
    if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) continue
    const [start]: unknown[] = node.range
    if (typeof start === 'number') return lines.linePos(start).line
  }
  return null
}

/**
 * The diagrams of `techniques/sketches.json`, by name; none where a content folder has no such file, or where it
 * breaks its schema: the problems then name the file, the line, the key and what to do.
 */
export function readSketches(contentDir: string): { value: Record<string, Sketch>; problems: ContentProblem[] } {
  const file = path.join(contentDir, 'techniques', 'sketches.json')
  if (!existsSync(file)) return { value: {}, problems: [] }
  const text = readFileSync(file, 'utf8')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error)
    const line = /\(line (\d+) column \d+\)/.exec(says)?.[1] ?? String(text.split('\n').length)
    return { value: {}, problems: [{ file: `${file}:${line}`, key: '', message: `expected JSON: ${says}`, whatToDo }] }
  }
  const parsed = sketchesFileSchema.safeParse(json)
  if (parsed.success) return { value: parsed.data, problems: [] }
  const keys = parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path,
  )
  const problems = findSchemaProblems(file, parsed.error, whatToDo).map((problem, at) => {
    const line = findKeyLine(text, keys[at] ?? [])
    return line === null ? problem : { ...problem, file: `${file}:${line}` }
  })
  return { value: {}, problems }
}
