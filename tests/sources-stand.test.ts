import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { caseSchema } from '../src/model/case.ts'
import { threadFileSchema } from '../src/model/thread-file.ts'
import { findSources, textAt } from './source-check.ts'

const cases = new URL('../content/cases', import.meta.url).pathname
const slugs = readdirSync(cases).filter((slug) => existsSync(path.join(cases, slug, 'case.json')))

describe('sources', () => {
  for (const slug of slugs)
    test(`${slug}: every quote -> stands verbatim at its place`, () => {
      const read = (name: string): unknown => JSON.parse(readFileSync(path.join(cases, slug, name), 'utf8'))
      const record = caseSchema.parse(read('case.json'))
      // A case of result files alone has no thread.
      const hasThread = existsSync(path.join(cases, slug, 'thread.json'))
      const thread = hasThread ? threadFileSchema.parse(read('thread.json')) : null
      const wrong: string[] = []
      for (const source of findSources(record)) {
        const message = thread?.messages.find((candidate) => candidate.id === source.messageId)
        const lines = source.file
          ? readFileSync(path.join(cases, source.file), 'utf8').split(/\r?\n/)
          : (message?.parts[source.part ?? 0]?.lines ?? [])
        if (textAt(lines, source) !== source.quote) wrong.push(JSON.stringify(source))
      }
      expect(wrong).toEqual([])
    })
  test('sources: there are cases to look at', () => {
    expect(slugs.length).toBeGreaterThan(0)
  })
})
