import type { Benchmark } from '../model/benchmark.ts'
import type { CaseMember, CaseRecord } from '../model/case.ts'
import type { FactsFile } from '../model/facts-file.ts'
import type { Problem, Result } from '../model/problem.ts'
import type { Stated } from '../model/source.ts'
import type { StructLayout } from '../model/struct-layout.ts'
import { buildCatalogueCase, type KnownNames } from './catalogue-case.ts'
import { buildContradiction, mergeStated } from './contradiction.ts'
import { isPlaceholder } from './measured-case.ts'

type At = { where: string; problems: Problem[] }
const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])]
const samePrefix = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a)
/** Dates of a mail are UTC, the catalogue's as seen: the same instant, or the same day where only a day is stated. */
const sameMoment = (a: string, b: string): boolean =>
  Date.parse(withOffset(a)) === Date.parse(withOffset(b)) ||
  ((a.length === 10 || b.length === 10) && a.slice(0, 10) === b.slice(0, 10))
const withOffset = (date: string): string => (/T[\d:.]+$/.test(date) ? `${date}Z` : date)

/**
 * Joins what mail states with what the catalogue states, by precedence: the mail with its quote, then the
 * catalogue, then what is inferred. Contradictions are problems, and stay on the value as `but` where it has one.
 */
export function mergeFacts(
  record: CaseRecord | null,
  facts: FactsFile | null,
  slug: string,
  known: KnownNames,
): Result<CaseRecord | null> {
  if (!facts) return { value: record, problems: [] }
  const catalogue = buildCatalogueCase(facts, slug, known)
  if (!record) return { value: catalogue, problems: [] }
  const at: At = { where: `${slug}/facts.json`, problems: [] }
  const value = mergeRecords(record, catalogue, at)
  return { value: { ...value, problems: [...value.problems, ...at.problems] }, problems: at.problems }
}

function mergeRecords(mail: CaseRecord, other: CaseRecord, at: At): CaseRecord {
  return {
    ...mail,
    project: other.project ?? mail.project, // the mail's project, subsystem and language are inferred
    subsystem: other.subsystem ?? mail.subsystem,
    language: other.language ?? mail.language,
    author: mergeAuthor(mail, other, at),
    authored: mergeStated(mail.authored, other.authored, { ...at, field: 'authored', same: sameMoment }),
    committed: mergeStated(mail.committed, other.committed, { ...at, field: 'committed', same: sameMoment }),
    posted: mergeStated(mail.posted, other.posted, { ...at, field: 'posted', same: sameMoment }),
    files: mergeFiles(mail, other, at),
    structs: union(mail.structs, other.structs),
    postings: union(mail.postings, other.postings),
    members: mergeMembers(mail.members, other.members, at),
    layoutNotes: [...mail.layoutNotes, ...other.layoutNotes],
    machines: mail.machines.length > 0 ? mail.machines : other.machines,
    kernel: mergeStated(mail.kernel, other.kernel, { ...at, field: 'kernel' }),
    cachelineBytes: mail.cachelineBytes ?? other.cachelineBytes,
    evidenceNamed: union(mail.evidenceNamed, other.evidenceNamed),
    claimed: mail.claimed ?? other.claimed,
    kind: mergeJudged(mail.kind, other.kind, { ...at, field: 'kind' }),
    technique: mergeJudged(mail.technique, other.technique, { ...at, field: 'technique' }),
    outcome: mergeOutcome(mail, other, at),
    outcomeNote: other.outcomeNote ?? mail.outcomeNote,
    commit: mergeCommit(mail, other, at),
    supersededBy: union(mail.supersededBy, other.supersededBy),
    revertedBy: union(mail.revertedBy, other.revertedBy),
    fixes: union(mail.fixes, other.fixes),
    related: union(mail.related, other.related),
    links: union(mail.links, other.links),
    benchmarks: mergeBenchmarks(mail.benchmarks, other.benchmarks, at),
    layouts: mergeLayouts(mail.layouts, other.layouts, at),
    c2c: mail.c2c.length > 0 ? mail.c2c : other.c2c,
    cost: mail.cost ?? other.cost,
    summary: mail.summary ?? other.summary,
    note: mail.note ?? other.note,
    confidence: other.confidence ?? mail.confidence,
  }
}

function mergeAuthor(mail: CaseRecord, other: CaseRecord, at: At): CaseRecord['author'] {
  if (!mail.author || !other.author) return mail.author ?? other.author
  const same = letters(mail.author.name) === letters(other.author.name)
  if (!same) report(at, 'author', mail.author.name, other.author.name)
  return mail.author
}
const letters = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

function mergeFiles(mail: CaseRecord, other: CaseRecord, at: At): string[] {
  if (mail.files.length === 0) return other.files
  const missing = other.files.filter((file) => !mail.files.includes(file))
  if (missing.length > 0) report(at, 'files', mail.files, other.files)
  return mail.files
}

