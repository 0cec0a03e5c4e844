/**
 * Joins stages for a review of patches that are no cases: text or bytes -> messages -> patches -> ReviewFacts. Apart
 * from `pipeline.ts` so that a browser can hold it: no threads, no histories, nothing of Node's.
 */
import { findProject, findSubsystem } from './case/subsystem.ts'
import { findBenchmarks } from './extract/benchmarks.ts'
import { findC2c } from './extract/c2c.ts'
import { findConfigurationChecks } from './extract/configurations.ts'
import { findCost } from './extract/cost.ts'
import { buildEvidence, type EvidenceFacts } from './extract/evidence.ts'
import { judgePatch } from './extract/judgement.ts'
import { findSetup } from './extract/setup.ts'
import { findLayouts } from './extract/struct-layout.ts'
import { readBareText } from './mail/read-bare-text.ts'
import { readMail } from './mail/read-mail.ts'
import { diffPath } from './model/diff-path.ts'
import type { Judgement } from './model/judgement.ts'
import type { Message } from './model/message.ts'
import type { MessageKind } from './model/names.ts'
import type { Problem, Result } from './model/problem.ts'
import type { C2c, C2cLine, StructLayout } from './model/struct-layout.ts'
import { findIdioms } from './review/idioms.ts'
import { findPlaces } from './review/places.ts'
import { bareName, namesConfigurations, type ReviewFacts } from './review/review-facts.ts'
import { messageKind } from './thread/message-kind.ts'

/** A patch to review: its mail, its cover letter where that is here, and what the site makes of it. */
export type PatchUnderReview = {
  message: Message
  cover: Message | null
  judgement: Judgement
  facts: ReviewFacts
  layouts: StructLayout[]
  c2c: C2c[]
  c2cLines: C2cLine[]
}

/** More patches than this in one input are a whole archive: the first ones are read. */
const MOST_PATCHES = 400

/**
 * The patches of some bytes: mails of any format, `git show`, `git log -p`, a bare diff. Of a patch posted in several
 * versions only the newest counts. A single patch is always given back, of several only those that are about sharing;
 * `messageId` names one.
 */
export async function readPatches(
  bytes: Uint8Array,
  file: string,
  messageId: string | null = null,
): Promise<Result<PatchUnderReview[]>> {
  const read = await readMessages(bytes, file)
  const named = read.value.filter((message) => message.id === messageId && message.patch)
  const chosen =
    messageId === null
      ? choosePatches(read.value)
      : named.map((message) => ({ message, cover: findCover(message, read.value) }))
  const patches = chosen.slice(0, MOST_PATCHES).map(({ message, cover }) => reviewMessage(message, cover))
  const ours = patches.filter(({ facts }) => facts.detected || facts.claimsFalseSharing)
  const problems = [...read.problems]
  if (chosen.length > MOST_PATCHES) problems.push(leftOut(file, chosen.length - MOST_PATCHES, 'too many in one input'))
  if (ours.length > 0 && ours.length < patches.length)
    problems.push(leftOut(file, patches.length - ours.length, 'nothing in them is about who shares a cacheline'))
  return { value: ours.length > 0 ? ours : patches.slice(0, 1), problems }
}

const leftOut = (file: string, count: number, why: string): Problem => ({
  code: 'left-out',
  severity: 'note',
  where: file,
  message: `${count} ${count === 1 ? 'patch is' : 'patches are'} left out: ${why}`,
  whatToDo: 'Give one alone to have it reviewed all the same.',
})

/** The messages of some bytes; text that is no mail is read as `git show` or as a bare diff. */
export async function readMessages(bytes: Uint8Array, file: string): Promise<Result<Message[]>> {
  const read = await readMail(bytes, file)
  if (read.value.some(({ patch }) => patch)) return read
  const bare = readBareText(new TextDecoder().decode(bytes), file)
  return bare.some(({ patch }) => patch) || read.value.length === 0 ? { value: bare, problems: [] } : read
}

const rank: Partial<Record<MessageKind, number>> = { patch: 4, 'patch-in-reply': 3, 'tip-bot': 2, 'stable-backport': 1 }

/** Each patch once, in its newest version, the author's own posting before a robot's copy; in the order given. */
function choosePatches(messages: readonly Message[]): { message: Message; cover: Message | null }[] {
  const best = new Map<string, { message: Message; rank: number }>()
  for (const message of messages) {
    if (!message.patch || message.patch.files.length === 0) continue
    const key = message.tags.title.toLowerCase() || message.id
    const own = rank[messageKind(message)] ?? 0
    const known = best.get(key)
    if (!known || own > known.rank || (own === known.rank && isNewer(message, known.message)))
      best.set(key, { message, rank: own })
  }
  const found = [...best.values()]
  const strongest = Math.max(0, ...found.map((one) => one.rank))
  // A quoted diff counts only where there is no posting of a patch.
  return found
    .filter((one) => one.rank > 0 || strongest === 0)
    .map(({ message }) => ({ message, cover: findCover(message, messages) }))
}

function isNewer(message: Message, than: Message): boolean {
  const version = (message.tags.version ?? 1) - (than.tags.version ?? 1)
  return version !== 0 ? version > 0 : (message.date ?? '') > (than.date ?? '')
}

