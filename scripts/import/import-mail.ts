import path from 'node:path'
import type { KnownNames } from '../../src/case/catalogue-case.ts'
import type { Thread } from '../../src/model/message.ts'
import type { Problem } from '../../src/model/problem.ts'
import type { PatchHistory } from '../../src/model/series.ts'
import { gather, judgeHistory } from '../../src/pipeline.ts'
import { sha1 } from '../../src/text/sha1.ts'
import { titleSlug } from '../../src/text/slug.ts'
import type { Effects } from '../effects.ts'
import type { ImportArguments } from './arguments.ts'
import { listCases, readCase } from './content-folder.ts'
import { buildIdentity, type CaseIdentity, commitOf, matchIdentity } from './pick-history.ts'
import type { SourceFile } from './read-inputs.ts'
import { sliceMbox } from './slice-mbox.ts'
import { nameInput, type Written, writeCase } from './write-case.ts'

export type Imported = { written: Written[]; leftOut: { title: string; reason: string }[]; problems: Problem[] }

/**
 * Mails to cases: each history that is one of ours (or any, with `--all` or `--slug`) joins the case it matches or
 * becomes a new one, and its source files are copied there byte for byte.
 */
export async function importMail(
  effects: Effects,
  content: string,
  files: readonly SourceFile[],
  options: Pick<ImportArguments, 'all' | 'slug' | 'shard'>,
  known: KnownNames,
): Promise<Imported> {
  const gathered = await gather(files.map(({ name, bytes }) => ({ file: name, bytes })))
  const result: Imported = { written: [], leftOut: [], problems: [...gathered.problems] }
  const identities = listCases(effects, content).map((slug) => identify(effects, content, slug))
  const histories = gathered.value.histories.filter((history) => isOfShard(history, options.shard))
  const plans = planHistories(histories, identities, options, result)
  for (const plan of plans) {
    const { slug } = plan
    const additions = copyInput(effects, content, plan, gathered.value.threads, files)
    try {
      result.written.push(await writeCase(effects, content, slug, additions, known))
    } catch (error) {
      result.problems.push(buildFailure(slug, error))
    }
  }
  if (plans.length === 0 && options.shard === null)
    result.problems.push(buildNothing(files, gathered.value.histories.length))
  return result
}

/** Shards divide patches by the name that a case of theirs gets: what would join one case is read by one shard. */
function isOfShard({ title }: PatchHistory, shard: ImportArguments['shard']): boolean {
  return shard === null || Number.parseInt(sha1(titleSlug(title)).slice(0, 8), 16) % shard.count === shard.index - 1
}

const identify = (effects: Effects, content: string, slug: string): CaseIdentity => {
  const found = readCase(effects, content, slug)
  return buildIdentity(slug, found.record, found.facts, found.front?.title ?? null)
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
    else
      result.leftOut.push({
        title: history.title,
        reason: 'nothing in it is about sharing a cache line (--all imports it)',
      })
  }
  return plans
}

/** `--slug` for the one new case, else the title's first five words; a taken name gets a number. */
function freeSlug(history: PatchHistory, asked: string | null, count: number, taken: Set<string>): string {
  const base = asked !== null && count === 1 ? asked : titleSlug(history.title)
  let slug = base
  for (let number = 2; taken.has(slug) && number < 1000; number++) slug = `${base}-${number}`
  taken.add(slug)
  return slug
}

/**
 * The files that hold the threads of a history, under names of ours. Of an mbox with other threads too, only these
 * threads' messages, byte for byte.
 */
function copyInput(
  effects: Effects,
  content: string,
  { history, slug }: Plan,
  threads: readonly Thread[],
  files: readonly SourceFile[],
): Map<string, Uint8Array> {
  const folder = path.join(content, 'cases', slug)
  const own = new Set(history.messages.map((entry) => entry.message.id))
  const messages = threads
    .filter((thread) => thread.messages.some((entry) => own.has(entry.message.id)))
    .flatMap((thread) => thread.messages.map((entry) => entry.message))
  const additions = new Map<string, Uint8Array>()
  for (const file of files) {
    const lines = messages.filter((message) => message.file === file.name).map((message) => message.fileLine)
    if (lines.length === 0) continue
    const bytes = (file.ending === 'mbox' ? sliceMbox(file.bytes, new Set(lines)) : null) ?? file.bytes
    const isCommit = file.name.endsWith('/commit.patch')
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
