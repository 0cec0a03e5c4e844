import { expect, test } from 'vitest'
import { buildFollowTest } from './named-cases.ts'
import type { CaseIdentity } from './pick-history.ts'

const sha = 'c0ffee0123456789abcdef0123456789abcdef01'
const known: CaseIdentity = {
  slug: 'pond',
  commits: [sha],
  messageIds: [],
  titles: [{ title: 'pond: keep the eggs apart from the lock', author: null }],
  threadIds: [],
  fixedTitles: [],
}

test.each([
  ['a revert by its commit', `Subject: [PATCH] undo\n\nThis reverts commit ${sha}.\n`, true],
  ['a fix', `Subject: [PATCH] count\n\nFixes: ${sha.slice(0, 12)} ("pond")\n`, true],
  ['a backport', `Subject: [PATCH 6.6] x\n\n[ Upstream commit ${sha} ]\n`, true],
  ['a report', `Subject: [pond] egg.ops\n\ncommit: ${sha} ("x")\n`, true],
  ['a revert whose title is folded', 'Subject: [PATCH] Revert "pond: keep the eggs\n apart from the lock"\n\n', true],
  ['another commit', 'Subject: [PATCH] Revert "x"\n\nThis reverts commit 0123456789abcdef.\n', false],
  ['the commit in passing', `Subject: a question\n\nWhat of ${sha}?\n`, false],
  ['another title of the same first words', 'Subject: pond: keep the frogs\n\n', false],
])('buildFollowTest: %s -> %s', (_, mail, expected) => {
  expect(buildFollowTest([known])(mail)).toBe(expected)
})
