import type { z } from 'zod'
import { showHidden } from '../src/text/visible-text.ts'

/** A content file that cannot be used: the file, the key (or line) in it, what was expected and what to do. */
export type ContentProblem = { file: string; key: string; message: string; whatToDo: string }

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
