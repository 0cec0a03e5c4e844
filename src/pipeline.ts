/**
 * The only file that joins stages: bytes -> mail -> thread -> series -> extract + case -> CaseRecord.
 * Pure: bytes and facts in, records and problems out.
 */
import { buildCase, buildMissingProblems, chooseJudgement } from './case/build-case.ts'
import { buildThreadFile } from './case/build-thread-file.ts'
import type { KnownNames } from './case/catalogue-case.ts'
import { hideRecordAddresses, hideThreadAddresses } from './case/hide-addresses.ts'
import type { FactsByMessage, MessageFacts } from './case/message-facts.ts'
import { primaryMessage } from './case/primary-message.ts'
import { findBenchmarks } from './extract/benchmarks.ts'
import { findC2c } from './extract/c2c.ts'
import { findConfigurationChecks } from './extract/configurations.ts'
import { findCost } from './extract/cost.ts'
import { buildEvidence } from './extract/evidence.ts'
import { judgePatch } from './extract/judgement.ts'
import { findLayoutNotes } from './extract/layout-notes.ts'
import { findRelatedCommits } from './extract/related-commits.ts'
import { robotBenchmarks } from './extract/robot-benchmarks.ts'
import { parseRobotReport } from './extract/robot-report.ts'
import { findInterval } from './extract/run-interval.ts'
import { findSetup, isBareCount, type SetupFact, type SetupMachine } from './extract/setup.ts'
import { findLayouts } from './extract/struct-layout.ts'
import { readMail } from './mail/read-mail.ts'
import type { Benchmark } from './model/benchmark.ts'
import type { CaseRecord } from './model/case.ts'
import type { Judgement } from './model/judgement.ts'
import type { Message, Thread } from './model/message.ts'
import type { MessageKind } from './model/names.ts'
import type { Problem, Result } from './model/problem.ts'
import type { Interdiff, KnownPatch, PatchHistory } from './model/series.ts'
import type { Source } from './model/source.ts'
import type { C2c } from './model/struct-layout.ts'
import type { ThreadFile } from './model/thread-file.ts'
import { buildHistories } from './series/build-histories.ts'
import { buildInterdiff } from './series/interdiff.ts'
import { findText } from './text/find-text.ts'
import { sourceAt } from './text/source-at.ts'
import { buildThreads } from './thread/build-threads.ts'

/** One input: `file` names it in problems and sources, never as a path. */
export type InputFile = { file: string; bytes: Uint8Array }
/** Everything that some mails hold: their threads, and every patch with what was said about it. */
export type Gathered = { messages: Message[]; threads: Thread[]; histories: PatchHistory[] }

/** Bytes of any number of mail files to messages. */
export async function readMessages(files: readonly InputFile[]): Promise<Result<Message[]>> {
  const messages: Message[] = []
  const problems: Problem[] = []
  for (const { file, bytes } of files) {
    const read = await readMail(bytes, file)
    messages.push(...read.value)
    problems.push(...read.problems)
  }
  return { value: messages, problems }
}

/** Messages to threads and patch histories. `known` patches get a history too where a mail names them. */
export function joinMessages(read: Result<Message[]>, known: readonly KnownPatch[] = []): Result<Gathered> {
  const threads = buildThreads(read.value)
  const histories = buildHistories(threads.value, known)
  return {
    value: { messages: read.value, threads: threads.value, histories: histories.value },
    problems: [...read.problems, ...threads.problems, ...histories.problems],
  }
}

/** Bytes of any number of mail files to threads and patch histories; the order of files plays no part. */
export async function gather(
  files: readonly InputFile[],
  known: readonly KnownPatch[] = [],
): Promise<Result<Gathered>> {
  return joinMessages(await readMessages(files), known)
}

const silent: readonly MessageKind[] = ['robot-build', 'notification']

/**
 * Facts and judgements by message: the twelve patches of a series share their cover letter and its answers, which
 * are read once. A message never changes, so the memory is no state.
 */
const readBefore = new WeakMap<Message, { as: string; facts: Result<MessageFacts> }>()
const judgedBefore = new WeakMap<Message, Judgement>()

function judge(message: Message): Judgement {
  const known = judgedBefore.get(message)
  if (known) return known
  const judgement = judgePatch(message)
  judgedBefore.set(message, judgement)
  return judgement
}

