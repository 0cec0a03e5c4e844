import { existsSync, readFileSync } from 'node:fs'
import { type Candidate, candidateSchema } from '../../src/model/candidate.ts'
import type { Problem } from '../../src/model/problem.ts'
import type { SourceOptions } from '../read-sources.ts'

/** A source with what of it is wanted. */
export type FoundSource = { source: string; choice: SourceOptions }

/** What `find` printed into a file, by source: the threads of an archive, the commits of a clone, whole files. */
export function readFound(file: string, problems: Problem[]): FoundSource[] {
  const fail = (where: string, message: string): void => {
    const whatToDo = 'give the output of npm run find, as it was printed'
    problems.push({ code: 'left-out', severity: 'error', where, message, whatToDo })
  }
  if (!existsSync(file)) {
    fail(file, 'expected the output of find, found no such file')
    return []
  }
  const candidates: Candidate[] = []
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    // npm prints two lines of its own above what a script prints.
    if (line.trim() === '' || line.startsWith('> ')) continue
    const parsed = candidateSchema.safeParse(parseLine(line))
    if (parsed.success) candidates.push(parsed.data)
    else fail(`${file}:${index + 1}`, `expected a candidate, found ${JSON.stringify(line.slice(0, 60))}`)
  }
  return [...Map.groupBy(candidates, (candidate) => candidate.source)].map(([source, found]) => {
    const commits = found.map((candidate) => candidate.commit).filter((commit) => commit !== null)
    return { source, choice: commits.length > 0 ? { commits } : { threads: new Set(found.map(({ id }) => id)) } }
  })
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null // a line that is no JSON is no candidate either: the caller says which
  }
}
