import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ContentProblem } from './content-problem.ts'

/** Why a page was taken away. */
export const removalReasons = ['author-request', 'personal-data', 'copyright', 'duplicate', 'mistake'] as const
export type Removal = { path: string; date: string; reason: (typeof removalReasons)[number]; links: string[] }

const whatToDo = `write: <path> <YYYY-MM-DD> <${removalReasons.join('|')}> [links out]`

/**
 * Reads `removed.txt`: a removal a line, `<path> <date> <reason> [https links out…]`; `#` begins a comment.
 * The path is one of the site's (`/cases/<slug>/`, `/m/<id>/`, `/c/<commit>/`).
 */
export function parseRemoved(file: string, text: string): { value: Removal[]; problems: ContentProblem[] } {
  const value: Removal[] = []
  const problems: ContentProblem[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const [url = '', date = '', reason = '', ...links] = line
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/\s+/)
    if (url === '') continue
    const known = removalReasons.find((name) => name === reason)
    const isPath = /^\/(?:[A-Za-z0-9._+=~@-]+\/)+$/.test(url) && !url.includes('/../') && !url.includes('/./')
    if (
      isPath &&
      /^\d{4}-\d{2}-\d{2}$/.test(date) &&
      known &&
      links.every((link) => /^https?:\/\/[^\s<>"]+$/.test(link))
    )
      value.push({ path: url, date, reason: known, links })
    else problems.push({ file: `${file}:${index + 1}`, key: '', message: 'no removal could be read', whatToDo })
  }
  return { value, problems }
}

/** Reads a content folder's `removed.txt`; nothing where there is none. */
export function readRemoved(contentDir: string): { value: Removal[]; problems: ContentProblem[] } {
  const file = path.join(contentDir, 'removed.txt')
  return existsSync(file) ? parseRemoved(file, readFileSync(file, 'utf8')) : { value: [], problems: [] }
}
