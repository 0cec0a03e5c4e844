import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testData } from '../scripts/testdata.ts'
import { loadCase } from '../src/folder-pipeline.ts'
import { catalogueLineSchema } from '../src/model/facts-file.ts'
import { aliasesFileSchema, projectsFileSchema } from '../src/model/project.ts'

const folder = testData()
const json = (file: string): unknown => JSON.parse(readFileSync(new URL(`../content/${file}`, import.meta.url), 'utf8'))

test.skipIf(!folder)('catalogue: every line -> a record with a project of the closed list', () => {
  const known = {
    projects: projectsFileSchema.parse(json('projects.json')),
    aliases: aliasesFileSchema.parse(json('aliases.json')),
  }
  const lines = readFileSync(path.join(folder ?? '', 'catalogue/catalogue.jsonl'), 'utf8')
    .trim()
    .split('\n')
  for (const line of lines) {
    const facts = catalogueLineSchema.parse(JSON.parse(line))
    const { value, problems } = loadCase(
      { slug: facts.slug, factsJson: { schema: 1, readFrom: 'catalogue', facts } },
      known,
    )
    expect(problems).toEqual([])
    expect([facts.slug, value?.record.project]).not.toContain(null)
  }
})
