import type { Problem } from '../../src/model/problem.ts'
import type { Effects } from '../effects.ts'
import type { Written } from './write-case.ts'

/** One problem as a line for the console: severity, place, what was expected and found, what to do. */
export function formatProblem(problem: Problem): string {
  const plain = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
  return plain(`${problem.severity}: ${problem.where}: ${problem.message} [${problem.code}]; ${problem.whatToDo}`)
}

/** What a problem says, wherever the mail stands: a case's copy of a file has another name and other lines. */
function keyOf({ code, where, message }: Problem): string {
  const ids = where.match(/<[^<>\s]{1,998}>/g) ?? []
  return [code, ...ids, message.replace(/\S{1,1000}:\d{1,9}(?= <)/g, '')].join('\n')
}

/** The problems of cases but for those that were said of the source they came from. */
export function leaveSaid(ofSources: readonly Problem[], ofCases: readonly Problem[]): Problem[] {
  const said = new Set(ofSources.map(keyOf))
  return ofCases.filter((problem) => !said.has(keyOf(problem)))
}

/** `1 error`, `2 errors`. */
export function formatCount(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

export type Reported = { errors: number; warnings: number; notes: number }

const inInput = /^[^/]{1,200}\/(?:mail|results)\//

/** What a case said before of its input, in the `case.json` that stands: counted, and printed no more, but for errors. */
export function findStanding(written: readonly Pick<Written, 'changed' | 'problems'>[]): Problem[] {
  return written.flatMap(({ changed, problems }) =>
    changed.length > 0 ? [] : problems.filter(({ severity, where }) => severity !== 'error' && inInput.test(where)),
  )
}

/**
 * Prints each error and warning once, notes too where asked for, and counts each once. `standing` ones are counted and
 * not printed.
 */
export function reportProblems(
  effects: Effects,
  problems: readonly Problem[],
  withNotes: boolean,
  standing: readonly Problem[] = [],
): Reported {
  const distinct = new Map(problems.map((problem) => [formatProblem(problem), problem.severity]))
  const known = new Set(standing.map(formatProblem))
  for (const [line, severity] of distinct)
    if (!known.has(line) && (severity !== 'note' || withNotes)) effects.warn(line)
  const count = (wanted: Problem['severity']): number =>
    [...distinct.values()].filter((severity) => severity === wanted).length
  return { errors: count('error'), warnings: count('warning'), notes: count('note') }
}
