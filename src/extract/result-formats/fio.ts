import { findMember, itemsOf, type JsonNode, numberAt, textOf } from '../../text/json-nodes.ts'
import { buildJsonFormat } from './json-format.ts'
import { buildMeasure, type Measure } from './measure.ts'

const metrics = [
  { path: ['iops'], metric: 'IOPS', unit: 'ops/s', higherIsBetter: true },
  { path: ['bw'], metric: 'bandwidth', unit: 'KiB/s', higherIsBetter: true },
  { path: ['lat_ns', 'mean'], metric: 'mean latency', unit: 'ns', higherIsBetter: false },
  { path: ['clat_ns', 'percentile', '99.000000'], metric: 'p99 latency', unit: 'ns', higherIsBetter: false },
]

/** `fio --output-format=json`: one run a file and job; IOPS, bandwidth and latency of each direction that did I/O. */
export const fio = buildJsonFormat(
  'fio',
  (head) => /"fio version"\s*:/.test(head),
  (root) => itemsOf(findMember(root, 'jobs')).flatMap(readJob),
)

function readJob(job: JsonNode): Measure[] {
  return ['read', 'write', 'trim'].flatMap((direction) => {
    const side = findMember(job, direction)
    if ((numberAt(findMember(side, 'io_bytes'))?.value ?? 0) === 0) return []
    return metrics.flatMap(({ path, metric, unit, higherIsBetter }) => {
      const run = numberAt(findMember(side, ...path))
      if (!run) return []
      const test = textOf(findMember(job, 'jobname'))
      return buildMeasure({ suite: 'fio', test, variant: direction, metric, unit, higherIsBetter, runs: [run] })
    })
  })
}
