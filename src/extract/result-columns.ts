/** Header names of result tables, lower case, blanks and hyphens as `_`, by the field they fill. */
export const resultColumns: Record<string, readonly string[]> = {
  suite: ['suite', 'benchmark_suite'],
  test: ['test', 'benchmark', 'name', 'workload'],
  variant: ['variant', 'config', 'configuration', 'case'],
  metric: ['metric', 'measure'],
  unit: ['unit', 'units'],
  before: ['before', 'base', 'baseline', 'old', 'vanilla', 'without', 'unpatched'],
  after: ['after', 'patched', 'new', 'with', 'patch'],
  change: ['change', 'change_%', 'change%', 'change_percent', 'delta_%'],
  runs: ['runs', 'n', 'samples', 'repeats'],
  threads: ['threads', 'workers', 'clients', 'tasks'],
  cpus: ['cpus'],
  machine: ['machine', 'host', 'system'],
  kernel: ['kernel', 'version'],
  higher: ['higher_is_better', 'higherisbetter'],
  run: ['run', 'iteration', 'repetition', 'run_number'],
  side: ['side', 'variant_of_code', 'build'],
  value: ['value', 'result', 'score'],
}

/** The field that a column of this name fills; null for any other name. */
export function findResultField(name: string): string | null {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return Object.keys(resultColumns).find((field) => resultColumns[field]?.includes(plain)) ?? null
}

/** The side that a cell names: `base`, `patched`. */
export function findSide(text: string): 'before' | 'after' | null {
  const word = text.trim().toLowerCase()
  if (resultColumns['before']?.includes(word)) return 'before'
  return resultColumns['after']?.includes(word) ? 'after' : null
}
