import type { Problem } from '../model/problem.ts'
import type { PlacedComment } from '../model/series.ts'
import { flattenDiff } from './diff-lines.ts'
import type { Draft } from './draft-history.ts'
import { buildDiffIndex } from './quote-matcher.ts'
import { readQuotedDiff } from './quoted-diff.ts'
import { splitQuotedLines } from './quoted-lines.ts'
import { findReviewComments, prepareReview, type ReviewedPatch } from './review-comments.ts'
import { findAncestors, type Owners } from './thread-owners.ts'

type Collected = { comments: PlacedComment[]; problems: Problem[]; placed: Map<string, PlacedComment[]> }

/** Comments on every version's diff by the answers below it, parents before children. */
function collectFromVersions(draft: Draft, owners: Owners, collected: Collected): void {
  for (const version of draft.versions) {
    if (version.message.patch === null) continue
    const below = owners.below.get(version.messageId) ?? []
    const answers = below.filter(({ message, kind }) => {
      const isAnswer = kind === 'reply' || kind === 'patch-in-reply'
      return isAnswer && message.id !== version.messageId
    })
    if (answers.length === 0) continue
    const patch = prepareReview(version.message, version.version)
    for (const threadMessage of answers) {
      const ancestors = findAncestors(owners, threadMessage.message.id)
      const found = findReviewComments({ threadMessage, ancestors }, patch, collected.placed)
      collected.placed.set(threadMessage.message.id, found.comments)
      collected.comments.push(...found.comments)
      collected.problems.push(...found.problems)
    }
  }
}

/**
 * Comments of answers whose patch is not here: placed on the lines of the hunks they quote themselves. What a quote
 * leaves out has no place, and no problem either: there is nothing to compare with.
 */
function collectFromQuotes(draft: Draft, owners: Owners, collected: Collected): void {
  for (const threadMessage of draft.messages.values()) {
    const { message, kind, parentId } = threadMessage
    const isLoose = kind === 'reply' && message.tags.isPatch && parentId !== null && !owners.byId.has(parentId)
    if (!isLoose || collected.placed.has(message.id)) continue
    const [part] = message.parts
    const files = part === undefined ? [] : readQuotedDiff(splitQuotedLines(part))
    if (files.length === 0) continue
    const index = buildDiffIndex(flattenDiff(files))
    const patch: ReviewedPatch = { messageId: parentId, version: message.tags.version ?? 1, index }
    const { comments } = findReviewComments({ threadMessage, ancestors: [] }, patch, collected.placed)
    const how = 'line numbers of the quoted hunk: the patch is not here'
    const placed = comments.filter(({ file }) => file !== null).map((comment) => ({ ...comment, how }))
    collected.placed.set(message.id, placed)
    collected.comments.push(...placed)
  }
}

/** All comments on the lines of a patch. Problem: `unplaced-comment`. */
export function collectComments(draft: Draft, owners: Owners): { comments: PlacedComment[]; problems: Problem[] } {
  const collected: Collected = { comments: [], problems: [], placed: new Map() }
  collectFromVersions(draft, owners, collected)
  collectFromQuotes(draft, owners, collected)
  return collected
}