/** What stands in the place of a judgement, because no diff was read, gives way. */
function mergeJudged<T>(mail: Stated<T>, other: Stated<T>, at: At & { field: string }): Stated<T> {
  return isPlaceholder(mail) ? other : (mergeStated(mail, other, at) ?? mail)
}

/**
 * An outcome the mail cannot know ("unknown", inferred) is no contradiction to a known one; nor are "merged" and
 * "reverted", of which the second comes later.
 */
function mergeOutcome(mail: CaseRecord, other: CaseRecord, at: At): CaseRecord['outcome'] {
  const later = [mail, other].find(({ outcome }) => outcome.value === 'reverted')
  if (later && [mail, other].some(({ outcome }) => outcome.value === 'merged')) return later.outcome
  if (mail.outcome.value === 'unknown') return other.outcome
  if (other.outcome.value === 'unknown') return mail.outcome
  return mergeStated(mail.outcome, other.outcome, { ...at, field: 'outcome' }) ?? mail.outcome
}

function mergeCommit(mail: CaseRecord, other: CaseRecord, at: At): CaseRecord['commit'] {
  if (!mail.commit || !other.commit) return mail.commit ?? other.commit
  const [kept, weaker] = mail.commit.inferred ? [other.commit, mail.commit] : [mail.commit, other.commit]
  if (samePrefix(mail.commit.sha, other.commit.sha))
    return { ...mail.commit, release: mail.commit.release ?? other.commit.release }
  at.problems.push(
    buildContradiction(
      at.where,
      'commit',
      { value: kept.sha, from: kept.from },
      { value: weaker.sha, from: weaker.from },
    ),
  )
  return { ...kept, release: other.commit.release }
}

function mergeMembers(mail: readonly CaseMember[], other: readonly CaseMember[], at: At): CaseMember[] {
  const key = (member: CaseMember): string => member.name
  const merged = mail.map((member) => {
    const twin = other.find(
      (candidate) =>
        key(candidate) === key(member) && (!candidate.struct || !member.struct || candidate.struct === member.struct),
    )
    if (!twin || twin.role === 'unknown')
      return twin?.roleNote ? { ...member, roleNote: member.roleNote ?? twin.roleNote } : member
    if (member.roleFrom !== 'stated')
      return { ...member, role: twin.role, roleNote: twin.roleNote, roleFrom: twin.roleFrom, from: twin.from }
    if (member.role !== twin.role) report(at, `role of ${member.name}`, member.role, twin.role)
    return member
  })
  const names = new Set(mail.map(key))
  return [...merged, ...other.filter((member) => !names.has(key(member)))]
}

const near = (a: number | null, b: number | null): boolean =>
  a !== null && b !== null && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

/** The same result: the same two numbers, or the same change where one side prints no numbers. */
function isSameResult(a: Benchmark, b: Benchmark): boolean {
  if (a.before !== null && b.before !== null) return near(a.before, b.before) && near(a.after, b.after)
  return near(a.changePercent, b.changePercent)
}

function mergeBenchmarks(mail: readonly Benchmark[], other: readonly Benchmark[], at: At): Benchmark[] {
  const extra = other.filter((candidate) => !mail.some((benchmark) => isSameResult(benchmark, candidate)))
  for (const candidate of extra) {
    const twin = mail.find(
      (benchmark) =>
        candidate.test !== null &&
        benchmark.test === candidate.test &&
        benchmark.metric === candidate.metric &&
        benchmark.variant === candidate.variant &&
        benchmark.threads === candidate.threads,
    )
    if (twin) report(at, `result ${candidate.test}`, [twin.before, twin.after], [candidate.before, candidate.after])
  }
  return [...mail, ...extra]
}

/** One drawing a struct: the mail's, where it states any offset or size; else the catalogue's. */
function mergeLayouts(mail: readonly StructLayout[], other: readonly StructLayout[], at: At): StructLayout[] {
  const statesNumbers = (layout: StructLayout): boolean =>
    layout.sizeBytes.before !== null ||
    layout.sizeBytes.after !== null ||
    layout.members.some((member) => member.offsetBytes.before !== null || member.offsetBytes.after !== null)
  const kept = mail.map((layout) => {
    const twin = other.find((candidate) => candidate.struct === layout.struct)
    if (!twin) return layout
    if (!statesNumbers(layout)) return { ...twin, order: layout.order, movedMembers: layout.movedMembers }
    for (const side of ['before', 'after'] as const)
      if (
        layout.sizeBytes[side] !== null &&
        twin.sizeBytes[side] !== null &&
        layout.sizeBytes[side] !== twin.sizeBytes[side]
      )
        report(at, `size of ${layout.struct} ${side}`, layout.sizeBytes[side], twin.sizeBytes[side])
    return layout
  })
  const structs = new Set(mail.map((layout) => layout.struct))
  return [...kept, ...other.filter((layout) => !structs.has(layout.struct))]
}

function report(at: At, field: string, mail: unknown, catalogue: unknown): void {
  at.problems.push(
    buildContradiction(at.where, field, { value: mail, from: 'mail' }, { value: catalogue, from: 'catalogue' }),
  )
}
