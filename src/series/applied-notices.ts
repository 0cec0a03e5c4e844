import type { Message } from '../model/message.ts'
import type { PatchNotice } from '../model/series.ts'
import { type OwnLine, ownLines } from '../text/own-lines.ts'
import { sourceOfLine } from '../text/source-at.ts'
import { sourcesOf } from './notices.ts'
import { titleKey } from './posting.ts'
import { findTaken } from './taken-sentences.ts'

/**
 * An applied notice for one patch of a list, or for the patch answered where `titleKey` is null. `isSentence` where it
 * is said in passing: an author says so of a branch to fetch his patch from.
 */
export type Applied = { titleKey: string | null; index: number | null; isSentence: boolean; notice: PatchNotice }

const listed = /^\s{0,4}(?:[-*]\s)?\[(?:([^\][]{0,80}?),)?\s*(?:([^\][]{0,80}?)\s)?(\d{1,3})\/\d{1,3}\]\s+(.{3,400})$/
const listedAlone = /^\s{0,4}[-*]\s\[([^\][]{1,80})\]\s+(.{3,400})$/
const commitLine =
  /^\s{2,}(?:commit:\s*([0-9a-f]{7,40})|<?https?:\/\/\S{1,300}?(?:\/c\/|\/commit\/\?(?:h=[^&\s]{1,80}&)?id=|\/commit\/|\/tip\/)([0-9a-f]{7,40})>?)\s*$/i
const treeLine =
  /\b(?:applied|queued|merged|pushed|picked|pulled)\b(?:[ ,](?:up|it|this|these|the series|series|patch(?:es)?|all|both|locally|for next|for testing|for v?\d[\w.-]{0,20}))?(?:,? thanks?!?,?)? (?:in|on|on top of|onto|to|into) (?:(?:the|my|our) )?(?:branch )?[`"']?([\w][\w./+:-]{1,80}(?: \([\w./+: -]{1,80}\))?)/i
const leadWord =
  /^(?:ok(?:ay)?[,.] |great[,.] |looks good[,.] |both |all |series |patch(?:es)? |(?:many )?thanks[,.!]? |thank you[,.!]? |i(?:'ve| have) |now |this (?:series |patch |patchset )(?:was |is |has been )?|this (?:was |is |has been )(?=(?:now )?\w+(?:\s{0,2}[,.!;:]|\s{1,3}(?:up|thanks?)\b|\s*$)))/i
const appliedWord =
  /^(?:applied|queued|merged|pushed|pulled|picked)(?:\s{0,2}[,.!;:]|\s{1,3}(?:up|out|to|in|into|on|onto|for|as|thanks|thank|it|this|these|both|all|series|the|patch|patches|with|locally|now|and)\b|\s*$)/i

/** "Picked up for the removal patch": into another patch, into no tree. */
const intoPatch = /\bfor (?:the|your|an?|my) (?:\S{1,60} ){0,3}(?:patch|series|version|fix|tests?)\b/i

/** A line that goes on with the sentence of the line above ("… is then / applied to the tail") opens with nothing. */
function opensSentence(lines: readonly OwnLine[], at: number): boolean {
  const line = lines[at]
  const above = lines[at - 1]
  if (line === undefined || above === undefined || above.part !== line.part || above.line + 1 !== line.line) return true
  return /^\s*\p{Lu}/u.test(line.text) || /(?:[.,:;!?)>]|^)\s*$/.test(above.text)
}

/** True where a line opens with "applied", after at most three words of thanks or of what. */
function saysApplied(text: string): boolean {
  let rest = text.trim()
  // a cheap look first: the word has to come close to the start
  if (!/appl|queu|merg|push|pull|pick/i.test(rest.slice(0, 200))) return false
  for (let count = 0; count < 3 && !appliedWord.test(rest); count += 1) rest = rest.replace(leadWord, '')
  return appliedWord.test(rest) && !/\?\s*$/.test(rest) && !intoPatch.test(rest)
}

/** The commit stated below a listed title, and its line. */
function commitBelow(lines: readonly OwnLine[], at: number): { sha: string; line: OwnLine } | null {
  for (const line of lines.slice(at + 1, at + 4)) {
    const match = commitLine.exec(line.text)
    const sha = match?.[1] ?? match?.[2]
    if (sha !== undefined) return { sha, line }
    if (listed.test(line.text) || line.text.trim() === '') return null
  }
  return null
}

function buildNotice(
  message: Message,
  tree: string | null,
  commit: { sha: string; line: OwnLine } | null,
  how: string,
): PatchNotice {
  return {
    kind: 'applied',
    messageId: message.id,
    commit: commit?.sha ?? null,
    upstream: null,
    tree,
    date: message.date,
    authorDate: null,
    how,
    inferred: false,
    sources: commit ? sourcesOf(message, commit.line, commit.sha) : [],
  }
}

/** A title that a list has wrapped: the next line, up to the link, belongs to it. */
function wholeTitle(lines: readonly OwnLine[], at: number, title: string): string {
  const next = lines[at + 1]
  const isMore = next !== undefined && next.text.trim() !== '' && !commitLine.test(next.text) && title.length > 50
  return isMore && !/^\s*(?:\(|https?:|[-*[]|\d+ files?)/.test(next.text) ? `${title} ${next.text.trim()}` : title
}

/**
 * What a message says was applied: patchwork-bot's and b4's lists (`[2/6] title` with `commit:` or a link below), each
 * patch with its own commit, else "Applied to <tree>" in the maintainer's words, without a commit.
 */
export function findApplied(message: Message): Applied[] {
  const lines = ownLines(message, 3000)
  const words = lines.find((line, at) => saysApplied(line.text) && opensSentence(lines, at)) ?? null
  const isTester = message.trailers.some(({ name }) => /^tested-by$/i.test(name))
  const taken = isTester ? null : findTaken(lines)
  const place = words ?? taken?.line ?? lines.find((line) => treeLine.test(line.text)) ?? null
  if (place === null) return []
  const named = treeLine.exec(place.text)?.[1]?.replace(/[.,:!]+$/, '')
  const isNamed = named !== undefined && !/^(?:tree|branch|queue)$/i.test(named)
  const tree = isNamed ? named : taken?.line === place ? taken.tree : null
  const applied: Applied[] = []
  for (const [at, line] of lines.entries()) {
    const numbered = listed.exec(line.text)
    const alone = numbered === null ? listedAlone.exec(line.text) : null
    const title = numbered?.[4] ?? alone?.[2]
    if (title === undefined || applied.length >= 500) continue
    const commit = commitBelow(lines, at)
    if (commit === null && alone !== null) continue
    if (lines.slice(at + 1, at + 3).some((next) => /\(no (?:matching commit|commit info)\)/i.test(next.text))) continue
    const key = titleKey(wholeTitle(lines, at, title))
    const index = numbered?.[3] === undefined ? null : Number(numbered[3])
    const notice = buildNotice(message, tree, commit, 'listed in an applied notice')
    applied.push({ titleKey: key, index, isSentence: false, notice })
  }
  const line = words ?? taken?.line
  if (applied.length > 0 || line === undefined) return applied
  const notice = buildNotice(message, tree, null, 'said to be applied in an answer')
  const sources = line.text.trim() === '' ? [] : [sourceOfLine(message, line.part, line.line)]
  return [{ titleKey: null, index: null, isSentence: words === null, notice: { ...notice, sources } }]
}
