import path from 'node:path'
import type { KnownNames } from '../../src/case/catalogue-case.ts'
import type { Message, Thread } from '../../src/model/message.ts'
import type { Problem } from '../../src/model/problem.ts'
import type { PatchHistory } from '../../src/model/series.ts'
import { type InputFile, joinMessages, judgeHistory, readMessages } from '../../src/pipeline.ts'
import { sha1 } from '../../src/text/sha1.ts'
import { titleSlug } from '../../src/text/slug.ts'
import type { Effects } from '../effects.ts'
import type { ImportArguments } from './arguments.ts'
import { listCases, readCase } from './content-folder.ts'
import { findNamedCases } from './named-cases.ts'
import { buildIdentity, type CaseIdentity, commitOf, findKnownPatches, matchIdentity } from './pick-history.ts'
import type { SourceFile } from './read-inputs.ts'
import { sliceMbox } from './slice-mbox.ts'
import { nameInput, type Written, writeCase } from './write-case.ts'

export type Imported = { written: Written[]; leftOut: { title: string; reason: string }[]; problems: Problem[] }

/** Before the name of a file that a case holds already: of two copies of one mail that copy stands. */
const heldMark = '\u0001'

/** A file that was given, or that a case holds already (`of` names it). */
type MailFile = SourceFile & { of: string | null }
type Read = { files: MailFile[]; messages: Message[] }

/**
 * Mails to cases: each history that is one of ours (or any, with `--all` or `--slug`) joins the case it matches or
 * becomes a new one, and its source files are copied there byte for byte. What the mails say of patches that are
 * cases already (a revert, a notice, a backport, a report, a fix) is read together with the mail of those cases.
 */
export async function importMail(
  effects: Effects,
  content: string,
  given: readonly SourceFile[],
  options: Pick<ImportArguments, 'all' | 'slug' | 'shard'>,
  known: KnownNames,
): Promise<Imported> {
  const fresh = await readMessages(given.map(({ name, bytes }) => ({ file: name, bytes })))
  const identities = identifyCases(effects, content)
  const named = findNamedCases(fresh.value, identities).map(({ slug }) => readCase(effects, content, slug))
  const held = named.flatMap(({ slug, mail }) => mail.map((file) => buildHeld(slug, file)))
  const kept = await readMessages(held.map(({ name, bytes }) => ({ file: name, bytes })))
  const messages = [...fresh.value, ...kept.value]
  const newIds = new Set(fresh.value.map(({ id }) => id))
  const gathered = joinMessages({ value: messages, problems: fresh.problems }, named.flatMap(findKnownPatches))
  const files = [...given.map((file) => ({ ...file, of: null })), ...held]
  const problems = gathered.problems.filter((problem) => isNew(problem, newIds)).map(withoutMark)
  const result: Imported = { written: [], leftOut: [], problems }
  const histories = gathered.value.histories.filter(
    (history) => isOfShard(history, options.shard) && history.messages.some(({ message }) => newIds.has(message.id)),
  )
  const plans = planHistories(histories, identities, options, result)
  for (const plan of plans) {
    const { slug } = plan
    const additions = copyInput(effects, content, plan, gathered.value.threads, { files, messages })
    try {
      result.written.push(await writeCase(effects, content, slug, additions, known, null, plan.history))
    } catch (error) {
      result.problems.push(buildFailure(slug, error))
    }
  }
  if (plans.length === 0 && options.shard === null) result.problems.push(buildNothing(given, histories.length))
  return result
}

function buildHeld(slug: string, { file, bytes }: InputFile): MailFile {
  const ending = path.basename(file).replace(/^[^.]*\./, '')
  return { name: `${heldMark}${file}`, bytes, kind: 'mail', ending, of: slug }
}

/** False for what was said of mails that a case holds when they were imported. */
function isNew({ where }: Problem, newIds: ReadonlySet<string>): boolean {
  if (where.startsWith(heldMark)) return false
  const ids = [...where.matchAll(/<([^<>\s]{1,998})>/g)].map((match) => match[1] ?? '')
  return ids.length === 0 || ids.some((id) => newIds.has(id))
}

const withoutMark = (problem: Problem): Problem => ({
  ...problem,
  message: problem.message.replaceAll(heldMark, ''),
})

/** Shards divide patches by the name that a case of theirs gets: what would join one case is read by one shard. */
function isOfShard({ title }: PatchHistory, shard: ImportArguments['shard']): boolean {
  return shard === null || Number.parseInt(sha1(titleSlug(title)).slice(0, 8), 16) % shard.count === shard.index - 1
}

/** By what the cases of a content folder are recognised. */
export function identifyCases(effects: Effects, content: string): CaseIdentity[] {
  return listCases(effects, content).map((slug) => {
    const found = readCase(effects, content, slug)
    return buildIdentity(slug, found.record, found.facts, found.front?.title ?? null)
  })
}

type Plan = { history: PatchHistory; slug: string }

