import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { caseSchema } from '../../src/model/case.ts'
import { factsFileSchema } from '../../src/model/facts-file.ts'
import { threadFileSchema } from '../../src/model/thread-file.ts'
import { readGolden } from '../golden.ts'
import type { FixtureCase } from './case-parts.ts'
import { fullCase } from './full-case.ts'
import { largeCases } from './large-cases.ts'
import { smallCases } from './small-cases.ts'

const content = new URL('../content', import.meta.url).pathname
const all = [fullCase, ...smallCases, ...largeCases]

/** The files of a case's folder, as the import would write them. */
function filesOf({ title, story, record, thread, facts }: FixtureCase): [string, string][] {
  const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`
  return [
    ['index.mdx', `---\nschema: 1\ntitle: ${JSON.stringify(title)}\n---\n\n${story}`],
    ...(record ? [['case.json', json(caseSchema.parse(record))] satisfies [string, string]] : []),
    ...(thread ? [['thread.json', json(threadFileSchema.parse(thread))] satisfies [string, string]] : []),
    ...(facts === undefined ? [] : [['facts.json', json(factsFileSchema.parse(facts))] satisfies [string, string]]),
  ]
}

describe('fixture cases', () => {
  test('slugs: all cases -> no two alike', () => {
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length)
  })
  for (const one of all)
    test(`${one.slug}: its files -> valid, and as committed`, () => {
      const folder = path.join(content, 'cases', one.slug)
      if (process.env['UPDATE_GOLDEN'] === '1') mkdirSync(folder, { recursive: true })
      for (const [name, text] of filesOf(one)) expect(text).toBe(readGolden(path.join(folder, name), text))
    })
  test('projects and aliases: of the tests -> as committed', () => {
    const projects = [
      {
        id: 'ring',
        name: 'Ring',
        also: [],
        host: 'https://example.org/ring',
        commitUrl: 'https://example.org/ring/commit/{id}',
        messageUrl: 'https://example.org/list/{id}/',
        licence: 'MIT',
      },
    ]
    if (process.env['UPDATE_GOLDEN'] === '1') {
      mkdirSync(content, { recursive: true })
      writeFileSync(path.join(content, 'aliases.json'), '{ "people": {}, "subsystems": {}, "suites": {} }\n')
    }
    const text = `${JSON.stringify(projects, null, 2)}\n`
    expect(readGolden(path.join(content, 'projects.json'), text)).toBe(text)
  })
})
