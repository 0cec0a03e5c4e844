import { readFileSync } from 'node:fs'
import type { CaseRecord } from '../model/case.ts'

/** A case as the pages know it: its merged record, whether counts leave it out, its former slugs. */
export type SiteCase = { record: CaseRecord; leaveOut: boolean; aliases: readonly string[] }
/** A story that a person wrote, where it says more than the summary, and the file it stands in. */
export type SiteStory = { slug: string; body: string; file: string }

/** Pages are bundled apart from the build that runs them: both find the cases by this name. */
const handedOver = Symbol.for('casebook.cases')

/** What was handed over was checked when the cases were read. */
const isList = (value: unknown): value is readonly SiteCase[] => Array.isArray(value)

/** Hands the cases to the pages, which the build renders in its own process. */
export function handOverCases(cases: readonly SiteCase[]): void {
  Reflect.set(globalThis, handedOver, cases)
}

/** Every case, by slug. */
export function readSiteCases(): readonly SiteCase[] {
  const cases: unknown = Reflect.get(globalThis, handedOver)
  if (!isList(cases)) throw new Error('The pages are built by `npm run build`, which reads the cases first')
  return cases
}

const isStories = (value: unknown): value is readonly SiteStory[] => Array.isArray(value)

/** The stories that use components, in one file of the build (CASEBOOK_STORIES); none where types alone are made. */
export function readStories(): readonly SiteStory[] {
  const file = process.env['CASEBOOK_STORIES']
  if (file === undefined) return []
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!isStories(value)) throw new Error(`${file}: expected the stories of the build; run \`npm run build\``)
  return value
}