/** What one message says, quotes included, read by every extractor that its kind calls for. */
export function extractFacts(message: Message, kind: MessageKind): Result<MessageFacts> {
  return remember(message, `${kind} whole`, () => readFacts(message, kind, true))
}

/**
 * What an answer says itself: what it quotes stands in the message it answers. It is judged as a patch only where it
 * holds one.
 */
function extractAnswer(message: Message, kind: MessageKind): Result<MessageFacts> {
  return remember(message, `${kind} own`, () => readFacts(withoutQuotes(message), kind, message.patch !== null))
}

function remember(message: Message, as: string, read: () => Result<MessageFacts>): Result<MessageFacts> {
  const known = readBefore.get(message)
  if (known?.as === as) return known.facts
  const facts = read()
  readBefore.set(message, { as, facts })
  return facts
}

/** The same message with empty lines in place of its quotes: every other line keeps its number. */
function withoutQuotes(message: Message): Message {
  const parts = message.parts.map((part) => {
    const lines = [...part.lines]
    for (const region of part.regions) if (region.kind === 'quote') lines.fill('', region.startLine - 1, region.endLine)
    return { ...part, lines }
  })
  return { ...message, parts }
}

function readFacts(message: Message, kind: MessageKind, isJudged: boolean): Result<MessageFacts> {
  const facts: MessageFacts = { ...emptyFacts(message.id), kind }
  if (silent.includes(kind)) return { value: facts, problems: [] }
  if (kind === 'lkp-report') return extractReport(message, facts)
  const judgement = isJudged ? judge(message) : null
  const benchmarks = findBenchmarks(message, kind)
  const counters = findC2c(message)
  const layouts = findLayouts(message, judgement)
  const setup = findSetup(message)
  const value: MessageFacts = {
    ...facts,
    judgement,
    benchmarks: withoutCounters(benchmarks.value, counters.value.counters).map(addInterval),
    c2c: counters.value.counters,
    c2cLines: counters.value.lines,
    layouts: layouts.value,
    layoutNotes: findLayoutNotes(message),
    cost: findCost(message),
    machines: joinCounts(ownFacts(setup.machines), setup.conditions),
    kernel: findKernel(ownFacts(setup.kernels)),
    relatedCommits: findRelatedCommits(message),
  }
  return { value, problems: [...benchmarks.problems, ...counters.problems, ...layouts.problems] }
}

/** What the writer says; what he quotes only where he says none. */
function ownFacts<T extends { depth: number }>(found: readonly T[]): readonly T[] {
  const own = found.filter((fact) => fact.depth === 0)
  return own.length > 0 ? own : found
}
/** "… system with 16 CPUs": a bare count belongs to the machine named before it in the same paragraph. */
function joinCounts(
  found: readonly SetupMachine[],
  conditions: readonly SetupFact<string>[],
): MessageFacts['machines'] {
  const machines: (MessageFacts['machines'][number] & { block: number })[] = []
  for (const { value: text, cpus, sockets, sources, block } of found) {
    const last = machines.at(-1)
    if (last?.cpus === null && last.block === block && isBareCount(text))
      machines[machines.length - 1] = { ...last, cpus, sources: [...last.sources, ...sources] }
    else machines.push({ text, cpus, sockets, sources, block })
  }
  return machines.map(({ block, ...machine }) => {
    // how it was set holds for the machine of the same paragraph, for the only machine wherever it is said
    const own = conditions.filter((one) => one.block === block || machines.length === 1)
    return own.length === 0
      ? machine
      : { ...machine, conditions: own.map(({ value, sources }) => ({ text: value, sources })) }
  })
}

const findKernel = (kernels: readonly { value: string; sources: Source[] }[]): MessageFacts['kernel'] => {
  const first = kernels[0]
  return first ? { value: first.value, sources: first.sources } : null
}

/** A count of samples that `perf c2c` gave is a counter, not a result too: the same numbers, a few lines apart. */
function withoutCounters(results: readonly Benchmark[], counters: readonly C2c[]): Benchmark[] {
  const lines = (sources: readonly Source[]): number[] => sources.map((source) => source.startLine)
  return results.filter(
    (result) =>
      !counters.some(
        (counter) =>
          counter.before === result.before &&
          counter.after === result.after &&
          lines(counter.sources).some((line) => lines(result.sources).some((other) => Math.abs(other - line) <= 4)),
      ),
  )
}

