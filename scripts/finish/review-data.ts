import type { CaseRecord } from '../../src/model/case.ts'
import { buildPrecedent } from '../../src/review/precedent.ts'
import type { Files } from './site-writer.ts'

/**
 * What the review page knows of every case. A script, not JSON: from a folder (`file:`) nothing can be fetched, and
 * loaded with the page it is there when the network is not.
 */
export function buildReviewData(records: readonly CaseRecord[]): Files {
  const lines = records.map((record) => JSON.stringify(buildPrecedent(record))).join(',\n')
  return new Map([['review/precedents.js', `window.casebookPrecedents = [\n${lines}\n]\n`]])
}
