import { findMember, type JsonNode, numberAt, parseJsonNodes, textOf } from '../../text/json-nodes.ts'
import { gatherRuns, type Measure, type Measured, type ResultFormat } from './measure.ts'
import { buildCounter } from './perf-counter.ts'

/** `perf stat -j` (perf-stat(1), JSON FORMAT): one object a line, its value as text; `#` lines are comments. */
export const perfJson: ResultFormat = {
  name: 'perf stat -j',
  ending: 'json',
  matches: (head) => /"counter-value"\s*:/.test(head),
  parse(text): Measured {
    // Comments are blanked: every other line keeps its number.
    const { roots, badLine } = parseJsonNodes(text.replace(/^#.*$/gm, ''))
    if (badLine !== null)
      return {
        measures: [],
        troubles: [
          { line: badLine, message: 'expected one JSON object a line', whatToDo: 'give what perf stat -j -o wrote' },
        ],
      }
    return { measures: gatherRuns(roots.flatMap(readCounter)), troubles: [] }
  },
}

function readCounter(counter: JsonNode): Measure[] {
  const run = numberAt(findMember(counter, 'counter-value'))
  const event = textOf(findMember(counter, 'event'))
  if (!run || event === null) return [] // <not supported>, <not counted>
  return [
    buildCounter(
      event,
      textOf(findMember(counter, 'unit')),
      run,
      numberAt(findMember(counter, 'variance'))?.value ?? null,
    ),
  ]
}
