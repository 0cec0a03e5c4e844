import { findMember, itemsOf, type JsonNode, membersOf, numberAt, textOf } from '../../text/json-nodes.ts'
import { buildJsonFormat } from './json-format.ts'
import { buildMeasure, type Measure, type Run } from './measure.ts'

/**
 * JMH `-rf json` (org.openjdk.jmh.results.format.JSONResultFormat). With three forks or more a fork is a run (its
 * mean): iterations of one fork share a JVM and are no runs of their own. Otherwise each iteration is one.
 */
export const jmh = buildJsonFormat(
  'JMH',
  (head) => /"primaryMetric"\s*:/.test(head) || /"jmhVersion"\s*:/.test(head),
  (root) => itemsOf(root).flatMap(readBenchmark),
)

function readBenchmark(benchmark: JsonNode): Measure[] {
  const main = findMember(benchmark, 'primaryMetric')
  const score = numberAt(findMember(main, 'score'))
  const unit = textOf(findMember(main, 'scoreUnit'))
  const forks = itemsOf(findMember(main, 'rawData')).map((fork) => itemsOf(fork).flatMap((run) => numberAt(run) ?? []))
  const runs = forks.length >= 3 ? forks.flatMap(meanOfFork) : forks.flat()
  if (!score) return []
  const params = membersOf(findMember(benchmark, 'params')).map(([name, value]) => `${name}=${textOf(value) ?? ''}`)
  const mode = textOf(findMember(benchmark, 'mode'))
  return [
    buildMeasure({
      suite: 'JMH',
      test: textOf(findMember(benchmark, 'benchmark')),
      variant: params.length > 0 ? params.join(', ') : null,
      metric: mode === 'thrpt' ? 'throughput' : mode === 'avgt' ? 'average time' : mode,
      unit,
      threads: numberAt(findMember(benchmark, 'threads'))?.value ?? null,
      higherIsBetter: mode === null ? null : mode === 'thrpt',
      runs,
      stated: runs.length === 0 ? { mean: score, stddevPercent: null, runs: null } : null,
    }),
  ]
}

function meanOfFork(runs: Run[]): Run[] {
  const first = runs[0]
  return first ? [{ value: runs.reduce((sum, run) => sum + run.value, 0) / runs.length, place: first.place }] : []
}
