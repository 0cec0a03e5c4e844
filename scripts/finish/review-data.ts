import { buildPrecedent } from '../../src/review/precedent.ts'
import type { Files } from './extra-pages.ts'
import type { BuiltCase } from './message-index.ts'

/**
 * What the review page knows of every case. A script, not JSON: from a folder (`file:`) nothing can be fetched, and
 * loaded with the page it is there when the network is not.
 */
export function buildReviewData(cases: readonly BuiltCase[]): Files {
  const lines = cases.map(({ record }) => JSON.stringify(buildPrecedent(record))).join(',\n')
  return new Map([['review/precedents.js', `window.casebookPrecedents = [\n${lines}\n]\n`]])
}
