import { readFileSync } from 'node:fs'
import type { CaseRecord } from '../model/case.ts'

/** A case as the pages know it: its merged record, whether counts leave it out, its former slugs. */
export type SiteCase = { record: CaseRecord; leaveOut: boolean; aliases: readonly string[] }
/** A story that a person wrote, where it says more than the summary, and the file it stands in. */
export type SiteStory = { slug: string; body: string; file: string }
/** What the build hands to the generator, in one file (CASEBOOK_CASES). */
export type SiteFile = { cases: readonly SiteCase[]; stories: readonly SiteStory[] }

/** What stands in the file was checked when the cases were read. */
function isSiteFile(value: unknown): value is SiteFile {
  const lists = typeof value === 'object' && value !== null && 'cases' in value && 'stories' in value
  return lists && Array.isArray(value.cases) && Array.isArray(value.stories)
}

let known: SiteFile | undefined

function readSiteFile(): SiteFile {
  if (known) return known
  const file = process.env['CASEBOOK_CASES']
  if (file === undefined) throw new Error('The pages are built by `npm run build`, which reads the cases first')
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!isSiteFile(value)) throw new Error(`${file}: expected the cases of the build; run \`npm run build\``)
  known = value
  return value
}

/** Every case, by slug; read once a build. */
export const readSiteCases = (): readonly SiteCase[] => readSiteFile().cases

/** The stories of the cases; none where types alone are made. */
export const readStories = (): readonly SiteStory[] =>
  process.env['CASEBOOK_CASES'] === undefined ? [] : readSiteFile().stories
