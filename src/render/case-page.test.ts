import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CaseRecord, caseSchema } from '../model/case.ts'
import { type ThreadFile, threadFileSchema } from '../model/thread-file.ts'
import { hasThreadPage, plainContext } from './case-context.ts'
import { renderCase, renderThreadPage } from './case-page.ts'
import { caseLinks, renderCite } from './cite.ts'
import { renderPlainText } from './plain-text.ts'

const folder = new URL('../../tests/content/cases', import.meta.url).pathname
const links = (record: CaseRecord) => caseLinks(record, 'https://example.org/casebook/')

function readCase(slug: string): { record: CaseRecord; thread: ThreadFile | null } | null {
  const file = path.join(folder, slug, 'case.json')
  if (!existsSync(file)) return null
  const thread = path.join(folder, slug, 'thread.json')
  return {
    record: caseSchema.parse(JSON.parse(readFileSync(file, 'utf8'))),
    thread: existsSync(thread) ? threadFileSchema.parse(JSON.parse(readFileSync(thread, 'utf8'))) : null,
  }
}

const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]*)"/g)].map((match) => match[1] ?? '')

describe('case page', () => {
  for (const slug of readdirSync(folder)) {
    const read = readCase(slug)
    if (!read) continue
    const { record, thread } = read
    const html = renderCase(record, thread, plainContext)
    test(`${slug}: ids -> each once`, () => {
      const ids = idsOf(html)
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    })
    test(`${slug}: every link into the page -> an element`, () => {
      const ids = new Set(idsOf(html))
      const targets = [...html.matchAll(/ href="#([^"]*)"/g)].map((match) => match[1] ?? '')
      expect(targets.filter((target) => !ids.has(target))).toEqual([])
    })
    test(`${slug}: markup -> no style attribute, no script that runs, no handler`, () => {
      expect(html).not.toMatch(/<[^>]* style=/)
      expect(html.replace(/<script type="application\/json"/g, '')).not.toContain('<script')
      expect(html).not.toMatch(/<[a-z][^>"]* on[a-z]+=/)
      expect(html).not.toContain('href="javascript:')
    })
    test(`${slug}: seven answers -> each present, in a reviewer's order`, () => {
      const answers = /<dl class="answers">(.*?)<\/dl>/s.exec(html)?.[1] ?? ''
      const terms = [...answers.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/gs)]
      expect(terms.map((match) => match[1]?.replace('Changed', 'Gained'))).toEqual([
        'Shared',
        'Moved',
        'Gained',
        'Certainty',
        'Cost',
        'Objections',
        'Outcome',
      ])
      expect(terms.every((match) => (match[2] ?? '').trim() !== '')).toBe(true)
    })
    test(`${slug}: plain text -> at most 80 columns but for an id or URL alone on its line`, () => {
      const long = renderPlainText(record, thread, links(record))
        .split('\n')
        .filter((line) => line.length > 80 && /\s\S/.test(line.trim()))
      expect(long).toEqual([])
    })
    test(`${slug}: cite -> at most 72 columns but for title and address`, () => {
      const lines = renderCite(record, links(record)).trimEnd().split('\n')
      expect(lines.slice(1, -1).filter((line) => line.length > 72)).toEqual([])
    })
    if (thread && hasThreadPage(thread))
      test(`${slug}: thread page -> an anchor for every message and line`, () => {
        const ids = new Set(idsOf(renderThreadPage(record, thread, plainContext)))
        const wanted = thread.messages.flatMap(({ anchor }) => [anchor, `${anchor}-L1`])
        expect(wanted.filter((id) => !ids.has(id))).toEqual([])
      })
  }
})

test('case page: texts that a person’s front matter gives -> each bears the editor’s mark, others do not', () => {
  const read = readCase('ring-full')
  if (!read) throw new Error('expected a fixture case')
  const overridden = { ...read.record, summary: 'Ours.', outcomeNote: 'Later.', language: 'C', subsystem: 'ring' }
  const marked = (record: CaseRecord, text: string) =>
    new RegExp(`[> ]${text}(?:</a>)? <span class="src word">editor</span>`).test(
      renderCase(record, read.thread, plainContext),
    )
  const byEditor = ['summary', 'outcomeNote', 'language', 'subsystem'] as const
  for (const text of ['Ours.', 'Later.', 'C', 'ring']) {
    expect(marked({ ...overridden, byEditor: [...byEditor] }, text), text).toBe(true)
    expect(marked(overridden, text), text).toBe(false)
  }
})
