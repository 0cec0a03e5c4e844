import { expect, test } from 'vitest'
import { caseSchema } from '../model/case.ts'
import { frontMatterSchema } from '../model/front-matter.ts'
import { threadFileSchema } from '../model/thread-file.ts'
import { hideFrontAddresses, hideRecordAddresses, hideThreadAddresses } from './hide-addresses.ts'

const mail = 'ada@example.org'
const id = 'ada.patch@example.org'
const record = caseSchema.parse({
  schema: 1,
  slug: 'ring',
  title: `ring: as ${mail} asked`,
  author: { name: `Ada ${mail}` },
  kind: { value: 'mixed', inferred: true, how: mail },
  technique: { value: 'pad', inferred: true, how: 'x' },
  outcome: { value: 'unknown', inferred: true, how: 'x' },
  postings: [id],
  machines: [{ text: `lab of ${mail}`, from: 'catalogue' }],
  related: [mail, id, 'ring-two'],
  links: [`https://lore.kernel.org/r/${id}/`, `https://example.org/?to=${mail}`],
  c2cLines: [
    {
      address: '0x0',
      offsetBytes: null,
      columns: { [`of ${mail}`]: mail },
      symbol: null,
      sourceLine: null,
      sources: [],
    },
  ],
  missing: [{ messageId: 'lost@example.org', why: `named by ${mail}` }],
  summary: `Ask ada AT example DOT org; see <${id}>.`,
  note: `"ada"@example.org`,
  problems: [
    { code: 'bad-date', severity: 'note', where: `x.mbox:1 <${id}>`, message: `cannot read "${mail}"`, whatToDo: '' },
  ],
})

test('hideRecordAddresses: an address in any field -> hidden; ids by their place and where they are repeated -> kept', () => {
  const { summary, note, title, author, machines, related, links, c2cLines, missing, problems, postings, kind } =
    hideRecordAddresses(record)
  expect({
    summary,
    note,
    title,
    author,
    machines: machines[0]?.text,
    related,
    links,
    postings,
    kind,
    missing,
  }).toEqual({
    summary: `Ask <…>; see <${id}>.`,
    note: '<…>',
    title: 'ring: as <…> asked',
    author: { name: 'Ada <…>' },
    machines: 'lab of <…>',
    related: ['<…>', id, 'ring-two'],
    links: [`https://lore.kernel.org/r/${id}/`, 'https://example.org/?to=<…>'],
    postings: [id],
    kind: { value: 'mixed', inferred: true, how: '<…>' },
    missing: [{ messageId: 'lost@example.org', why: 'named by <…>' }],
  })
  expect(c2cLines[0]?.columns).toEqual({ 'of <…>': '<…>' })
  expect(problems[0]).toMatchObject({ where: `x.mbox:1 <${id}>`, message: 'cannot read "<…>"' })
})

test('hideRecordAddresses: none in it -> the same record, and what is hidden once stays as it is', () => {
  const clean = hideRecordAddresses(record)
  expect(hideRecordAddresses(clean)).toBe(clean)
})

test('hideFrontAddresses: a title with an address -> hidden', () => {
  const front = frontMatterSchema.parse({ title: `by ${mail}, see ${id}` })
  expect(hideFrontAddresses(front, record).title).toBe(`by <…>, see ${id}`)
})

const thread = (line: string) =>
  threadFileSchema.parse({
    schema: 1,
    slug: 'ring',
    messages: [
      {
        id,
        idIsDerived: false,
        anchor: 'm-1',
        date: null,
        from: { name: mail },
        subject: `[PATCH] for ${mail}`,
        inReplyTo: null,
        references: [],
        parentId: null,
        depth: 0,
        kind: 'patch',
        parts: [{ contentType: 'text/plain', fileName: `${mail}.patch`, lines: ['masked where it was read'] }],
      },
    ],
    patches: [
      {
        messageId: id,
        version: 1,
        posting: 1,
        index: 1,
        prefix: 'v1p1',
        part: 0,
        files: [
          {
            oldPath: 'a.c',
            newPath: 'a.c',
            status: 'modified',
            isBinary: false,
            oldMode: null,
            newMode: null,
            hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, section: 'x', lines: [line] }],
          },
        ],
      },
    ],
  })

test('hideThreadAddresses: subject, name, file name and diff -> hidden; the diff is marked and keeps its columns', () => {
  const hidden = hideThreadAddresses(thread(`+ * Ada <${mail}> wrote this`))
  expect(hidden.messages[0]).toMatchObject({ subject: '[PATCH] for <…>', from: { name: '<…>' } })
  expect(hidden.messages[0]?.parts[0]).toMatchObject({ fileName: '<…>', lines: ['masked where it was read'] })
  expect(hidden.patches[0]?.files[0]?.hunks[0]?.lines).toEqual([`+ * Ada <…>${' '.repeat(mail.length - 1)} wrote this`])
  expect(hidden.patches[0]?.holdsAddress).toBe(true)
})

test('hideThreadAddresses: a diff without one -> offered as it is', () => {
  expect(hideThreadAddresses(thread('+a')).patches[0]?.holdsAddress).toBe(false)
})
