import { renderCaseFiles } from '../../src/render/case-files.ts'
import { themes } from '../../src/styles/tokens.ts'
import type { Files } from './extra-pages.ts'
import type { BuiltCase } from './message-index.ts'

/** `/cases/<slug>.json`, `.txt`, and what else of a case is a file beside its page. */
export function buildCaseFiles(cases: readonly BuiltCase[], site: string): Files {
  const files: Files = new Map()
  for (const { record, thread } of cases) {
    files.set(`cases/${record.slug}.json`, `${JSON.stringify(record, null, 1)}\n`)
    for (const [name, text] of renderCaseFiles(record, thread, site, themes.light)) files.set(name, text)
  }
  return files
}
