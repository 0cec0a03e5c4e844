import { type JsonNode, parseJsonNodes } from '../../text/json-nodes.ts'
import { gatherRuns, type Measure, type Measured, type ResultFormat, type Trouble } from './measure.ts'

/**
 * A format whose file is JSON: `read` gets every value of the text, and notes in `troubles` what it leaves out. Broken
 * JSON is said, with its line.
 */
export function buildJsonFormat(
  name: string,
  matches: (head: string) => boolean,
  read: (root: JsonNode, troubles: Trouble[]) => Measure[],
): ResultFormat {
  return {
    name,
    ending: 'json',
    matches,
    parse(text): Measured {
      const { roots, badLine } = parseJsonNodes(text.slice(Math.max(0, text.search(/[{[]/))))
      const skipped = text.slice(0, Math.max(0, text.search(/[{[]/))).split('\n').length - 1
      if (badLine !== null)
        return {
          measures: [],
          troubles: [
            {
              line: badLine + skipped,
              message: `expected the JSON of ${name}, found text that is none`,
              whatToDo: 'give the file as the tool wrote it',
            },
          ],
        }
      const troubles: Trouble[] = []
      const measures = gatherRuns(roots.flatMap((root) => read(root, troubles)))
      return {
        measures: skipped === 0 ? measures : measures.map((measure) => shift(measure, skipped)),
        troubles: troubles.map((trouble) => ({ ...trouble, line: trouble.line + skipped })),
      }
    },
  }
}

/** Lines of text before the JSON, as fio prints warnings, count too. */
function shift(measure: Measure, lines: number): Measure {
  const moved = <T extends { place: { line: number } }>(run: T): T => ({
    ...run,
    place: { ...run.place, line: run.place.line + lines },
  })
  return {
    ...measure,
    runs: measure.runs.map(moved),
    stated: measure.stated && { ...measure.stated, mean: moved(measure.stated.mean) },
  }
}
