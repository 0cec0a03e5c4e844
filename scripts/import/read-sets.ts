import type { Problem } from '../../src/model/problem.ts'
import { type ResultSet, resultSetsSchema } from '../../src/model/result-set.ts'

/** The sets of a `results/sets.json`; a broken one is said and counts as empty. */
export function parseSets(bytes: Uint8Array, where: string, problems: Problem[]): ResultSet[] {
  try {
    return resultSetsSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 200) : String(error)
    problems.push({
      code: 'bad-result-file',
      severity: 'error',
      where,
      message: `expected a list of sets, found: ${reason}`,
      whatToDo: 'mend the file or take it out and import the results again',
    })
    return []
  }
}
