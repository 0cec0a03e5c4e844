import { parsePatch } from 'diff'
import { expect, test } from 'vitest'
import { findDiffs, parseDiff } from './diff-text.ts'

const modified = `diff --git a/a.c b/a.c
index 1111111..2222222 100644
--- a/a.c
+++ b/a.c
@@ -1,3 +1,3 @@ int f(void)
 one
-two
+2
 three
@@ -10 +10,2 @@
 ten
+eleven
`

test('parseDiff: two hunks -> their starts, sections and lines', () => {
  const { value, problems } = parseDiff(modified)
  expect(problems).toEqual([])
  expect(value).toEqual([
    {
      oldPath: 'a.c',
      newPath: 'a.c',
      status: 'modified',
      isBinary: false,
      oldMode: '100644',
      newMode: '100644',
      hunks: [
        {
          oldStart: 1,
          oldLines: 3,
          newStart: 1,
          newLines: 3,
          section: 'int f(void)',
          lines: [' one', '-two', '+2', ' three'],
          mailLine: 5,
        },
        { oldStart: 10, oldLines: 1, newStart: 10, newLines: 2, section: '', lines: [' ten', '+eleven'], mailLine: 10 },
      ],
    },
  ])
})

const texts: [string, string][] = [
  ['two hunks', modified],
  [
    'no newline on both sides',
    '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n',
  ],
  ['lines that look like headers', '--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n--- a\n-- b\n+++ c\n+- d\n \n'],
  ['two files', `${modified}--- a/y\n+++ b/y\n@@ -5 +5 @@\n-y\n+z\n`],
]
for (const [name, text] of texts)
  test(`parseDiff: ${name} -> the hunks jsdiff reads`, () => {
    const theirs = parsePatch(text).flatMap((file) =>
      file.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => [
        oldStart,
        oldLines,
        newStart,
        newLines,
        lines,
      ]),
    )
    const own = parseDiff(text).value.flatMap((file) =>
      file.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => [
        oldStart,
        oldLines,
        newStart,
        newLines,
        lines,
      ]),
    )
    expect(own).toEqual(theirs)
  })

test('parseDiff: context lines whose blank was stripped -> context', () => {
  const { value, problems } = parseDiff('--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n')
  expect(problems).toEqual([])
  expect(value[0]?.hunks[0]?.lines).toEqual([' a', ' ', '-b', '+c'])
})

test('parseDiff: a signature below -> no removal', () => {
  const { value } = parseDiff(`${modified}-- \n2.43.0\n`)
  expect(value[0]?.hunks[1]?.lines).toEqual([' ten', '+eleven'])
})

test('parseDiff: prose about diff --git -> no diff', () => {
  expect(parseDiff('I ran\ndiff --git a/x b/x\nand saw nothing.\n--- x\n').value).toEqual([])
})

