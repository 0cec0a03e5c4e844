import type { z } from 'zod'
import { showHidden } from '../src/text/visible-text.ts'

/**
 * A content file that cannot be used: the file, the key (or line) in it, what was expected and what to do. `isGap`: the
 * file is used, and only what one tag of it refers to is not there.
 */
export type ContentProblem = { file: string; key: string; message: string; whatToDo: string; isGap?: boolean }

/** One line for the console: `<file>: <key>: <expected and found>; <what to do>`. */
export function formatContentProblem({ file, key, message, whatToDo }: ContentProblem): string {
  return showHidden(`${file}: ${key === '' ? '' : `${key}: `}${message}; ${whatToDo}`)
}

/** The issues of a failed parse, the first ten, each with its key path. */
export function findSchemaProblems(file: string, error: z.ZodError, whatToDo: string): ContentProblem[] {
  return error.issues.slice(0, 10).map((issue) => ({
    file,
    key: issue.path.map(String).join('.'),
    message: issue.code === 'unrecognized_keys' ? `no such key: ${issue.keys.join(', ')}` : issue.message,
    whatToDo,
  }))
}

/** How many problems a build named, and what stands in its pages for what is wrong. */
export function describeProblems(problems: readonly ContentProblem[]): string {
  const gaps = problems.filter(({ isGap }) => isGap === true).length
  const words = [
    gaps < problems.length && 'A file that cannot be used was left out, all else was built.',
    gaps > 0 && 'A text that refers to what is not there was built without it: the tag shows nothing.',
  ]
  const count = `${problems.length} problem${problems.length === 1 ? '' : 's'}`
  return `${count} in content files, named above. ${words.filter((each) => each !== false).join(' ')}`
}
