import { decodeCaseList, isCaseList } from '../render/case-list.ts'
import type { CaseRow } from '../render/case-row.ts'
import { readSiteFile } from './site-file.ts'

/** The rows of all cases, as the site's own list has them; null where it can not be had: no connection, or no list. */
export async function readCaseRows(root: URL): Promise<CaseRow[] | null> {
  try {
    const list: unknown = JSON.parse(await readSiteFile(root, 'data/table.json'))
    return isCaseList(list) ? decodeCaseList(list) : null
  } catch {
    return null // The pages say what they show without it.
  }
}