const statuses: [string, string, (string | null)[]][] = [
  [
    'rename',
    'diff --git a/o.c b/n.c\nsimilarity index 100%\nrename from o.c\nrename to n.c\n',
    ['renamed', 'o.c', 'n.c'],
  ],
  ['copy', 'diff --git a/o.c b/n.c\nsimilarity index 90%\ncopy from o.c\ncopy to n.c\n', ['copied', 'o.c', 'n.c']],
  ['mode', 'diff --git a/r b/r\nold mode 100644\nnew mode 100755\n', ['mode', 'r', 'r']],
  ['new and empty', 'diff --git a/e b/e\nnew file mode 100644\nindex 0000000..e69de29\n', ['added', null, 'e']],
  ['deleted', 'diff --git a/e b/e\ndeleted file mode 100644\nindex e69de29..0000000\n', ['deleted', 'e', null]],
  ['quoted', 'diff --git "a/\\303\\251" "b/\\303\\251"\nold mode 100644\nnew mode 100755\n', ['mode', 'é', 'é']],
  ['blanks', 'diff --git a/a b c b/a b c\nold mode 100644\nnew mode 100755\n', ['mode', 'a b c', 'a b c']],
  ['no git header', '--- linux.orig/x.c\t2007\n+++ linux/x.c\t2007\n@@ -1 +1 @@\n-a\n+b\n', ['modified', 'x.c', 'x.c']],
  [
    'the folder of a release on both sides',
    'Index: desk-2.6.11/lib/y.c\n===\nRCS file: /home/cvs/desk-2.6.11/lib/y.c,v\nretrieving revision 1.1\ndiff -u -r1.1 y.c\n--- desk-2.6.11/lib/y.c\t8 Mar 2005\n+++ desk-2.6.11/lib/y.c\t9 Mar 2005\n@@ -1 +1 @@\n-a\n+b\n',
    ['modified', 'lib/y.c', 'lib/y.c'],
  ],
  ['no prefix', '--- x/y.c\n+++ x/y.c\n@@ -1 +1 @@\n-a\n+b\n', ['modified', 'x/y.c', 'x/y.c']],
]
for (const [name, text, expected] of statuses)
  test(`parseDiff: ${name} -> ${expected.join(' ')}`, () => {
    const { value } = parseDiff(text)
    expect(value.map((file) => [file.status, file.oldPath, file.newPath])).toEqual([expected])
  })

const nest = (counts: string, below = ''): string =>
  `--- a/nest.h\n+++ b/nest.h\n@@ -1,${counts} @@\n struct nest {\n-\tint lock;\n+\tint lock __aligned(64);\n };\n${below}`
const second = '@@ -9 +9 @@\n-\tint eggs;\n+\tlong eggs;\n'
const whole = [' struct nest {', '-\tint lock;', '+\tint lock __aligned(64);', ' };']
const wrong: [string, string, number[], string[][]][] = [
  ['too few, another hunk below', nest('1 +1,1', second), [3], [whole, ['-\tint eggs;', '+\tlong eggs;']]],
  ['too few, the signature below', nest('2 +1,2', '-- \n2.47.0\n'), [3], [whole]],
  ['too few, the end below', nest('2 +1,1'), [3], [whole]],
  ['too many, another hunk below', nest('9 +1,9', second), [3], [whole, ['-\tint eggs;', '+\tlong eggs;']]],
  ['too many, the signature below', nest('9 +1,9', '-- \n2.47.0\n'), [3], [whole]],
  [
    'too many, a plain header below',
    nest('9 +1,9', `--- a/y\n+++ b/y\n${second}`),
    [3],
    [whole, ['-\tint eggs;', '+\tlong eggs;']],
  ],
  [
    'a line wrapped on its way',
    `--- a/nest.h\n+++ b/nest.h\n@@ -1,3 +1,3 @@\n struct nest {\n-\tint lock;\n+\tint lock\n__aligned(64);\n };\n${second}`,
    [3],
    [whole.slice(0, 2).concat('+\tint lock'), ['-\tint eggs;', '+\tlong eggs;']],
  ],
  ['right', nest('3 +1,3', second), [], [whole, ['-\tint eggs;', '+\tlong eggs;']]],
  ['right, a list below', nest('3 +1,3', '\n- one\n- two\n'), [], [whole]],
  ['right, a mail below', nest('3 +1,3', '-----Original Message-----\nFrom: Ann\n'), [], [whole]],
]
for (const [name, text, badHunks, hunks] of wrong)
  test(`findDiffs: counts of a hunk ${name} -> ${badHunks.length === 0 ? 'nothing said' : 'said'}, the lines kept`, () => {
    const ranges = findDiffs(text.split('\n'))
    expect(ranges.flatMap((range) => range.badHunks)).toEqual(badHunks)
    expect(ranges.flatMap(({ files }) => files.flatMap((file) => file.hunks.map(({ lines }) => lines)))).toEqual(hunks)
  })
