import { expect, test } from 'vitest'
import { findDiffs } from './diff-text.ts'
import { findRegions } from './regions.ts'

/** Regions in short: `quote2:3-4`. */
function regionsOf(text: string, isReply: boolean, isPatch = false): string {
  const lines = text.split('\n')
  return findRegions(lines, { isReply, isPatch, diffs: findDiffs(lines) })
    .map((region) => `${region.kind}${region.quoteDepth || ''}:${region.startLine}-${region.endLine}`)
    .join(' ')
}

const replies: [string, string, string][] = [
  ['one-line attribution', 'On Monday, Ada wrote:\n> a\n\nb', 'attribution:1-1 quote1:2-3 text:4-4'],
  ['attribution over lines', 'On Mon, 6 Jan 2025 at 10:00,\nAda <a@b.cc>\nwrote:\n\n> a', 'attribution:1-4 quote1:5-5'],
  ['star and name', '* Ada <a@b.cc> wrote:\n\n> a', 'attribution:1-2 quote1:3-3'],
  ['French', 'Le lun. 6 janv. 2025 à 10:00, Ada a écrit :\n> a', 'attribution:1-1 quote1:2-2'],
  ['Quoting', 'Quoting Ada (2025-01-06 10:00:00)\n> a', 'attribution:1-1 quote1:2-2'],
  ['a header of whom it quotes', 'From: Ada <a@b.cc>\nDate: today\n\n> a\nb', 'attribution:1-3 quote1:4-4 text:5-5'],
  ['prose with "wrote"', 'as I wrote before\n> a', 'text:1-1 quote1:2-2'],
  ['depths', '>>> c\n> > b\n> a\n>', 'quote3:1-1 quote2:2-2 quote1:3-4'],
  ['bars', '| a\n| b\nc', 'quote1:1-2 text:3-3'],
  ['a table with bars', '| a | b |\n| 1 | 2 |', 'text:1-2'],
  ['initials', 'AE> a\nb', 'quote1:1-1 text:2-2'],
  ['trailers', 'fine\n\nAcked-by: Ada <a@b.cc>\n\n-- \nAda', 'text:1-2 trailers:3-4 signature:5-6'],
  [
    'signature above a quote',
    'top\n-- \nAda\n\nOn x, y wrote:\n> a',
    'text:1-1 signature:2-4 attribution:5-5 quote1:6-6',
  ],
  ['a rule of dashes in prose', 'a\n--\nb\nc\nd\ne\nf\ng', 'text:1-8'],
  ['original message', 'a\n-----Original Message-----\nFrom: x\nSent: y\n\nb', 'text:1-1 attribution:2-5 text:6-6'],
  ['list footer', 'a\n____________________________\nimag mailing list\nx', 'text:1-1 list-footer:2-4'],
  [
    'a patch with headers of its own',
    `From: Ada <a@b.cc>\nSubject: [PATCH] x\n\nwhy\n---\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b`,
    'in-body-header:1-3 description:4-4 separator:5-5 diff:6-10',
  ],
  ['kernel list footer', 'a\n--\nTo unsubscribe from this list: send the line', 'text:1-1 list-footer:2-3'],
]
for (const [name, text, expected] of replies)
  test(`findRegions: reply, ${name} -> ${expected}`, () => expect(regionsOf(text, true)).toBe(expected))

const diff = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b'
const patches: [string, string, string][] = [
  ['description only', `why\n\n${diff}`, 'description:1-2 diff:3-7'],
  ['a table in notes', `why\n---\n a | 1 |\n\n${diff}`, 'description:1-1 separator:2-2 notes:3-4 diff:5-9'],
  [
    'trailers in two paragraphs',
    `why\n\nFixes: 0123456 ("x")\n\nCc: y\n---\n${diff}`,
    'description:1-2 trailers:3-5 separator:6-6 diff:7-11',
  ],
  ['text that looks like a trailer', `why\nNote: this\n---\n${diff}`, 'description:1-2 separator:3-3 diff:4-8'],
  ['prose glued to trailers', `Thanks.\nCc: y\n---\n${diff}`, 'description:1-1 trailers:2-2 separator:3-3 diff:4-8'],
  [
    'in-body From',
    `From: Ada <a@b.cc>\n\nwhy\n---\n${diff}`,
    'in-body-header:1-2 description:3-3 separator:4-4 diff:5-9',
  ],
  ['prose that begins with From', `From: a distance\nit works\n---\n${diff}`, 'description:1-2 separator:3-3 diff:4-8'],
  ['text below', `why\n---\n${diff}\n\nthanks`, 'description:1-1 separator:2-2 diff:3-8 text:9-9'],
]
for (const [name, text, expected] of patches)
  test(`findRegions: patch, ${name} -> ${expected}`, () => expect(regionsOf(text, false, true)).toBe(expected))

test('findRegions: no lines -> no regions', () =>
  expect(findRegions([], { isReply: false, isPatch: false, diffs: [] })).toEqual([]))