const findCover = ({ tags }: Message, messages: readonly Message[]): Message | null =>
  tags.total === null || tags.total < 2
    ? null
    : (messages.find(
        (other) =>
          other.tags.index === 0 &&
          !other.tags.isReply &&
          other.tags.total === tags.total &&
          (other.tags.version ?? 1) === (tags.version ?? 1),
      ) ?? null)

/** What one message and its cover letter state, in the site's terms. */
export function reviewMessage(message: Message, cover: Message | null): PatchUnderReview {
  const judgement = judgePatch(message)
  const layouts = findLayouts(message, judgement).value
  const contention = findC2c(message).value
  const texts = cover ? [message, cover] : [message]
  const said = texts.map((one) => readEvidence(one, one === message ? layouts : findLayouts(one, null).value))
  const joined: EvidenceFacts = {
    layouts: said.flatMap((one) => one.layouts),
    c2c: said.flatMap((one) => one.c2c),
    c2cLines: said.flatMap((one) => one.c2cLines),
    machines: said.flatMap((one) => one.machines),
    kernel: said.find((one) => one.kernel)?.kernel ?? null,
    benchmarks: said.flatMap((one) => one.benchmarks),
    cost: said.find((one) => one.cost)?.cost ?? null,
    baseCommit: said.find((one) => one.baseCommit)?.baseCommit ?? null,
    reports: [],
    trailers: message.trailers.map((trailer) => ({ ...trailer, messageId: message.id })),
    reasons: judgement.reasons,
    configurationChecks: findConfigurationChecks(message),
  }
  const evidence = buildEvidence(joined)
  const files = (message.patch?.files ?? []).map(diffPath).filter((path) => path !== '')
  const placed = joined.layouts.find(({ members }) => members.some(({ offsetBytes }) => offsetBytes.after !== null))
  const title = message.patch?.embedded?.title || message.tags.title || 'a patch without a title'
  const facts: ReviewFacts = {
    title,
    author: message.author.name || null,
    messageId: message.idIsDerived ? null : message.id,
    commit: message.patchCommit,
    version: message.tags.version,
    project: findProject(message, files),
    subsystem: findSubsystem(title),
    files,
    places: findPlaces(findSubsystem(title), title, files),
    structs: [...new Set([...judgement.structs, ...layouts.map(({ struct }) => struct)].map(bareName))],
    members: judgement.members.map(({ struct, name }) => ({ struct: struct === null ? null : bareName(struct), name })),
    moved: judgement.movedMembers,
    technique: judgement.technique,
    second: judgement.second,
    techniqueReason: judgement.techniqueReason.says,
    kind: judgement.kind,
    kindReason: judgement.kindReason.says,
    claimsFalseSharing: judgement.claimed !== null,
    detected: judgement.detected,
    idioms: findIdioms(changedText(message)),
    results: joined.benchmarks.filter(({ quantity }) => quantity === 'effect').length,
    stated: evidence.filter(({ state }) => state === 'stated').map(({ item }) => item),
    base: placed?.base.alignment ?? null,
    statesGrowth: joined.layouts.some(({ sizeBytes }) => sizeBytes.before !== null && sizeBytes.after !== null),
    namesConfigurations: texts.some((one) => namesConfigurations(spokenText(one))),
  }
  return { message, cover, judgement, facts, layouts, c2c: contention.counters, c2cLines: contention.lines }
}

function readEvidence(message: Message, layouts: StructLayout[]): EvidenceFacts {
  const setup = findSetup(message)
  const contention = findC2c(message).value
  const kernel = setup.kernels[0]
  const { baseCommit } = message
  return {
    layouts,
    c2c: contention.counters,
    c2cLines: contention.lines,
    machines: setup.machines.map(({ value, cpus, sockets, sources }) => ({
      text: value,
      cpus,
      sockets,
      from: 'mail',
      sources,
    })),
    kernel: kernel ? { value: kernel.value, sources: kernel.sources } : null,
    benchmarks: findBenchmarks(message, messageKind(message)).value,
    cost: toCost(message),
    baseCommit: baseCommit ? { value: baseCommit.sha, inferred: true, how: 'base-commit line' } : null,
    reports: [],
    trailers: [],
  }
}

function toCost(message: Message): EvidenceFacts['cost'] {
  const cost = findCost(message)
  return cost ? { ...cost, from: 'mail' } : null
}

/** What a message says above its diff. */
const spokenText = ({ parts, patch }: Message): string =>
  parts
    .map(({ lines }, at) =>
      (at === patch?.part ? lines.slice(0, patch.startLine - 1) : lines).slice(0, 5000).join('\n'),
    )
    .join('\n')

/** Lines that the patch adds or takes away, without the rest of the files. */
function changedText(message: Message): string {
  return (message.patch?.files ?? [])
    .flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines.filter((line) => /^[+-]/.test(line))))
    .slice(0, 20_000)
    .join('\n')
}

/** The layouts that a text lists (pahole) and the rows of a `perf c2c` report in it, with or without a mail around. */
export function findSeen(text: string): { layouts: StructLayout[]; rows: C2cLine[] } {
  const message = readBareText(text, 'the text')
  return {
    layouts: message.flatMap((one) => findLayouts(one, null).value).filter(({ members }) => members.some(isPlaced)),
    rows: message.flatMap((one) => findC2c(one).value.lines),
  }
}

const isPlaced = ({ offsetBytes }: StructLayout['members'][number]): boolean =>
  offsetBytes.before !== null || offsetBytes.after !== null
