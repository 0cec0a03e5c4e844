import { findMember, itemsOf, type JsonNode, numberAt, textOf } from '../../text/json-nodes.ts'
import { buildJsonFormat } from './json-format.ts'
import { buildMeasure, type Measure } from './measure.ts'

/**
 * google-benchmark `--benchmark_out_format=json` (docs/user_guide.md): repetitions are runs. Where only aggregates
 * were written, the mean with its stddev and repetitions.
 */
export const googleBenchmark = buildJsonFormat(
  'google-benchmark',
  (head) =>
    /"benchmarks"\s*:\s*\[/.test(head) && /"(?:num_cpus|library_build_type|real_time|time_unit)"\s*:/.test(head),
  (root) => {
    const rows = itemsOf(findMember(root, 'benchmarks'))
    const runs = rows.filter((row) => textOf(findMember(row, 'aggregate_name')) === null)
    const withRuns = new Set(runs.map(nameOf))
    const means = rows.filter(
      (row) => textOf(findMember(row, 'aggregate_name')) === 'mean' && !withRuns.has(nameOf(row)),
    )
    return [
      ...runs.flatMap((row) => readRow(row)),
      ...means.flatMap((row) => readRow(row).map((measure) => withSpread(measure, row, rows))),
    ]
  },
)

const nameOf = (row: JsonNode): string | null => textOf(findMember(row, 'run_name')) ?? textOf(findMember(row, 'name'))

function readRow(row: JsonNode): Measure[] {
  const unit = textOf(findMember(row, 'time_unit')) ?? 'ns'
  const threads = numberAt(findMember(row, 'threads'))?.value ?? null
  const one = (field: string, metric: string, of: string, higherIsBetter: boolean): Measure[] => {
    const run = numberAt(findMember(row, field))
    if (!run) return []
    return [
      buildMeasure({
        suite: 'google-benchmark',
        test: nameOf(row),
        metric,
        unit: of,
        threads,
        higherIsBetter,
        runs: [run],
      }),
    ]
  }
  return [
    ...one('real_time', 'real time', unit, false),
    ...one('cpu_time', 'CPU time', unit, false),
    ...one('items_per_second', 'items per second', 'items/s', true),
    ...one('bytes_per_second', 'bytes per second', 'bytes/s', true),
  ]
}

const fieldOf: Record<string, string> = {
  'real time': 'real_time',
  'CPU time': 'cpu_time',
  'items per second': 'items_per_second',
  'bytes per second': 'bytes_per_second',
}
function withSpread(measure: Measure, row: JsonNode, rows: readonly JsonNode[]): Measure {
  const mean = measure.runs[0]
  if (!mean) return measure
  const spread = rows.find(
    (other) => nameOf(other) === nameOf(row) && textOf(findMember(other, 'aggregate_name')) === 'stddev',
  )
  const stddev = numberAt(findMember(spread, fieldOf[measure.metric ?? ''] ?? 'real_time'))?.value ?? null
  const runs = numberAt(findMember(row, 'repetitions'))?.value ?? null
  return {
    ...measure,
    runs: [],
    stated: { mean, stddevPercent: stddev === null ? null : (stddev / mean.value) * 100, runs },
  }
}
