import type { Benchmark } from '../model/benchmark.ts'
import type { Message, ThreadMessage } from '../model/message.ts'
import type { Problem } from '../model/problem.ts'
import type { PatchHistory } from '../model/series.ts'
import type { Source } from '../model/source.ts'
import type { FactsByMessage } from './message-facts.ts'
import { primaryMessage } from './primary-message.ts'
import { judgeVerdict } from './verdict.ts'

const near = (a: number | null, b: number | null): boolean =>
  a !== null && b !== null && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))
const agrees = (a: string | null, b: string | null): boolean =>
  a === null || b === null || a.toLowerCase() === b.toLowerCase()

/** One result told twice: the same two numbers; or, without numbers on a side, the same change of the same test. */
export function isRetold(a: Benchmark, b: Benchmark): boolean {
  const hasNumbers = a.before !== null && a.after !== null && b.before !== null && b.after !== null
  if (hasNumbers) return near(a.before, b.before) && near(a.after, b.after) && agrees(a.variant, b.variant)
  return near(a.changePercent, b.changePercent) && agrees(a.test, b.test) && agrees(a.variant, b.variant)
}

/** Two sources that mean one result and print different numbers: same test, same change, one side equal. */
function isDisputed(a: Benchmark, b: Benchmark): boolean {
  const oneSide = near(a.before, b.before) !== near(a.after, b.after)
  return oneSide && near(a.changePercent, b.changePercent) && agrees(a.test, b.test) && agrees(a.variant, b.variant)
}

/** A draft of a text that was posted again: its results count once, whatever it calls them. */
function isOlderText({ message, kind }: ThreadMessage, history: PatchHistory): boolean {
  const isVersion = history.versions.some((version) => version.messageId === message.id)
  if (kind === 'cover') return history.cover !== null && history.cover.message.id !== message.id
  return isVersion && primaryMessage(history)?.id !== message.id
}
const isSameChange = (a: Benchmark, b: Benchmark): boolean =>
  near(a.changePercent, b.changePercent) && (a.before === null || b.before === null || near(a.before, b.before))

/** A mail without "… wrote:" that cites a report above its diff, or whose diff is quoted too: the lines are its own evidence. */
function citesAbovePatch(result: Benchmark, message: Message): boolean {
  const { patch } = message
  if (!patch) return false
  const regions = message.parts[patch.part]?.regions ?? []
  if (regions.some((region) => region.kind === 'attribution')) return false
  return result.sources.every((source) => (source.part ?? 0) === patch.part && source.endLine < patch.startLine)
}

/** True where every source of a result stands in lines that its message quotes from another. */
export function isQuotedResult(result: Benchmark, message: Message): boolean {
  if (citesAbovePatch(result, message)) return false
  const inQuote = (source: Source): boolean =>
    (message.parts[source.part ?? 0]?.regions ?? []).some(
      (region) => region.kind === 'quote' && region.startLine <= source.startLine && source.startLine <= region.endLine,
    )
  return result.sources.length > 0 && result.sources.every(inQuote)
}

const person = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whose result it is and of what, by the place of its message in the history; null: it is another patch's. */
function placeResult(result: Benchmark, from: ThreadMessage, history: PatchHistory): Benchmark | null {
  const { message, kind } = from
  const version = history.versions.find((candidate) => candidate.messageId === message.id)
  if (kind === 'lkp-report') return history.reports.some((report) => report.messageId === message.id) ? result : null
  if (result.by === 'robot') return result
  if (version) {
    const latest = primaryMessage(history)
    const isOlder = latest !== null && latest.id !== message.id
    return isOlder ? { ...result, note: joinNotes(result.note, `of version ${version.version}`) } : result
  }
  if (kind === 'cover') return { ...result, of: isAlone(history) ? 'patch' : 'series' }
  if (kind === 'patch') return null
  const isAuthor = person(message.author.name) === person(history.author)
  return { ...result, by: isAuthor || kind === 'tip-bot' || kind === 'stable-backport' ? 'author' : 'third-party' }
}
const isAlone = (history: PatchHistory): boolean => (history.versions.at(-1)?.total ?? 1) <= 1
const joinNotes = (...notes: (string | null)[]): string => notes.filter((note) => note).join('; ')

/**
 * Every result of a patch, once: the patch's own first, then its cover letter's (of the series), replies', robots'.
 * A result told again adds its lines as further sources; where a retelling prints another number, the patch's
 * stands and a contradiction is reported.
 */
export function collectResults(history: PatchHistory, facts: FactsByMessage, where: string) {
  const problems: Problem[] = []
  const kept: Benchmark[] = []
  const canQuote = history.patchIsQuoted || history.versions.length === 0
  for (const from of inOrder(history)) {
    for (const found of facts.get(from.message.id)?.benchmarks ?? []) {
      if (!canQuote && isQuotedResult(found, from.message)) continue
      const result = placeResult(found, from, history)
      if (!result) continue
      const isOlder = isOlderText(from, history)
      const twin = kept.findIndex((other) => (isOlder ? isSameChange(other, result) : isRetold(other, result)))
      const disputed = kept.findIndex((other) => isDisputed(other, result))
      if (twin >= 0) kept[twin] = addSources(kept[twin] ?? result, result)
      else if (disputed >= 0) {
        const other = kept[disputed] ?? result
        kept[disputed] = { ...other, note: joinNotes(other.note, `<${from.message.id}> prints ${numbers(result)}`) }
        problems.push(buildDispute(other, result, `${where} <${from.message.id}>`))
      } else kept.push(result)
    }
  }
  return { value: kept.map((result) => ({ ...result, verdict: judgeVerdict(result) })), problems }
}

const numbers = (result: Benchmark): string =>
  `${result.printed.before ?? result.before} -> ${result.printed.after ?? result.after}`

function addSources(kept: Benchmark, again: Benchmark): Benchmark {
  const key = (source: Source): string => `${source.messageId}|${source.part}|${source.startLine}|${source.startColumn}`
  const known = new Set(kept.sources.map(key))
  const extra = again.sources.filter((source) => source.says === 'value' && !known.has(key(source)))
  return { ...kept, ci95: kept.ci95 ?? again.ci95, sources: [...kept.sources, ...extra].slice(0, 24) }
}

function buildDispute(kept: Benchmark, other: Benchmark, where: string): Problem {
  return {
    code: 'contradiction',
    severity: 'warning',
    where,
    message: `result ${kept.test ?? kept.metric ?? ''}: the patch says ${numbers(kept)}, this message ${numbers(other)}; the patch's is kept`,
    whatToDo: 'read both lines; nothing to do where the page shows the right one',
  }
}

/** The speaking message first, then the cover letter, older versions from the newest, then the rest by date. */
function inOrder(history: PatchHistory): ThreadMessage[] {
  const main = primaryMessage(history)?.id
  const cover = history.cover?.message.id
  const age = new Map(history.versions.map((version, index) => [version.messageId, history.versions.length - index]))
  const rank = ({ message }: ThreadMessage): number =>
    message.id === main ? 0 : message.id === cover ? 1 : age.has(message.id) ? 1 + (age.get(message.id) ?? 0) : 1000
  const all =
    history.cover && !history.messages.some((entry) => entry.message.id === cover)
      ? [history.cover, ...history.messages]
      : history.messages
  return [...all].sort((a, b) => rank(a) - rank(b))
}
