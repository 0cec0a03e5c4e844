import { expect, test } from 'vitest'
import { foldId } from './fold-id.ts'

const pairs: [string, string, string][] = [
  ['a domain in capitals', 'A.1@Mail.Example.ORG', 'A.1@mail.example.org'],
  ['a quoted local part', '"a.1"@example.org', 'a.1@example.org'],
  ['a comment behind it', 'a.1@example.org(of Ada)', 'a.1@example.org'],
  ['a full stop behind it', 'a.1@example.org.', 'a.1@example.org'],
  ['no sign at all', 'A1.Example', 'A1.Example'],
]
for (const [what, id, folded] of pairs)
  test(`foldId: ${what} -> ${folded}`, () => {
    expect(foldId(id)).toBe(folded)
    expect(foldId(folded)).toBe(folded)
  })
test('foldId: the case of a local part -> stays', () => expect(foldId('A@b.org')).not.toBe(foldId('a@b.org')))
