import type { ReviewComment } from '../model/case.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { findMessage } from './case-context.ts'
import { counted, formatShortDate } from './format-number.ts'
import { el, esc } from './markup.ts'
import { lineAnchor } from './source-link.ts'

const MOST_TEXT = 4000

const codeLine = /^\t\s*\S|[;{}]\s*$|^\s*#\s*(?:define|if|ifdef|ifndef|else|endif|include)\b|^[+-]\s*\S.*[;{})]\s*$/

/** A paragraph whose lines are code for the greater part: its blanks are kept. */
function isCode(paragraph: string): boolean {
  const lines = paragraph.split('\n').filter((line) => line.trim() !== '')
  return lines.filter((line) => codeLine.test(line)).length * 2 > lines.length
}

/** One comment: who, when, how severe, its text at text size, a link to its line. */
function renderComment(comment: ReviewComment, thread: ThreadFile | null): string {
  const message = findMessage(thread, comment.messageId)
  const date = message?.date ? ` <span class="quiet">${esc(formatShortDate(message.date))}</span>` : ''
  const severity = comment.severity ? ` <span class="quiet">severity: ${esc(comment.severity)}</span>` : ''
  const source = message
    ? ` ${el('a', { class: 'src', href: `#${lineAnchor(message.anchor, comment.part, comment.startLine)}` }, `L${comment.startLine}`)}`
    : ''
  const paragraphs = comment.text
    .slice(0, MOST_TEXT)
    .split(/\n{2,}/)
    .map((paragraph) => el(isCode(paragraph) ? 'pre' : 'p', {}, esc(paragraph)))
  return el(
    'div',
    { class: 'comment' },
    `<p class="who"><b class="b" dir="auto">${esc(comment.author)}</b>${date}${severity}${source}</p>`,
    paragraphs,
  )
}

const isAnswer = (comment: ReviewComment): boolean => comment.parentMessageId !== null

/** Comments under their line, one fold a conversation; the first is read without opening anything. */
export function renderComments(comments: readonly ReviewComment[], thread: ThreadFile | null): string {
  const [first, ...rest] = comments
  if (!first) return ''
  const more =
    rest.length > 0
      ? el(
          'details',
          {},
          el('summary', {}, counted(rest.length, rest.every(isAnswer) ? 'answer' : 'more comment')),
          rest.map((comment) => renderComment(comment, thread)),
        )
      : ''
  return el('div', { class: 'comments' }, renderComment(first, thread), more)
}

/** Comments that could not be placed on a line, as a list. */
export function renderUnplaced(comments: readonly ReviewComment[], thread: ThreadFile | null): string {
  if (comments.length === 0) return ''
  return (
    el('h3', {}, 'Comments that answer no line of this diff') +
    el(
      'div',
      { class: 'unplaced' },
      comments.slice(0, 100).map((comment) => renderComment(comment, thread)),
    )
  )
}
