import path from 'node:path'
import { z } from 'zod'
import { caseSchema, schemaVersion } from '../src/model/case.ts'
import { factsFileSchema } from '../src/model/facts-file.ts'
import { frontMatterSchema } from '../src/model/front-matter.ts'
import { threadFileSchema } from '../src/model/thread-file.ts'
import { realEffects, writeAtomically } from './effects.ts'

/** The JSON Schema of the record and the files beside it, made from the zod schemas; published as `/data/v1/schema.json`. */
export function buildJsonSchema(): string {
  const made = (schema: z.ZodType): unknown => {
    const { $schema: _, ...body } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
    return body
  }
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `False Sharing Casebook, schema ${schemaVersion}`,
    description: 'case is the record of one case; thread, facts and frontMatter are the files beside it.',
    $defs: {
      case: made(caseSchema),
      thread: made(threadFileSchema),
      facts: made(factsFileSchema),
      frontMatter: made(frontMatterSchema),
    },
    $ref: '#/$defs/case',
  }
  return `${JSON.stringify(document, null, 1)}\n`
}

/** Where the schema of this version stands. */
export const schemaFile = path.join(
  new URL('..', import.meta.url).pathname,
  `src/model/schema/case.v${schemaVersion}.schema.json`,
)

if (import.meta.main) {
  const changed = writeAtomically(realEffects, schemaFile, new TextEncoder().encode(buildJsonSchema()))
  realEffects.log(`schema: ${path.relative(process.cwd(), schemaFile)} ${changed ? 'written' : 'is as it should be'}`)
}
