import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { caseSchema } from '../src/model/case.ts'
import { type Source, sourceSchema } from '../src/model/source.ts'
import { threadFileSchema } from '../src/model/thread-file.ts'

const cases = new URL('../content/cases', import.meta.url).pathname
const slugs = readdirSync(cases).filter((slug) => existsSync(path.join(cases, slug, 'case.json')))

/** Every source in a record, wherever it stands. */
function findSources(record: unknown): Source[] {
  const found: Source[] = []
  const open: unknown[] = [record]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const source = sourceSchema.safeParse(value)
    if (source.success) found.push(source.data)
    else open.push(...Object.values(value))
  }
  return found
}

/** The text between two places of lines; null where the lines are not there. */
function textAt(lines: readonly string[], source: Source): string | null {
  const chosen = lines.slice(source.startLine - 1, source.endLine)
  if (chosen.length !== source.endLine - source.startLine + 1) return null
  return chosen
    .map((line, index) =>
      line.slice(
        index === 0 ? source.startColumn - 1 : 0,
        index === chosen.length - 1 ? source.endColumn - 1 : undefined,
      ),
    )
    .join('\n')
}

describe('sources', () => {
  for (const slug of slugs)
    test(`${slug}: every quote -> stands verbatim at its place`, () => {
      const read = (name: string): unknown => JSON.parse(readFileSync(path.join(cases, slug, name), 'utf8'))
      const record = caseSchema.parse(read('case.json'))
      const thread = threadFileSchema.parse(read('thread.json'))
      const wrong: string[] = []
      for (const source of findSources(record)) {
        const message = thread.messages.find((candidate) => candidate.id === source.messageId)
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