/** Runs that the mail prints one by one give an interval where it states none. */
function addInterval(result: Benchmark): Benchmark {
  if (result.ci95 || !result.runsEach) return result
  return { ...result, ci95: findInterval(result.runsEach.before, result.runsEach.after) }
}

/** `64 threads 2 sockets …`, `88 threads Intel…`: as the robot words its machines. */
function countMachine(machine: string): { cpus: number | null; sockets: number | null } {
  const count = (unit: string): number | null => Number(new RegExp(`(\\d{1,5}) ${unit}\\b`).exec(machine)?.[1]) || null
  return { cpus: count('threads'), sockets: count('sockets') }
}

function extractReport(message: Message, facts: MessageFacts): Result<MessageFacts> {
  const { value: report, problems } = parseRobotReport(message)
  if (!report) return { value: facts, problems }
  const place = report.machine ? findText(message.parts, report.machine) : null
  const sources = place
    ? [sourceAt(message, place.part, place.line, place.startColumn, place.line, place.endColumn, 'machine')]
    : []
  return {
    value: {
      ...facts,
      report,
      benchmarks: robotBenchmarks(report, message.id),
      machines: report.machine ? [{ text: report.machine, ...countMachine(report.machine), sources }] : [],
    },
    problems,
  }
}

/** The facts of every message of a history. */
export function extractHistory(history: PatchHistory): Result<FactsByMessage> {
  const entries = history.cover ? [history.cover, ...history.messages] : history.messages
  const main = primaryMessage(history)
  const aside = new Set(history.aside)
  const found = new Map<string, MessageFacts>()
  const problems: Problem[] = []
  for (const { message, kind } of entries) {
    if (found.has(message.id) || aside.has(message.id)) continue
    const isAnswer = (kind === 'reply' || kind === 'other') && message.id !== main?.id
    const facts = isAnswer ? extractAnswer(message, kind) : extractFacts(message, kind)
    found.set(message.id, facts.value)
    problems.push(...facts.problems)
  }
  return { value: found, problems }
}

/** Whether a history is one of ours, by its latest posting or an older one, and why. */
export function judgeHistory(history: PatchHistory): Judgement | null {
  const main = primaryMessage(history)
  const messages = [...history.versions.map((version) => version.message), ...(main ? [main] : [])]
  const facts = new Map<string, MessageFacts>()
  for (const message of messages) facts.set(message.id, { ...emptyFacts(message.id), judgement: judge(message) })
  return chooseJudgement(history, facts)
}

const emptyFacts = (messageId: string): MessageFacts => ({
  messageId,
  kind: 'patch',
  judgement: null,
  benchmarks: [],
  report: null,
  c2c: [],
  c2cLines: [],
  layouts: [],
  layoutNotes: [],
  cost: null,
  machines: [],
  kernel: null,
  relatedCommits: [],
})

export type CaseFiles = { record: CaseRecord; thread: ThreadFile }

/** The two generated files of one case. `problems` stand in the record too. */
export function buildCaseFiles(
  history: PatchHistory,
  threads: readonly Thread[],
  slug: string,
  known: KnownNames,
): Result<CaseFiles> {
  const facts = extractHistory(history)
  const built = buildCase(history, facts.value, slug, known)
  const problems = [...facts.problems, ...built.problems, ...buildMissingProblems(history, slug)]
  const record = { ...built.value, problems }
  const thread = buildThreadFile(history, threads, buildInterdiffs(history), slug)
  const latest = history.versions.at(-1)?.message
  const configurationChecks = latest ? findConfigurationChecks(latest) : []
  const evidence = buildEvidence({ ...record, configurationChecks })
  const shown = hideRecordAddresses({ ...record, evidence })
  return { value: { record: shown, thread: hideThreadAddresses(thread) }, problems }
}

/** The last posting of each version against the next version's. */
function buildInterdiffs(history: PatchHistory): Interdiff[] {
  const last = new Map<number, PatchHistory['versions'][number]>()
  for (const version of history.versions) if (version.message.patch) last.set(version.version, version)
  const versions = [...last.values()].sort((a, b) => a.version - b.version)
  return versions.slice(1).map((version, index) => {
    const before = versions[index] ?? version
    return buildInterdiff(
      before.message.patch?.files ?? [],
      version.message.patch?.files ?? [],
      before.version,
      version.version,
    )
  })
}
