import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Message } from '../model/message.ts'
import { readMail } from './read-mail.ts'

const folder = path.join(import.meta.dirname, 'fixtures')
const inputs = readdirSync(folder).filter((name) => name.includes('.in.'))
const mayWrite = process.env['UPDATE_GOLDEN'] === '1' && process.env['CI'] === undefined

/** What a fixture is judged by: everything a reader would see or a later stage relies on, and the problems. */
function summary(messages: Message[], problems: { code: string; severity: string; where: string }[]): string {
  const shown = messages.map(({ headers: _headers, parts, patch, ...rest }) => ({
    ...rest,
    parts: parts.map(({ lines, rawLines, regions, ...part }) => ({
      ...part,
      lines: lines.length > 60 ? [...lines.slice(0, 3), `... ${lines.length} lines`] : lines,
      maskedLines: lines.filter((line, index) => line !== rawLines[index]).length,
      regions: regions.map((r) => `${r.kind}${r.quoteDepth || ''}:${r.startLine}-${r.endLine}`).join(' '),
    })),
    patch: patch && { ...patch, files: patch.files.map(({ hunks, ...file }) => ({ ...file, hunks: hunks.length })) },
  }))
  const said = problems.map((problem) => `${problem.severity} ${problem.code} ${problem.where}`)
  return `${JSON.stringify({ messages: shown, problems: said }, null, 1)}\n`
}

describe('readMail', () => {
  test('readMail: fixtures -> found by scanning', () => expect(inputs.length).toBeGreaterThan(50))
  for (const name of inputs)
    test(`readMail: ${name.replace(/\.in\..*/, '')} -> as its golden file says`, async () => {
      const bytes = readFileSync(path.join(folder, name))
      const { value, problems } = await readMail(bytes, name)
      const actual = summary(value, problems)
      const golden = path.join(folder, `${name.replace(/\.in\..*/, '')}.out.json`)
      if (mayWrite) writeFileSync(golden, actual)
      if (!existsSync(golden))
        throw new Error(`${golden} is missing: look at the result, then run with UPDATE_GOLDEN=1`)
      expect(actual).toBe(readFileSync(golden, 'utf8'))
    })
})
