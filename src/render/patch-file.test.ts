import { describe, expect, test } from 'vitest'
import type { FileDiff } from '../model/diff.ts'
import type { StoredPatch } from '../model/thread-file.ts'
import { renderPatchFile, whyNoPatchFile } from './patch-file.ts'

const hunk = {
  oldStart: 1,
  oldLines: 1,
  newStart: 1,
  newLines: 2,
  section: 'struct a {',
  lines: [' a', '+b'],
  mailLine: 0,
}
const patch = (file: Partial<FileDiff>): StoredPatch => ({
  messageId: 'a@example.org',
  version: 1,
  posting: 1,
  index: 1,
  prefix: 'v1p1',
  part: 0,
  holdsAddress: false,
  files: [
    {
      oldPath: 'a.h',
      newPath: 'a.h',
      status: 'modified',
      isBinary: false,
      oldMode: null,
      newMode: null,
      hunks: [hunk],
      ...file,
    },
  ],
})

describe('renderPatchFile', () => {
  test('a changed file -> what git apply reads', () => {
    expect(renderPatchFile(patch({}))).toBe(
      'diff --git a/a.h b/a.h\n--- a/a.h\n+++ b/a.h\n@@ -1 +1,2 @@ struct a {\n a\n+b\n',
    )
  })
  test('a new file -> from /dev/null with its mode', () => {
    expect(renderPatchFile(patch({ oldPath: null, status: 'added', newMode: '100755' }))).toContain(
      'new file mode 100755\n--- /dev/null\n+++ b/a.h\n',
    )
  })
  test('a renamed file without hunks -> names only', () => {
    expect(renderPatchFile(patch({ newPath: 'b.h', status: 'renamed', hunks: [] }))).toBe(
      'diff --git a/a.h b/b.h\nrename from a.h\nrename to b.h\n',
    )
  })
  test('a path with a quote, a tab, a backslash -> quoted as git does', () => {
    expect(renderPatchFile(patch({ newPath: 'a"\t\\.h', status: 'renamed', hunks: [] }))).toContain(
      'b/a\\"\\t\\\\.h"\nrename from a.h\nrename to "a\\"',
    )
  })
})

describe('whyNoPatchFile', () => {
  const line = (text: string): StoredPatch => patch({ hunks: [{ ...hunk, lines: [text] }] })
  test.each([
    ['a plain diff', patch({}), null],
    ['form feed, tab and return', line('+\f\ta\r'), null],
    ['an address', { ...patch({}), holdsAddress: true }, 'it holds an e-mail address'],
    ['an escape', line('+\u001b[2J'), 'it holds control characters'],
    ['a bidi control in a path', patch({ newPath: 'a\u202e.h' }), 'it holds control characters'],
    ['a bidi control in a section', patch({ hunks: [{ ...hunk, section: '\u2066x' }] }), 'it holds control characters'],
    ['no files', { ...patch({}), files: [] }, 'there is no diff'],
  ])('%s -> %j', (_says, given, why) => {
    expect(whyNoPatchFile(given)).toBe(why)
  })
})
