import type { CaseContext } from './case-context.ts'
import { code, link } from './markup.ts'

/** A commit by its first 12 digits, linked to the project's own page of it where that is known. */
export function commitMarkup(sha: string, context: CaseContext): string {
  const short = sha.slice(0, 12)
  const pattern = context.project?.commitUrl
  return pattern ? link(pattern.replace('{id}', sha), code(short)) : code(short)
}
