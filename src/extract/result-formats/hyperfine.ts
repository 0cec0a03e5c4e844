import { findMember, itemsOf, type JsonNode, textOf } from '../../text/json-nodes.ts'
import { buildJsonFormat } from './json-format.ts'
import { buildMeasure, type Run, type Trouble } from './measure.ts'

/** A time in seconds: a JSON number from 0 on. What is none is noted and left out; null and absent say nothing. */
function readSeconds(node: JsonNode | undefined, troubles: Trouble[]): Run | null {
  if (node?.kind !== 'scalar') return null
  const { value, place } = node
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return { value, place }
  if (value !== null)
    troubles.push({
      line: place.line,
      message: `expected seconds from 0 on, found ${place.quote.slice(0, 60)}; it is left out`,
      whatToDo: 'give the file as hyperfine wrote it',
    })
  return null
}

/** `hyperfine --export-json`: seconds of every run of every command. The command is the column. */
export const hyperfine = buildJsonFormat(
  'hyperfine',
  (head) => /"results"\s*:\s*\[/.test(head) && /"command"\s*:/.test(head),
  (root, troubles) =>
    itemsOf(findMember(root, 'results')).map((result) => {
      const command = textOf(findMember(result, 'command'))
      const mean = readSeconds(findMember(result, 'mean'), troubles)
      const times = itemsOf(findMember(result, 'times')).flatMap((time) => readSeconds(time, troubles) ?? [])
      const stddev = readSeconds(findMember(result, 'stddev'), troubles)?.value ?? null
      return buildMeasure({
        suite: 'hyperfine',
        column: command,
        metric: 'wall-clock time',
        unit: 's',
        higherIsBetter: false,
        runs: times,
        stated:
          times.length === 0 && mean
            ? {
                mean,
                stddevPercent: stddev === null || mean.value === 0 ? null : (stddev / mean.value) * 100,
                runs: null,
              }
            : null,
      })
    }),
)
