import type { Problem } from '../../src/model/problem.ts'
import type { Effects } from '../effects.ts'

/** One problem as a line for the console: severity, place, what was expected and found, what to do. */
export function formatProblem(problem: Problem): string {
  const plain = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
  return plain(`${problem.severity}: ${problem.where}: ${problem.message} [${problem.code}]; ${problem.whatToDo}`)
}

/** Prints errors and warnings, counts notes, gives back how many errors there were. */
export function reportProblems(effects: Effects, problems: readonly Problem[], withNotes: boolean): number {
  const seen = new Set<string>()
  for (const problem of problems) {
    const line = formatProblem(problem)
    if (seen.has(line) || (problem.severity === 'note' && !withNotes)) continue
    seen.add(line)
    effects.warn(line)
  }
  return problems.filter((problem) => problem.severity === 'error').length
}
