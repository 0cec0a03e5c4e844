import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { testData, testDataMissing } from '../scripts/testdata.ts'
import { caseSchema } from '../src/model/case.ts'
import { buildCaseFiles, extractFacts, gather } from '../src/pipeline.ts'
import { findSources, findWrongSources } from './source-check.ts'

const folder = testData()
const files = folder ? readdirSync(path.join(folder, 'threads')).map((name) => path.join(folder, 'threads', name)) : []
const known = { projects: [], aliases: { people: {}, subsystems: {}, suites: {} } }

describe('pipeline over the threads', () => {
  test.skipIf(files.length > 0)(testDataMissing, () => {})
  for (const file of files)
    test(`${path.basename(file)}: facts of every message, a case of every patch -> each quote stands at its place`, async () => {
      const { value } = await gather([{ file: path.basename(file), bytes: readFileSync(file) }])
      const entries = value.threads.flatMap((thread) => thread.messages)
      const facts = entries.map((entry) => extractFacts(entry.message, entry.kind).value)
      expect(findWrongSources(facts, value.messages)).toEqual([])
      for (const [index, history] of value.histories.entries()) {
        const { record } = buildCaseFiles(history, value.threads, `case-${index}`, known).value
        caseSchema.parse(record)
        expect(findWrongSources(record, value.messages)).toEqual([])
      }
      expect(findSources(facts).length + value.histories.length).toBeGreaterThan(0)
    })
})
