import type { Message } from '../model/message.ts'
import type { MessageKind } from '../model/names.ts'
import { findCommitBlock } from '../text/commit-block.ts'
import { findInnerHeaders } from '../text/inner-headers.ts'
import { type OwnLine, ownLines } from '../text/own-lines.ts'

/** What a message is shows in its first lines; a table of 10,000 rows need not be read for it. */
const maxLines = 600
const stableTag =
  /^(?:autosel|stable|sru|longterm|v?[2-9]\.\d{1,3}(?:\.\d{1,3})?(?:[.-]?(?:y|stable|longterm|autosel))?)\b/i
const upstreamLine =
  /^(?:\[ ?upstream commit [0-9a-f]{10,40} ?\]|\[ ?commit [0-9a-f]{10,40} upstream\.? ?\]|upstream commit:? [0-9a-f]{10,40}\.?)\s*$/i
/** Without brackets it stands alone: "This reverts commit X which is / commit Y upstream." names another. */
const upstreamParagraph = /^commit [0-9a-f]{10,40} upstream\.?\s*$/i
const robotName = /\b(?:kernel|kbuild|build) test robot\b|\blkp[- ]robot\b|^lkp$|\b0-?day\b.*\b(?:robot|ci)\b/i
const buildSubject = /^(?:re: )?\[[^\]]+\] (?:build|boot) (?:success|failure|regression|incomplete)\b/i
const buildLine =
  /^(?:\[(?:also )?auto build test (?:warning|error|success|failure)|all (?:warnings|errors|error\/warnings)\b.{0,40}\bprefixed by|new smatch warnings|smatch warnings:|sparse warnings|(?:includecheck|coccinelle|cocci|versioncheck|kismet|kernel-doc) warnings)|noticed the following (?:build|kconfig|sparse|smatch)|^(?:error|warning)s? (?:in|new in) linux/i
const resultLine =
  /%stddev\s+%change|^fyi, we noticed|\bnoticed an? .{1,200}\b(?:regression|improvement)\b|^=====+\s*$|^testcase: |^test machine: |^in testcase: /i
const noticeSender = /patchwork|pr-tracker-bot|git-notif/i
const addedLine =
  /^(?:this is a note to let you know that i've just added the patch titled|the patch titled|the patch below does not apply to the)\b/i
const gitNotice =
  /^(?:the branch .{1,200} has been (?:updated|created|deleted)|this is an automated email from the git hooks)/i

/** The first lines of the sender's own words that are not blank. */
function openingLines(lines: readonly OwnLine[], count: number): OwnLine[] {
  const opening: OwnLine[] = []
  for (const line of lines) {
    if (opening.length >= count) break
    if (line.text.trim() !== '') opening.push(line)
  }
  return opening
}

function isBelowBlank(lines: readonly OwnLine[], at: number): boolean {
  return (lines[at - 1]?.text ?? '').trim() === ''
}

function isTipBot(message: Message, lines: readonly OwnLine[]): boolean {
  if (message.tags.isReply) return false
  const opening = openingLines(lines, 12)
  return (
    opening.some((line) => /^commit-id:\s+[0-9a-f]{7,64}\b/i.test(line.text)) &&
    (/\btip[- ]?bot/i.test(`${message.from.name} ${message.from.address ?? ''} ${message.id}`) ||
      opening.some((line) => /^gitweb:\s/i.test(line.text)) ||
      /^\[tip\b/i.test(message.subject.trim()))
  )
}

function isStableBackport(message: Message, lines: readonly OwnLine[]): boolean {
  if (message.patch === null || message.tags.isReply) return false
  const opening = openingLines(lines, 10)
  if (opening.some((line) => upstreamLine.test(line.text.trim()))) return true
  if (lines.slice(0, 30).some((line, at) => upstreamParagraph.test(line.text.trim()) && isBelowBlank(lines, at)))
    return true
  if (!message.tags.isPatch) return false
  if (message.tags.tags.some((tag) => /\bautosel\b/i.test(tag) || /^sru\b/i.test(tag))) return true
  if (!message.tags.tags.some((tag) => tag.split(/[\s,/]+/).some((word) => stableTag.test(word)))) return false
  return lines.some((line) => /^\(?cherry[- ]picked from commit [0-9a-f]{10,40}/i.test(line.text))
}

function isNotification(message: Message, lines: readonly OwnLine[]): boolean {
  const sender = `${message.from.name} ${message.from.address ?? ''}`
  if (/\bgit-patchwork-notify@/.test(message.id) || noticeSender.test(sender)) return true
  if (message.tags.isReply) return false
  if (message.headers['x-git-refname'] !== undefined || message.headers['x-git-rev'] !== undefined) return true
  if (!message.tags.isPatch && findCommitBlock(message) !== null) return true
  const opening = openingLines(lines, 6)
  return opening.some((line) => addedLine.test(line.text.trim()) || gitNotice.test(line.text.trim()))
}

/** What a test robot's mail is; null where no robot sent it. Build and style warnings carry no result. */
function robotKind(message: Message, lines: readonly OwnLine[]): 'lkp-report' | 'robot-build' | null {
  const sender = message.from.name || message.from.address || ''
  const byName = robotName.test(sender) || /^(?:lkp|kbuild)@/i.test(message.from.address ?? '')
  const signed = lines.some((line) => /^0-day ci kernel test service/i.test(line.text.trim()))
  const isFirst = !message.tags.isReply && message.inReplyTo === null
  if (!byName && !(isFirst && (signed || /\b(?:lkp|lkp-robot)\b/i.test(message.tags.tags.join(' '))))) return null
  if (buildSubject.test(message.subject.trim())) return 'robot-build'
  if (lines.some((line) => buildLine.test(line.text.trim()))) return 'robot-build'
  if (lines.some((line) => resultLine.test(line.text.trim()))) return 'lkp-report'
  return byName && isFirst ? 'robot-build' : null
}

/** A whole patch inside an answer, with a title of its own; a bare diff is a remark of the answer. */
function carriesPatch(message: Message): boolean {
  return (message.patch?.embedded ?? findInnerHeaders(message)) !== null
}

/**
 * What a message is, from its own headers and words alone, so that neither order nor neighbours change it.
 * The order of the questions matters: a robot may answer a patch, and a backport is also a patch.
 */
export function messageKind(message: Message): MessageKind {
  const lines = ownLines(message, maxLines)
  const isReply = message.tags.isReply
  if (isTipBot(message, lines)) return 'tip-bot'
  if (isNotification(message, lines)) return 'notification'
  const isSentPatch = message.patch !== null && (isReply || message.tags.isPatch)
  const robot = isSentPatch ? null : robotKind(message, lines)
  if (robot !== null) return robot
  if (message.patch !== null && isReply) return carriesPatch(message) ? 'patch-in-reply' : 'reply'
  if (isStableBackport(message, lines)) return 'stable-backport'
  if (isReply) return 'reply'
  if (message.tags.isPatch) return message.patch === null && message.tags.index === 0 ? 'cover' : 'patch'
  if (message.patch !== null && !message.tags.isForward) {
    if (message.patchCommit !== null || message.patch.embedded !== null) return 'patch'
    const signed = message.trailers.some((trailer) => !trailer.prose && /^signed-off-by$/i.test(trailer.name))
    if (signed || message.inReplyTo === null) return 'patch'
  }
  if (message.tags.isForward) return 'other'
  return message.inReplyTo !== null || message.references.length > 0 ? 'reply' : 'other'
}
