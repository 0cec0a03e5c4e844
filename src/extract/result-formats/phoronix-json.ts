import { findMember, itemsOf, type JsonNode, membersOf, numberAt, textOf } from '../../text/json-nodes.ts'
import { buildJsonFormat } from './json-format.ts'
import { buildMeasure, type Measure, type Run } from './measure.ts'

/**
 * `phoronix-test-suite result-file-to-json` (pts_result_file_output): systems are columns, `all_results` the runs,
 * joined by `:`. Older versions name the scale `units`, newer ones `scale` with `proportion` HIB or LIB.
 */
export const phoronixJson = buildJsonFormat(
  'Phoronix Test Suite',
  (head) =>
    /"title"\s*:/.test(head) &&
    /"results"\s*:\s*\{/.test(head) &&
    /"(?:arguments|proportion|units|scale)"\s*:/.test(head),
  (root) => membersOf(findMember(root, 'results')).flatMap(([key, result]) => readResult(key, result)),
)

function readResult(key: string, result: JsonNode): Measure[] {
  const proportion = textOf(findMember(result, 'proportion'))
  return membersOf(findMember(result, 'results')).flatMap(([system, found]) => {
    const mean = numberAt(findMember(found, 'value'))
    const runs = readRuns(findMember(found, 'all_results') ?? findMember(found, 'raw_values'))
    if (!mean && runs.length === 0) return []
    return [
      buildMeasure({
        suite: 'Phoronix Test Suite',
        test: textOf(findMember(result, 'identifier')) ?? textOf(findMember(result, 'title')) ?? key,
        variant: textOf(findMember(result, 'description')) ?? textOf(findMember(result, 'arguments')),
        metric: null,
        unit: textOf(findMember(result, 'scale')) ?? textOf(findMember(result, 'units')),
        higherIsBetter: proportion === null ? null : proportion === 'HIB',
        column: system,
        runs,
        stated: runs.length === 0 && mean ? { mean, stddevPercent: null, runs: null } : null,
      }),
    ]
  })
}

function readRuns(node: JsonNode | undefined): Run[] {
  if (node?.kind === 'array') return itemsOf(node).flatMap((run) => numberAt(run) ?? [])
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return []
  const numbers = node.value.split(':').map((text) => Number(text))
  return node.value === '' || numbers.some((value) => !Number.isFinite(value))
    ? []
    : numbers.map((value) => ({ value, place: node.place }))
}
