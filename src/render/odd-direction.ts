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
