import { existsSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { buildJsonSchema, schemaFile } from '../scripts/schema.ts'
import { caseSchema, schemaVersion } from '../src/model/case.ts'
import { factsFileSchema } from '../src/model/facts-file.ts'

const frozen = (version: number): URL => new URL(`fixtures/schema/v${version}.json`, import.meta.url)
const versions = Array.from({ length: schemaVersion }, (_, index) => index + 1)

describe('schema', () => {
  test('JSON Schema: the committed file -> is what the zod schemas give (npm run schema)', () => {
    expect(readFileSync(schemaFile, 'utf8')).toBe(buildJsonSchema())
  })
  for (const version of versions)
    test(`frozen fixture of version ${version}: read by today's schemas and by the JSON Schema`, () => {
      expect(existsSync(frozen(version))).toBe(true)
      const fixture: unknown = JSON.parse(readFileSync(frozen(version), 'utf8'))
      const { record, facts } = fixture as { record: unknown; facts: unknown }
      const parsed = caseSchema.parse(record)
      expect(parsed.schema).toBe(version)
      factsFileSchema.parse(facts)
      const ajv = new Ajv2020({ strict: false, allErrors: true })
      addFormats.default(ajv)
      const check = ajv.compile(JSON.parse(buildJsonSchema()))
      check(parsed)
      expect(check.errors).toBeNull()
    })
})
