import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { realEffects } from '../scripts/effects.ts'
import { parseFrontMatter } from '../scripts/import/content-folder.ts'
import { runImport } from '../scripts/import.ts'
import { caseSchema } from '../src/model/case.ts'
import { frontMatterSchema } from '../src/model/front-matter.ts'
import { threadFileSchema } from '../src/model/thread-file.ts'

const fixtures = new URL('fixtures/hostile', import.meta.url).pathname
const scratch = mkdtempSync(path.join(tmpdir(), 'casebook-hostile-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** A line of 4 MB in the middle of a mail: made here, not kept in the repository. */
function longLine(): string {
  const file = path.join(scratch, 'long-line.mbox')
  const mail = readFileSync(path.join(fixtures, 'path-as-message-id.mbox'), 'utf8')
  writeFileSync(
    file,
    mail.replace('../../x', 'long@example.org').replace('a case of', `${'share '.repeat(700_000)}a case of`),
  )
  return file
}
const mails = [
  ...readdirSync(fixtures)
    .sort()
    .map((name) => path.join(fixtures, name)),
  longLine(),
]

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  )

describe('hostile mail', () => {
  for (const mail of mails)
    test(`${path.basename(mail, '.mbox')}: import -> a case of plain text, nothing outside, nothing executed`, async () => {
      const box = path.join(scratch, `box-${path.basename(mail, '.mbox')}`)
      const out = path.join(box, 'deep', 'content')
      mkdirSync(out, { recursive: true })
      const printed: string[] = []
      const quiet = {
        ...realEffects,
        log: (text: string) => void printed.push(text),
        warn: (text: string) => void printed.push(text),
      }
      await runImport(['--out', out, '--all', mail], quiet)
      const names = filesUnder(box)
      expect(names.length).toBeGreaterThanOrEqual(4)
      for (const name of names)
        expect(name).toMatch(
          /^deep\/content\/cases\/[a-z0-9]+(?:-[a-z0-9]+)*\/(?:case\.json|thread\.json|index\.mdx|mail\/001\.(?:mbox|eml|txt))$/,
        )
      const folder = path.join(box, path.dirname(names.find((name) => name.endsWith('case.json')) ?? ''))
      caseSchema.parse(JSON.parse(readFileSync(path.join(folder, 'case.json'), 'utf8')))
      threadFileSchema.parse(JSON.parse(readFileSync(path.join(folder, 'thread.json'), 'utf8')))
      const page = readFileSync(path.join(folder, 'index.mdx'), 'utf8')
      const front = frontMatterSchema.parse(parseFrontMatter(page))
      expect(front.aliases).toEqual([])
      const body = page.slice(page.indexOf('\n---\n') + 5)
      expect(body).not.toMatch(/[<>{}]|^\s*(?:import|export)\b/m)
      expect(Reflect.get(globalThis, 'pondHacked')).toBeUndefined()
      for (const line of printed)
        expect(line).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
      expect(
        readFileSync(path.join(folder, readdirSync(path.join(folder, 'mail')).map((name) => `mail/${name}`)[0] ?? '')),
      ).toEqual(readFileSync(mail))
    })
})

test('100,000 references: import -> one note for all that is not here', async () => {
  const file = path.join(scratch, 'references.mbox')
  const ids = Array.from({ length: 100_000 }, (_, index) => `<r${index}@example.org>`)
  const mail = readFileSync(path.join(fixtures, 'path-as-message-id.mbox'), 'utf8')
  writeFileSync(
    file,
    mail.replace('../../x', 'many@example.org').replace('Subject:', `References: ${ids.join('\n ')}\nSubject:`),
  )
  const out = path.join(scratch, 'references')
  await runImport(['--out', out, '--all', '--slug', 'many', file], { ...realEffects, log: () => {}, warn: () => {} })
  const record = caseSchema.parse(JSON.parse(readFileSync(path.join(out, 'cases/many/case.json'), 'utf8')))
  const notes = record.problems.filter(({ code }) => code === 'missing-message')
  expect(notes.map(({ message }) => /^expected (?:this message|\d+ messages)/.test(message))).toEqual([true])
  expect(notes[0]?.message).toContain(`expected ${record.missing.length} messages`)
}, 60_000)
