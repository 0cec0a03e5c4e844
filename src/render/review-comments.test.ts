import { expect, test } from 'vitest'
import type { ReviewComment } from '../model/case.ts'
import { renderComments } from './review-comments.ts'

const comment = (text: string, parentMessageId: string | null = null): ReviewComment => ({
  messageId: 'b@example.org',
  author: 'Rey Reviewer',
  version: 1,
  file: 'lib/ring.h',
  side: 'new',
  line: 3,
  text,
  severity: null,
  parentMessageId,
  how: 'quoted hunk',
  startLine: 3,
  endLine: 9,
  part: 0,
})

test('renderComments: code among the words -> its blanks are kept; words stay words', () => {
  const html = renderComments(
    [comment('Rather:\n\n\tlock(&ring);\n\t\tgo();\n\tunlock(&ring);\n\nAs it was; really.')],
    null,
  )
  expect(html).toContain('<pre>\tlock(&amp;ring);\n\t\tgo();\n\tunlock(&amp;ring);</pre>')
  expect(html).toContain('<p>Rather:</p>')
  expect(html).toContain('<p>As it was; really.</p>')
})

test('renderComments: what follows on a line -> answers only where it answers', () => {
  expect(renderComments([comment('One.'), comment('Two.', 'b@example.org')], null)).toContain('one answer<')
  expect(renderComments([comment('One.'), comment('Two.')], null)).toContain('one more comment<')
})