function planHistories(
  histories: readonly PatchHistory[],
  identities: CaseIdentity[],
  options: Pick<ImportArguments, 'all' | 'slug'>,
  result: Imported,
): Plan[] {
  const plans: Plan[] = []
  const taken = new Set(identities.map((identity) => identity.slug))
  const detected = histories.filter((history) => judgeHistory(history)?.detected)
  const wanted = options.all || (options.slug !== null && detected.length === 0) ? histories : detected
  for (const history of histories) {
    const commit = commitOf(history)
    const ranked = identities.map((identity) => ({ identity, rank: matchIdentity(history, identity, commit) }))
    const best = ranked.reduce<(typeof ranked)[number] | null>((a, b) => (b.rank > (a?.rank ?? 0) ? b : a), null)
    if (best) plans.push({ history, slug: best.identity.slug })
    else if (wanted.includes(history))
      plans.push({ history, slug: freeSlug(history, options.slug, wanted.length, taken) })
  }
  const planned = new Set(plans.map(({ history }) => history))
  const joined = new Set(plans.flatMap(({ history }) => history.messages.map(({ message }) => message.id)))
  for (const history of histories)
    if (!planned.has(history) && !history.versions.every(({ messageId }) => joined.has(messageId)))
      result.leftOut.push({ title: history.title, reason: leftOutReason(history) })
  return plans
}

/** A mail about another patch is worth keeping once that patch is a case. */
function leftOutReason({ title, versions }: PatchHistory): string {
  const isAbout = (name: string): boolean => /^fixes$/i.test(name)
  const follows =
    /\brevert\b/i.test(title) || versions.some(({ message }) => message.trailers.some((one) => isAbout(one.name)))
  const what = 'nothing in it is about sharing a cache line (--all imports it)'
  return follows ? `${what}, and the patch it names is no case; import it again after that one` : what
}

/** A title without a Latin letter or digit gives no name: the commit does, else the day; nothing is transcribed. */
function nameOf(history: PatchHistory): string {
  const name = titleSlug(history.title)
  if (name !== 'untitled') return name
  const commit = commitOf(history)
  if (commit !== null) return `commit-${commit.slice(0, 12)}`
  const day = history.versions.find(({ message }) => message.date !== null)?.message.date?.slice(0, 10)
  return day === undefined ? name : `patch-${day}`
}

/** `--slug` for the one new case, else the title's first five words; a taken name gets a number. */
function freeSlug(history: PatchHistory, asked: string | null, count: number, taken: Set<string>): string {
  const base = asked !== null && count === 1 ? asked : nameOf(history)
  let slug = base
  for (let number = 2; taken.has(slug) && number < 1000; number++) slug = `${base}-${number}`
  taken.add(slug)
  return slug
}

/**
 * The files that hold the threads of a history, under names of ours. Of an mbox with other threads too, only these
 * threads' messages, byte for byte; of files of other cases what this case has not.
 */
function copyInput(
  effects: Effects,
  content: string,
  { history, slug }: Plan,
  threads: readonly Thread[],
  { files, messages }: Read,
): Map<string, Uint8Array> {
  const folder = path.join(content, 'cases', slug)
  const own = new Set(history.messages.map((entry) => entry.message.id))
  const wanted = threads
    .filter((thread) => thread.messages.some((entry) => own.has(entry.message.id)))
    .flatMap((thread) => thread.messages.map((entry) => entry.message))
  const ownFiles = new Set(files.filter(({ of }) => of === slug).map(({ name }) => name))
  const present = new Set(messages.filter(({ file }) => ownFiles.has(file)).map(({ id }) => id))
  const additions = new Map<string, Uint8Array>()
  for (const file of files) {
    if (file.of === slug) continue
    const found = wanted.filter(({ id, file: name }) => name === file.name && (file.of === null || !present.has(id)))
    if (found.length === 0 || (file.of !== null && !found.some(({ id }) => own.has(id)))) continue
    const lines = new Set(found.map(({ fileLine }) => fileLine))
    const bytes = (file.ending === 'mbox' ? sliceMbox(file.bytes, lines) : null) ?? file.bytes
    const isCommit = file.of === null && file.name.endsWith('/commit.patch')
    const name = isCommit ? 'mail/commit.patch' : nameInput(effects, folder, 'mail', bytes, file.ending, additions.size)
    if (name !== null) additions.set(name, bytes)
  }
  return additions
}

export function buildFailure(slug: string, error: unknown): Problem {
  const reason = error instanceof Error ? error.message : String(error)
  return {
    code: 'write-failed',
    severity: 'error',
    where: slug,
    message: `the case was left as it was: ${reason.slice(0, 500)}`,
    whatToDo: 'mend the cause and import again',
  }
}

function buildNothing(files: readonly SourceFile[], count: number): Problem {
  return {
    code: 'left-out',
    severity: 'error',
    where: files
      .map((file) => file.name)
      .slice(0, 3)
      .join(', '),
    message: `expected a patch about sharing a cache line, found none among ${count} patches`,
    whatToDo: 'give --slug NAME to import it all the same, or --all',
  }
}
