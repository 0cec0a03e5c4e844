import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCases } from '../scripts/read-content.ts'
import { testData } from '../scripts/testdata.ts'
import { catalogueLineSchema } from '../src/model/facts-file.ts'

const folder = testData()
const content = new URL('../content', import.meta.url).pathname
const { value: entries, problems } = readCases(content)
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

describe('content: one case each', () => {
  test('every folder -> read without a problem', () => {
    expect(problems).toEqual([])
    expect(entries.length).toBeGreaterThan(500)
  })
  test('no two cases of one commit or one posting', () => {
    const seen = new Map<string, string>()
    const doubled: string[] = []
    for (const { record } of entries)
      for (const key of new Set([...(record.commit ? [record.commit.sha.slice(0, 12)] : []), ...record.postings])) {
        const other = seen.get(key)
        if (other !== undefined) doubled.push(`${key}: ${other}, ${record.slug}`)
        seen.set(key, record.slug)
      }
    expect(doubled).toEqual([])
  })
  test('slugs and aliases -> each once', () => {
    const names = entries.flatMap(({ record, frontMatter }) => [record.slug, ...frontMatter.aliases])
    expect(names.length).toBe(new Set(names).size)
  })
  test('names with one address -> one spelling each', async () => {
    const { buildTopics, findNameClashes } = await import('../src/render/topics.ts')
    expect(findNameClashes(buildTopics(entries.map(({ record }) => record))).map(({ names }) => names)).toEqual([])
  })
  test.skipIf(!folder)('every line of the catalogue -> one case by slug or alias, its facts as they are there', () => {
    const lines = readFileSync(path.join(folder ?? '', 'catalogue/catalogue.jsonl'), 'utf8')
      .trim()
      .split('\n')
    const bySlug = new Map(
      entries.flatMap((entry) =>
        [entry.record.slug, ...entry.frontMatter.aliases].map((slug) => [slug, entry] as const),
      ),
    )
    for (const text of lines) {
      const line = catalogueLineSchema.parse(JSON.parse(text))
      const entry = bySlug.get(line.slug)
      expect(entry, line.slug).toBeDefined()
      const facts: unknown = JSON.parse(
        readFileSync(path.join(content, 'cases', entry?.record.slug ?? '', 'facts.json'), 'utf8'),
      )
      // Notes lose the reader's own marks; every fact stays.
      const { note: _, ...stated } = line
      expect(facts).toMatchObject({ facts: stated })
    }
    const withFacts = entries.filter(({ record }) => existsSync(path.join(content, 'cases', record.slug, 'facts.json')))
    expect(withFacts.length).toBe(lines.length)
  })
  test.each([
    'jbd2: avoid false sharing with j_state_lock',
    'ext4: move journal state away from orphan list updates',
    'ext4: cacheline-align inode cache to avoid false sharing',
    'buffer: Avoid setting buffer bits that are already set',
  ])('seed %s -> one case', (title) => {
    expect(entries.filter(({ record }) => letters(record.title) === letters(title)).length).toBe(1)
  })
})
