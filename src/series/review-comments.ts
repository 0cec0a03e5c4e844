import type { Message, ThreadMessage } from '../model/message.ts'
import type { Problem } from '../model/problem.ts'
import type { PlacedComment } from '../model/series.ts'
import { isApproval, isCourtesy, isSignedName } from './courtesy.ts'
import { type DiffLine, flattenDiff, lineKey } from './diff-lines.ts'
import { buildDiffIndex, type DiffIndex, matchQuotes, type QuoteResult } from './quote-matcher.ts'
import { type QuotedLine, splitQuotedLines } from './quoted-lines.ts'

/** A patch that answers are matched against, made once for all of them. */
export type ReviewedPatch = { messageId: string; version: number; index: DiffIndex }
/** An answer with the messages above it, nearest first, up to the patch. */
export type Answer = { threadMessage: ThreadMessage; ancestors: ThreadMessage[] }

type Block = { target: number; lines: QuotedLine[] }

const severity =
  /\[?\bseverity:?\s*(critical|high|medium|moderate|low|minor|major|info|nit)\b\]?|^\s*\[(critical|high|medium|low)\]/i
const attribution = /\b(?:wrote|writes|said|schrieb|a écrit)\s?:\s*$/i
const maxComments = 400

/** The patch's diff prepared for matching. */
export function prepareReview(message: Message, version: number): ReviewedPatch {
  return { messageId: message.id, version, index: buildDiffIndex(flattenDiff(message.patch?.files ?? [])) }
}

/** Lines of the sender's own, each run with the last telling quoted line above it; what stands on top answers nothing. */
function splitBlocks(lines: QuotedLine[], results: QuoteResult[]): Block[] {
  const blocks: Block[] = []
  let target = -1
  let open: Block | null = null
  const lastQuoted = lines.findLastIndex((line) => line.depth > 0)
  for (const [at, line] of lines.entries()) {
    const isRest = line.depth === 0 && typeof results[at] === 'object'
    if (line.depth > 0 || isRest) {
      open = null
      if (line.text.trim() !== '' && !line.isCut) target = at
      continue
    }
    if (at > lastQuoted && /^-- ?$/.test(line.text)) break
    if (target < 0 || line.isCut) continue
    if (open === null) {
      open = { target, lines: [] }
      blocks.push(open)
    }
    open.lines.push(line)
  }
  return blocks
}

/** A block's lines without blank edges, greeting, attribution of the next quote; none where only tags, thanks and approval stand. */
function trimBlock(block: Block, sender: string): QuotedLine[] {
  const lines = block.lines.filter((line, at) => !(at >= block.lines.length - 3 && attribution.test(line.text)))
  const says = ({ text }: QuotedLine): boolean => text.trim() !== '' && !isCourtesy(text) && !isSignedName(text, sender)
  const first = lines.findIndex(says)
  if (first < 0 || lines.filter(says).every(({ text }) => isApproval(text))) return []
  const last = lines.findLastIndex(says)
  return lines.slice(first, last + 1)
}

type Placed = {
  file: string | null
  side: 'old' | 'new' | null
  line: number | null
  how: string
  parentMessageId: string | null
}

function placeOnDiff(line: DiffLine, how: string): Placed {
  if (line.kind === 'file') return { file: line.file, side: null, line: null, how, parentMessageId: null }
  return { file: line.file, side: line.side, line: line.line, how, parentMessageId: null }
}

/** The comment of an earlier answer that a quoted line is taken from: the follow-up stands on the same diff line. */
function findAnswered(line: QuotedLine, answer: Answer, placed: ReadonlyMap<string, PlacedComment[]>): Placed | null {
  const key = lineKey(line.text).trim()
  if (key.length < 2) return null
  for (const { message } of answer.ancestors.slice(0, 12))
    for (const comment of placed.get(message.id) ?? []) {
      const isQuoted = comment.text
        .split('\n')
        .some((text) => lineKey(text).trim() === key || (key.length > 20 && text.includes(key)))
      if (!isQuoted) continue
      const { file, side, line: at } = comment
      return { file, side, line: at, how: `answers the comment of <${message.id}>`, parentMessageId: message.id }
    }
  return null
}

function placeBlock(
  line: QuotedLine,
  result: QuoteResult | undefined,
  patch: ReviewedPatch,
  answer: Answer,
  placed: ReadonlyMap<string, PlacedComment[]>,
): Placed | null {
  const hops = answer.ancestors.findIndex(({ message }) => message.id === patch.messageId) + 1
  const answered = line.depth < hops || typeof result !== 'object' ? findAnswered(line, answer, placed) : null
  if (answered !== null) return answered
  if (result === undefined || result === 'prose') return null
  if (result === 'diff')
    return { file: null, side: null, line: null, how: 'the quoted line is not in this version', parentMessageId: null }
  const target = patch.index.flat[result.position]
  return target === undefined ? null : placeOnDiff(target, result.how)
}

/**
 * The comments of one answer on the lines of a patch: what the sender wrote below a quoted diff line, on the file,
 * side and line of that patch (`-`: old side; `+` and context: new side). Comments below quoted prose of the patch
 * are none; below an earlier comment they are follow-ups. `placed` holds the comments of the messages above.
 * Problem: `unplaced-comment`, where a quoted diff line is not found in the patch.
 */
export function findReviewComments(
  answer: Answer,
  patch: ReviewedPatch,
  placed: ReadonlyMap<string, PlacedComment[]>,
): { comments: PlacedComment[]; problems: Problem[] } {
  const { message } = answer.threadMessage
  const comments: PlacedComment[] = []
  const problems: Problem[] = []
  for (const part of message.parts) {
    if (part.fileName !== null) continue
    const lines = splitQuotedLines(part)
    if (!lines.some((line) => line.depth > 0)) continue
    const results = matchQuotes(lines, patch.index)
    for (const block of splitBlocks(lines, results)) {
      const own = trimBlock(block, message.from.name)
      const target = lines[block.target]
      const [first] = own
      if (first === undefined || target === undefined || comments.length >= maxComments) continue
      const place = placeBlock(target, results[block.target], patch, answer, placed)
      if (place === null) continue
      const text = own.map((line) => line.shown).join('\n')
      const match = severity.exec(text.slice(0, 400))
      const endLine = own[own.length - 1]?.line ?? first.line
      comments.push({
        messageId: message.id,
        author: message.author.name,
        version: patch.version,
        patchMessageId: patch.messageId,
        ...place,
        text,
        severity: match?.[1] ?? match?.[2] ?? null,
        source: { part: part.index, startLine: first.line, endLine },
      })
      if (place.file !== null) continue
      problems.push({
        code: 'unplaced-comment',
        severity: 'note',
        where: `${message.file}:${message.fileLine} <${message.id}>`,
        message: `the comment at line ${first.line} stands below a diff line that the patch <${patch.messageId}> does not hold`,
        whatToDo: 'Nothing: the comment stays in the thread.',
      })
    }
  }
  return { comments, problems }
}
