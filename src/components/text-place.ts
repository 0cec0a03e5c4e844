import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Where a text with components stands: its file, and the file's whole text. */
export type TextPlace = { file: string; text: string }

/** Reads the file that an entry was read from; an entry without one has no components. */
export function readTextPlace(filePath: string | undefined, otherwise: string): TextPlace {
  const file = filePath ?? otherwise
  return { file, text: existsSync(file) ? readFileSync(file, 'utf8') : '' }
}

const isPlace = (value: unknown): value is TextPlace =>
  typeof value === 'object' && value !== null && 'file' in value && 'text' in value

/** The place that a page put in `Astro.locals` as `guide` or `story`; null on a page that did not. */
export function placeOf(locals: object): TextPlace | null {
  const place: unknown = 'guide' in locals ? locals.guide : 'story' in locals ? locals.story : null
  return isPlace(place) ? place : null
}

/** `content/techniques/pad.mdx:17`: the first line that has the tag with the name that was asked for, else with the tag. */
export function formatPlace({ file, text }: TextPlace, tag: string, asked: string): string {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.includes(`<${tag}`) && line.includes(asked))
  const line = at >= 0 ? at : lines.findIndex((each) => each.includes(`<${tag}`))
  return line >= 0 ? `${file}:${line + 1}` : file
}

/**
 * A reference to something outside this text that is not there: added to what the build reads after Astro
 * (CASEBOOK_PROBLEMS), which builds the rest and ends with a code that is not 0; without a build it is printed.
 */
export function reportReference(place: TextPlace, tag: string, asked: string, whatToDo: string): void {
  const file = formatPlace(place, tag, asked)
  const message = `<${tag}> refers to ${JSON.stringify(asked)}, which is not there`
  const list = process.env['CASEBOOK_PROBLEMS']
  if (list === undefined) {
    console.error(`${file}: ${message}; ${whatToDo}`)
    return
  }
  mkdirSync(path.dirname(list), { recursive: true })
  const known: unknown = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  const problems: unknown[] = Array.isArray(known) ? known : []
  const problem = { file, key: '', message, whatToDo, isGap: true }
  // A page may render its text twice.
  if (problems.some((one) => JSON.stringify(one) === JSON.stringify(problem))) return
  writeFileSync(list, JSON.stringify([...problems, problem]))
}
