import { chooseCommit } from '../../src/case/choose-commit.ts'
import { isQuotedResult } from '../../src/case/collect-results.ts'
import type { MessageFacts } from '../../src/case/message-facts.ts'
import { primaryMessage, primaryVersion } from '../../src/case/primary-message.ts'
import type { Benchmark, RobotReport } from '../../src/model/benchmark.ts'
import { diffPath } from '../../src/model/diff-path.ts'
import type { Message, ThreadMessage } from '../../src/model/message.ts'
import type { PatchHistory } from '../../src/model/series.ts'
import type { StructLayout } from '../../src/model/struct-layout.ts'
import { extractFacts, extractHistory, type Gathered } from '../../src/pipeline.ts'
import type { Entry, Json } from './score-facts.ts'

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null))
const same = (a: string, b: string): boolean =>
  a.toLowerCase().replace(/\s+/g, ' ').trim() === b.toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * What the pipeline knows of one gold entry, in gold's flat shape: the message that the entry names (by Message-ID,
 * else by its title) and the history it belongs to.
 */
export function predictEntry(entry: Entry, gathered: Gathered): Entry {
  const key = { file: entry['file'] ?? null, messageId: entry['messageId'] ?? null, title: entry['title'] ?? null }
  const found = findSubject(entry, gathered)
  if (!found) return key
  const { message, kind } = found.entry
  const facts = extractFacts(message, kind).value
  const history = found.history
  if (facts.report) return { ...key, ...flattenReport(facts.report, kind, history), ...flattenRows(facts.benchmarks) }
  return {
    ...key,
    ...flattenMessage(message, kind, facts, history),
    ...(history ? flattenHistory(message, history) : {}),
  }
}

type Subject = { entry: ThreadMessage; history: PatchHistory | null }

function findSubject(entry: Entry, gathered: Gathered): Subject | null {
  const all = gathered.threads.flatMap((thread) => thread.messages)
  const id = entry['messageId']
  if (typeof id === 'string') {
    const message = all.find((candidate) => candidate.message.id === id)
    return message ? { entry: message, history: findOwner(message.message, gathered.histories) } : null
  }
  const title = entry['title']
  if (typeof title !== 'string') return null
  const history = gathered.histories.find((candidate) => same(candidate.title, title))
  const main = history ? primaryMessage(history) : null
  const message = all.find((candidate) =>
    main ? candidate.message.id === main.id : same(candidate.message.tags.title, title),
  )
  return message ? { entry: message, history: history ?? null } : null
}

/** The history a message is a version of; else the one it speaks for; else one it reports on or belongs to. */
function findOwner(message: Message, histories: readonly PatchHistory[]): PatchHistory | null {
  const tests: ((history: PatchHistory) => boolean)[] = [
    (history) => history.versions.some((version) => version.messageId === message.id),
    (history) => primaryMessage(history)?.id === message.id,
    (history) => history.notices.some((notice) => notice.messageId === message.id),
    (history) => history.reports.some((report) => report.messageId === message.id),
    (history) => history.messages.some((candidate) => candidate.message.id === message.id),
  ]
  for (const test of tests) {
    const found = histories.find(test)
    if (found) return found
  }
  return null
}

function flattenMessage(message: Message, kind: string, facts: MessageFacts, history: PatchHistory | null): Entry {
  const judgement = facts.judgement
  const isVersion = history?.versions.some((version) => version.messageId === message.id) ?? false
  const quotes = (history?.patchIsQuoted ?? true) || !isVersion
  const structs = [...(judgement?.structs ?? []), ...facts.layouts.map((layout) => layout.struct)]
  return {
    detected: judgement?.detected ?? false,
    kind: judgement?.kind ?? null,
    claimed: judgement?.claimed ?? null,
    technique: judgement?.technique ?? null,
    title: message.patch?.embedded?.title ?? message.tags.title,
    messageKind: kind,
    seriesIndex: message.tags.index,
    seriesTotal: message.tags.total,
    files: [...new Set((message.patch?.files ?? []).map(diffPath))],
    structs: [...new Set(structs)],
    movedMembers: judgement?.movedMembers ?? [],
    baseCommit: message.baseCommit?.sha ?? null,
    layouts: facts.layouts.map(flattenLayout),
    c2c: plain(facts.c2c),
    cost: facts.cost ? { bytesPerObject: facts.cost.bytesPerObject, percent: facts.cost.percent } : null,
    relatedCommits: facts.relatedCommits,
    ...flattenRows(facts.benchmarks.filter((result) => quotes || !isQuotedResult(result, message))),
  }
}

