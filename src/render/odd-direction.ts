import type { Benchmark } from '../model/benchmark.ts'
import type { CaseRecord } from '../model/case.ts'
import { groupResults } from './results-group.ts'

/** Words of a metric that count something unwelcome: more of it is seldom a gain. */
const unwelcome = /(?:error|drop|fail|fault|miss|loss|lost|retr(?:y|ies)|abort|latenc|overhead)/i

/**
 * Where a metric counts as better the more it is although its name speaks of errors or drops, the words of why: the
 * note of the result, else that the source counts it so. Empty for any other metric.
 */
export function oddDirection(
  metric: string | null,
  higherIsBetter: boolean | null,
  notes: readonly (string | null)[],
): string {
  if (higherIsBetter !== true || metric === null || !unwelcome.test(metric)) return ''
  const [note] = new Set(notes)
  return note ? `higher is better here: ${note}` : 'higher is better here, as the source counts it'
}

/** True for a claimed change of which nothing states whether more or less is better. */
export const isOpenChange = ({ verdict, higherIsBetter, changePercent, before, after }: Benchmark): boolean =>
  verdict === 'claim' &&
  higherIsBetter === null &&
  ((changePercent !== null && changePercent !== 0) || (before !== null && after !== null))

/** `Gained`; `Changed` where the better side of none of the results is stated. */
export function gainedLabel(record: CaseRecord): 'Gained' | 'Changed' {
  const rows = groupResults(record)
    .filter(({ by, quantity }) => by !== 'robot' && quantity === 'effect')
    .flatMap(({ variants }) => variants.flatMap((variant) => variant.rows))
  const isCounted = record.c2c.some(({ before, after }) => before !== null && after !== null)
  return rows.length > 0 && !isCounted && rows.every(isOpenChange) ? 'Changed' : 'Gained'
}
