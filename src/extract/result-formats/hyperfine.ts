import { findMember, itemsOf, numberAt, textOf } from '../../text/json-nodes.ts'
import { buildJsonFormat } from './json-format.ts'
import { buildMeasure } from './measure.ts'

/** `hyperfine --export-json`: seconds of every run of every command. The command is the column. */
export const hyperfine = buildJsonFormat(
  'hyperfine',
  (head) => /"results"\s*:\s*\[/.test(head) && /"command"\s*:/.test(head),
  (root) =>
    itemsOf(findMember(root, 'results')).map((result) => {
      const command = textOf(findMember(result, 'command'))
      const mean = numberAt(findMember(result, 'mean'))
      const times = itemsOf(findMember(result, 'times')).flatMap((time) => numberAt(time) ?? [])
      const stddev = numberAt(findMember(result, 'stddev'))?.value ?? null
      return buildMeasure({
        suite: 'hyperfine',
        column: command,
        metric: 'wall-clock time',
        unit: 's',
        higherIsBetter: false,
        runs: times,
        stated:
          times.length === 0 && mean
            ? { mean, stddevPercent: stddev === null ? null : (stddev / mean.value) * 100, runs: null }
            : null,
      })
    }),
)