/** Effects of the patch that have numbers: no shares of samples, no other commit's results, no "no change". */
const isEffect = (row: Benchmark): boolean =>
  row.quantity === 'effect' &&
  row.of !== 'other-patch' &&
  (row.changePercent !== null || (row.before !== null && row.after !== null))

const flattenRows = (benchmarks: readonly Benchmark[]): Entry => ({ benchmarks: plain(benchmarks.filter(isEffect)) })

/** Only what is stated: an offset worked out counts as not stated. */
function flattenLayout(layout: StructLayout): Json {
  return {
    struct: layout.struct,
    base: layout.base.alignment,
    sizeBytes: { ...layout.sizeBytes },
    members: layout.members.map((member) => ({
      name: member.name,
      offsetBytes: {
        before: member.inferred.before ? null : member.offsetBytes.before,
        after: member.inferred.after ? null : member.offsetBytes.after,
      },
    })),
  }
}

function flattenHistory(message: Message, history: PatchHistory): Entry {
  const version = history.versions.find((candidate) => candidate.messageId === message.id) ?? primaryVersion(history)
  const derived = new Set(history.messages.flatMap((entry) => (entry.message.idIsDerived ? [entry.message.id] : [])))
  const facts = extractHistory(history).value
  const backports = history.notices.filter((notice) => notice.kind === 'stable-backport')
  return {
    version: version?.version ?? 1,
    rfc: version?.rfc ?? message.tags.rfc,
    messages: history.messages.length,
    commit: chooseCommit(history, facts)?.sha ?? null,
    baseCommit: message.baseCommit?.sha ?? history.cover?.message.baseCommit?.sha ?? null,
    previousVersion: findPrevious(message, history),
    postings: history.versions.map((posting) => posting.messageId).filter((id) => !derived.has(id)),
    backports: [...new Set(backports.map((notice) => notice.messageId))],
    reports: history.reports.map((report) => report.messageId),
    missing: history.missing.map((missing) => missing.messageId),
    reviewComments: history.comments.map(({ messageId, version: of, file, side, line, severity }) => ({
      messageId,
      ofVersion: of,
      file,
      side,
      line,
      severity,
    })),
  }
}

/** The version before: as the mail or its cover letter names it, else the last posting of the version before in the same mails. */
function findPrevious(message: Message, history: PatchHistory): string | null {
  const own = history.versions.find((version) => version.messageId === message.id)
  const named = history.previousIds.filter(({ sources }) =>
    sources.some(({ messageId }) => messageId === message.id || (own?.coverId != null && messageId === own.coverId)),
  )
  const last = named.at(-1)
  if (last) return last.id
  const before = history.versions.filter((version) => own !== undefined && version.version < own.version)
  return before.at(-1)?.messageId ?? null
}

function flattenReport(report: RobotReport, kind: string, history: PatchHistory | null): Entry {
  const { headline } = report
  const row = (item: RobotReport['tables'][number]['rows'][number]): Json => [
    item.metric,
    item.before,
    item.stddevBefore,
    item.change ?? {},
    item.after,
    item.stddevAfter,
  ]
  return {
    messageKind: kind,
    caseOf: history ? (primaryVersion(history)?.messageId ?? primaryMessage(history)?.id ?? null) : null,
    headline: headline ? { metric: headline.metric, changePercent: headline.changePercent } : null,
    alsoAffects: report.alsoAffects.map(({ metric, changePercent }) => ({ metric, changePercent })),
    commit: report.commit,
    parent: report.parent,
    machine: report.machine,
    rows: report.tables.flatMap((table) => table.rows.map(row)),
  }
}
