import type { z } from 'zod'
import type { Problem } from '../model/problem.ts'

/** Each breach of a schema as a problem: the file, the field, what was expected, what to do. */
export function buildSchemaProblems(
  error: z.ZodError,
  where: string,
  whatToDo: string,
  code: Problem['code'] = 'bad-content-file',
): Problem[] {
  return error.issues.slice(0, 20).map((issue) => ({
    code,
    severity: 'error',
    where,
    message: `${issue.path.length > 0 ? `field ${issue.path.join('.')}: ` : ''}${issue.message}`,
    whatToDo,
  }))
}
