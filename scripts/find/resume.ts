import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { candidateSchema } from '../../src/model/candidate.ts'

const placeSchema = z.object({
  call: z.string(),
  source: z.number().int().min(0),
  done: z.number().int().min(0),
  found: z.array(z.object({ candidate: candidateSchema, answers: z.array(z.string()) })),
})
/** Where a scan stopped: which source, how many mails of it are done, what was found so far in it. */
export type Place = z.infer<typeof placeSchema>

/** The place kept in a file; null where there is none. Throws where the file is of another call or no such file. */
export function readPlace(file: string, call: string): Place | null {
  if (!existsSync(path.dirname(file))) throw new Error(`${file}: no such folder: ${path.dirname(file)}; make it first`)
  if (!existsSync(file)) return null
  const parsed = placeSchema.safeParse(parseJson(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file}: expected a place that find kept there; name another file`)
  if (parsed.data.call !== call)
    throw new Error(`${file}: kept by another call (${parsed.data.call}); repeat that call or name another file`)
  return parsed.data
}

/** Null where the text is no JSON: the schema says what was expected. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Keeps the place, whole or not at all. */
export function keepPlace(file: string, place: Place): void {
  writeFileSync(`${file}.part`, JSON.stringify(place))
  renameSync(`${file}.part`, file)
}

export const dropPlace = (file: string): void => rmSync(file, { force: true })
