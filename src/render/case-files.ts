import type { CaseRecord } from '../model/case.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { caseLinks } from './cite.ts'
import { type Colours, isDrawable, layoutFileNames, renderLayoutFile } from './layout-file.ts'
import { renderPatchFile, whyNoPatchFile } from './patch-file.ts'
import { renderPlainText } from './plain-text.ts'
import { renderResultsCsv, renderResultsJson } from './results-files.ts'

/** The file names a case page offers beside itself, by the names that `CaseContext.offers` is asked for. */
export function offeredFiles(record: CaseRecord, thread: ThreadFile | null): Set<string> {
  const files = new Set(['txt', 'json'])
  if (record.benchmarks.length > 0) files.add('results.csv').add('results.json')
  for (const name of layoutFileNames(record.layouts).values()) files.add(name)
  for (const patch of thread?.patches ?? []) if (whyNoPatchFile(patch) === null) files.add(`${patch.prefix}.diff`)
  return files
}

/**
 * Files beside a case page, by path from the site's root: `.txt`, results as CSV and JSON, each posting's `.diff`, each
 * drawn layout as `.svg` in the given colours.
 */
export function renderCaseFiles(
  record: CaseRecord,
  thread: ThreadFile | null,
  siteUrl: string,
  colours: Colours,
): Map<string, string> {
  const files = new Map<string, string>()
  const base = `cases/${record.slug}`
  files.set(`${base}.txt`, renderPlainText(record, thread, caseLinks(record, siteUrl)))
  if (record.benchmarks.length > 0) {
    files.set(`${base}.results.csv`, renderResultsCsv(record))
    files.set(`${base}.results.json`, renderResultsJson(record))
  }
  for (const patch of thread?.patches ?? [])
    if (whyNoPatchFile(patch) === null) files.set(`${base}/${patch.prefix}.diff`, renderPatchFile(patch))
  const names = layoutFileNames(record.layouts)
  for (const [struct, name] of names) {
    const layout = record.layouts.find((each) => each.struct === struct && isDrawable(each))
    if (layout)
      files.set(`${base}/${name}`, renderLayoutFile(layout, record, caseLinks(record, siteUrl).permalink, colours))
  }
  return files
}
