import { describe, expect, test } from 'vitest'
import { mboxBytes, samplePatch } from '../../tests/mbox-writer.ts'
import { readMail } from '../mail/read-mail.ts'
import { findPreviousVersions } from './previous-versions.ts'

const lore = 'https://lore.kernel.org'
const table: [string, number, string, string[]][] = [
  [
    'b4',
    3,
    `Changes in v3:\n- Moved.\n- Link to v2: ${lore}/r/20250302-ring-v2-1-abc@example.org\n\nChanges in v2:\n- Renamed.\n- Link to v1: ${lore}/r/20250301-ring-v1-1-abc@example.org`,
    ['1 20250301-ring-v1-1-abc@example.org', '2 20250302-ring-v2-1-abc@example.org'],
  ],
  ['label on the line', 2, `v1: ${lore}/all/one@example.org/`, ['1 one@example.org']],
  ['label above', 2, `v1:\n${lore}/all/one@example.org/`, ['1 one@example.org']],
  ['a masked address', 2, `v1:\n${lore}/all/20250301.1-1-ada@xxxxxxxxxxx/`, ['1 20250301.1-1-ada@xxxxxxxxxxx']],
  ['since, with a colon', 2, `Changes since v1: ${lore}/lkml/one@example.org/\n- Moved.`, ['1 one@example.org']],
  ['since, in parentheses', 2, `Changes since v1 (${lore}/lkml/one@example.org/):\n- Moved.`, ['1 one@example.org']],
  [
    'pairs, the newest has a link',
    3,
    `v2->v3: ${lore}/all/two@example.org/\n- a\n\nv1->v2: ${lore}/all/one@example.org/\n- b`,
    ['1 one@example.org', '2 two@example.org'],
  ],
  [
    'pairs, the newest has none',
    3,
    `v2->v3:\n- a\n\nv1->v2: ${lore}/all/two@example.org/\n- b\n\nv1: ${lore}/all/one@example.org/`,
    ['1 one@example.org', '2 two@example.org'],
  ],
  [
    'footnotes',
    3,
    `From v2[0]:\n- a\n\nFrom v1[1]:\n- b\n\n[0]: ${lore}/all/two@example.org\n[1]: ${lore}/all/one@example.org`,
    ['1 one@example.org', '2 two@example.org'],
  ],
  ['footnote without colon', 2, `Changes since v1 [1]:\n- a\n\n[1] ${lore}/all/one@example.org`, ['1 one@example.org']],
  ['RFC', 1, `RFC: ${lore}/all/zero@example.org/`, ['null zero@example.org']],
  ['RFC with a number', 2, `RFC v1: ${lore}/all/zero@example.org/`, ['1 zero@example.org']],
  ['previous version', 2, `Previous version: ${lore}/all/one@example.org/`, ['null one@example.org']],
  ['[v1] before the link', 2, `[v1] ${lore}/all/one@example.org/`, ['1 one@example.org']],
  ['patch.msgid.link', 2, '- Link to v1: https://patch.msgid.link/one@example.org', ['1 one@example.org']],
  ['lkml.kernel.org/r, id escaped', 2, 'v1: https://lkml.kernel.org/r/one%40example.org', ['1 one@example.org']],
  [
    'a discussion, no version',
    2,
    `Changes since v1:\n- Rebased after the discussion with Ida\n  ${lore}/all/talk@example.org/`,
    [],
  ],
  [
    'a version told in a sentence',
    2,
    `As Ida said about v1 of another series some time ago in her long answer, see ${lore}/all/talk@example.org/`,
    [],
  ],
  ['a later version', 2, `v3: ${lore}/all/three@example.org/`, []],
]

describe('findPreviousVersions', () => {
  for (const [what, version, notes, expected] of table)
    test(`findPreviousVersions: ${what} -> ${expected.join(', ') || 'none'}`, async () => {
      const { value } = await readMail(
        mboxBytes([{ id: 'p@example.org', subject: `[PATCH v${version}] ring: move`, body: samplePatch({ notes }) }]),
        '1.mbox',
      )
      const [message] = value
      const links = message ? findPreviousVersions(message, version) : []
      expect(links.map((link) => `${link.version} ${link.id}`)).toEqual(expected)
      for (const link of links)
        for (const { quote, part = 0, startLine } of link.sources)
          expect(message?.parts[part]?.lines[startLine - 1]).toContain(quote)
    })

  test('findPreviousVersions: a link in the description -> none', async () => {
    const description = `Link: ${lore}/all/bug@example.org/`
    const { value } = await readMail(
      mboxBytes([{ id: 'p@example.org', subject: '[PATCH v2] ring: move', body: samplePatch({ description }) }]),
      '1.mbox',
    )
    expect(value[0] && findPreviousVersions(value[0], 2)).toEqual([])
  })
})
