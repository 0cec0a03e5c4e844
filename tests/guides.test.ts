import { describe, expect, test } from 'vitest'
import { readCases } from '../scripts/read-content.ts'
import { readSketches } from '../scripts/read-sketches.ts'
import { readPages, readTechniques } from '../scripts/read-techniques.ts'
import { techniques } from '../src/model/names.ts'
import { blankCode } from './prose-words.ts'

const content = new URL('../content', import.meta.url).pathname
const guides = readTechniques(content).value
const { value: sketches } = readSketches(content)
const entries = readCases(content).value
const slugs = new Set(entries.flatMap(({ record, frontMatter }) => [record.slug, ...frontMatter.aliases]))
const fewer = 'Fewer than three cases of this technique are known here'
const numberWords = 'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|\\w+ty'
/** A count or an effect of the catalogue, typed: it would be wrong with the next case. */
const typed = new RegExp(
  `\\d ?%|×\\d|\\b(?:\\d+|${numberWords})\\s+(?:techniques|cases|effects|patches|results)\\b`,
  'gi',
)

/** The part of a guide below one of its headings. */
function sectionOf(body: string, heading: string): string {
  const at = body.indexOf(`\n## ${heading}\n`)
  if (at < 0) return ''
  const from = at + heading.length + 5
  const end = body.indexOf('\n## ', from)
  return body.slice(from, end < 0 ? undefined : end)
}
const findCaseLinks = (text: string): string[] => [
  ...new Set([...text.matchAll(/<Case slug="([^"]+)"/g)].map((match) => match[1] ?? '')),
]
const findTyped = (body: string): string[] =>
  [...blankCode(body).replace(fewer, '').matchAll(typed)].map((match) => match[0])

describe('guides', () => {
  test('guides: the list of techniques -> one each', () => {
    expect(guides.map(({ name }) => name).sort()).toEqual([...techniques].sort())
  })
  describe.each(guides.filter(({ name }) => name !== 'other'))('$name', ({ name, body }) => {
    test('its own diagram, and a figure from data', () => {
      expect([...body.matchAll(/<Sketch id="([^"]+)"/g)].map((match) => match[1])).toEqual([name])
      expect(Object.keys(sketches)).toContain(name)
      expect(sectionOf(body, 'When it pays')).toContain(`<Effects technique="${name}" />`)
    })
    test('three cases that are there, or the words that fewer are known, where that is true', () => {
      const linked = findCaseLinks(body)
      expect(linked.filter((slug) => !slugs.has(slug))).toEqual([])
      const known = entries.filter(({ record }) => record.technique.value === name).length
      expect(body.includes(fewer)).toBe(known < 3)
      expect(linked.length).toBeGreaterThanOrEqual(Math.min(3, known))
    })
    test('when it does not pay, cost, how it goes wrong with a case, spelling, measure, checklist', () => {
      expect(sectionOf(body, 'When it pays')).toMatch(
        /does not pay|(?:pays|gains|gives) (?:little|nothing)|nothing is gained|only there/,
      )
      expect(sectionOf(body, 'What it costs').trim()).not.toBe('')
      expect(findCaseLinks(sectionOf(body, 'How it goes wrong'))).not.toEqual([])
      expect(sectionOf(body, 'How it is spelt').trim()).not.toBe('')
      expect(sectionOf(body, 'How to measure it').trim()).not.toBe('')
      expect(sectionOf(body, 'Questions for a review').match(/^\d+\. .*\?$/gm)?.length ?? 0).toBeGreaterThanOrEqual(3)
    })
    test('sources linked', () => {
      expect(sectionOf(body, 'Further reading')).toMatch(/\]\(https:\/\//)
    })
    test('no number of the catalogue typed', () => {
      expect(findTyped(body)).toEqual([])
    })
  })
  test.each(readPages(content).value)('$name: no number of the catalogue typed', ({ body }) => {
    expect(findTyped(body)).toEqual([])
  })
})
