import path from 'node:path'
import { findProjectId, type KnownNames } from '../../src/case/catalogue-case.ts'
import { joinCase } from '../../src/folder-pipeline.ts'
import type { Problem } from '../../src/model/problem.ts'
import { gather } from '../../src/pipeline.ts'
import { patchId } from '../../src/series/patch-id.ts'
import { lookUp } from '../../src/text/look-up.ts'
import type { Effects } from '../effects.ts'
import { readCommitLog, readDiffsOf } from '../sources/commit-log.ts'
import { readClone } from '../sources/git-clone.ts'
import { SourceError } from '../sources/source-error.ts'
import { type CaseOnDisk, listCases, readCase } from './content-folder.ts'
import { buildFailure, type Imported } from './import-mail.ts'
import { CommitMatcher, type FoundCommit, type KnownCase } from './known-commits.ts'
import { buildIdentity, pickHistory } from './pick-history.ts'
import { writeCase } from './write-case.ts'

/** Files that a search by patch-id may name on a command line. */
const MOST_FILES = 2000

function describeCase(found: CaseOnDisk, known: KnownNames): KnownCase {
  const { slug, record, facts } = found
  const line = facts?.facts
  const names = [line?.author, record?.author?.name].filter((name) => name !== undefined)
  const spellings = names.flatMap((name) => [
    name,
    lookUp(known.aliases.people, name) ?? name,
    ...Object.entries(known.aliases.people).flatMap(([seen, shown]) => (shown === name ? [seen] : [])),
  ])
  return {
    slug,
    project: line ? findProjectId(line.project, known.projects) : (record?.project ?? null),
    commits: [line?.commit, record?.commit?.sha].filter((sha) => sha !== undefined),
    title: line?.title ?? record?.title ?? '',
    authors: [...new Set(spellings)],
    authored: line?.authored ?? record?.authored?.value ?? null,
  }
}

/** Patch-ids of the postings of cases that have mail and no commit in the clone. */
async function readPatchIds(
  cases: readonly CaseOnDisk[],
): Promise<{ bySlug: Map<string, string>; files: Set<string> }> {
  const bySlug = new Map<string, string>()
  const files = new Set<string>()
  for (const found of cases) {
    const gathered = await gather(found.mail)
    const identity = buildIdentity(found.slug, found.record, found.facts, found.front?.title ?? null)
    const history = pickHistory(gathered.value.histories, identity)
    for (const { message } of history?.versions ?? []) {
      const id = message.patch ? patchId(message.patch.text) : null
      if (id === null) continue
      bySlug.set(id, found.slug)
      for (const file of found.record?.files ?? []) if (files.size < MOST_FILES) files.add(file)
    }
  }
  return { bySlug, files }
}

async function findByPatchId(clone: string, cases: readonly CaseOnDisk[]): Promise<FoundCommit[]> {
  const wanted = await readPatchIds(cases)
  if (wanted.bySlug.size === 0 || wanted.files.size === 0) return []
  const found: FoundCommit[] = []
  for await (const { sha, diff } of readDiffsOf(clone, [...wanted.files])) {
    const id = patchId(diff)
    const slug = id === null ? undefined : wanted.bySlug.get(id)
    if (slug !== undefined && !found.some((one) => one.slug === slug)) found.push({ slug, sha, by: 'patch-id' })
  }
  return found
}

async function findCommits(
  clone: string,
  cases: readonly CaseOnDisk[],
  known: KnownNames,
  problems: Problem[],
): Promise<FoundCommit[]> {
  const described = cases.map((found) => describeCase(found, known))
  const matcher = new CommitMatcher(described)
  for await (const commit of readCommitLog(clone)) matcher.add(commit)
  const { found, ambiguous, project } = matcher.finish()
  for (const { slug, shas } of ambiguous)
    problems.push({
      code: 'ambiguous-join',
      severity: 'warning',
      where: slug,
      message: `expected one commit with its title and author, found ${shas.map((sha) => sha.slice(0, 12)).join(', ')}`,
      whatToDo: 'import the right one: npm run import -- git:<clone> --commit ID',
    })
  const named = new Set(found.map(({ slug }) => slug))
  const projects = new Map(described.map((one) => [one.slug, one.project]))
  const rest = cases.filter(
    (one) => !named.has(one.slug) && one.mail.length > 0 && (project === null || projects.get(one.slug) === project),
  )
  return [...found, ...(await findByPatchId(clone, rest))]
}

/** What the case says once its patch is here and the catalogue says otherwise. */
function findContradictions(effects: Effects, content: string, slug: string, known: KnownNames): Problem[] {
  const { record, facts, front } = readCase(effects, content, slug)
  return joinCase(slug, record, facts, front, known).problems.filter(({ code }) => code === 'contradiction')
}

/**
 * `git:<clone> --known`: walks the clone once, and for each case whose commit, title with author or patch-id it
 * holds writes `mail/commit.patch` as format-patch does and makes the case again. Nothing else becomes a case.
 */
export async function importKnown(
  effects: Effects,
  content: string,
  sources: readonly string[],
  known: KnownNames,
): Promise<Imported> {
  const result: Imported = { written: [], leftOut: [], problems: [] }
  for (const source of sources) {
    if (!source.startsWith('git:')) {
      result.problems.push(
        failure(source, 'expected git:<clone> beside --known', 'give the clone, or leave --known out'),
      )
      continue
    }
    try {
      await hydrateFrom(effects, content, source.slice('git:'.length), known, result)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      result.problems.push(
        failure(source, error.message, error instanceof SourceError ? error.hint : 'check the clone'),
      )
    }
  }
  return result
}

const failure = (where: string, message: string, whatToDo: string): Problem => ({
  code: 'empty-input',
  severity: 'error',
  where,
  message,
  whatToDo,
})

async function hydrateFrom(
  effects: Effects,
  content: string,
  clone: string,
  known: KnownNames,
  result: Imported,
): Promise<void> {
  const slugs = listCases(effects, content)
  const cases = slugs.map((slug) => readCase(effects, content, slug))
  const found = await findCommits(clone, cases, known, result.problems)
  const bySha = Map.groupBy(found, ({ sha }) => sha.slice(0, 12))
  effects.log(`${clone}: holds the commits of ${found.length} of ${slugs.length} cases`)
  if (found.length === 0) return
  for await (const { file, bytes } of readClone(clone, { commits: [...new Set(found.map(({ sha }) => sha))] }))
    for (const { slug } of bySha.get(path.basename(file, '.patch')) ?? [])
      try {
        const written = await writeCase(effects, content, slug, new Map([['mail/commit.patch', bytes]]), known)
        result.written.push(written)
        result.problems.push(...findContradictions(effects, content, slug, known))
      } catch (error) {
        result.problems.push(buildFailure(slug, error))
      }
}
