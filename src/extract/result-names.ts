/** What a result read in prose is called: each name may be several pieces, joined by ", ". */
export type ResultNames = { suite: string | null; test: string | null; variant: string | null; metric: string | null }

const percentOnly = /^[~+\-−]?\d[\d.,]*\s?%$/

/** A piece without the machine it was measured on ("x on a two-socket box"), which is a fact of its own. */
function cutMachine(piece: string, machine: string | null): string {
  // One or two words ("8C") may be the name of a variant rather than a description.
  if (machine === null || machine.split(/\s+/).length < 3) return piece
  const at = piece.length - machine.length
  if (at < 0 || !piece.endsWith(machine)) return piece
  return piece.slice(0, at).replace(/(?:^|\s+)(?:on|using|with)\s+(?:an?\s+|the\s+|our\s+|my\s+)?$/i, '')
}

/**
 * Names of a result without what is no name: a percentage, the machine, the metric under its suite
 * (`aim7.jobs-per-min`), a piece said twice. Where no test is left, the variant is the test.
 */
export function tidyNames(names: ResultNames, machine: string | null): ResultNames {
  const { suite, metric } = names
  const metricName = suite !== null && metric !== null ? `${suite}.${metric}`.toLowerCase() : null
  const seen = new Set<string>()
  const tidy = (name: string | null): string | null => {
    if (name === null) return null
    const kept = name.split(', ').flatMap((piece) => {
      const cut = cutMachine(piece, machine).trim()
      const key = cut.toLowerCase()
      if (cut === '' || percentOnly.test(cut) || key === metricName || seen.has(key)) return []
      seen.add(key)
      return [cut]
    })
    return kept.length > 0 ? kept.join(', ') : null
  }
  const test = tidy(names.test)
  const variant = tidy(names.variant)
  return test === null ? { suite, metric, test: variant, variant: null } : { suite, metric, test, variant }
}
