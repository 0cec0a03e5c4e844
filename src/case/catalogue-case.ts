import { type CaseRecord, caseSchema } from '../model/case.ts'
import type { CatalogueLine, FactsFile } from '../model/facts-file.ts'
import type { Aliases, Project } from '../model/project.ts'
import { lookUp } from '../text/look-up.ts'
import { findCostBytes } from './cost-bytes.ts'

/** The closed lists that spellings are looked up in. */
export type KnownNames = { projects: readonly Project[]; aliases: Aliases }

/** The id of a project by any of its spellings; null where it is not on the closed list. */
export function findProjectId(name: string, projects: readonly Project[]): string | null {
  const wanted = name.toLowerCase()
  const found = projects.find((project) =>
    [project.id, project.name, ...project.also].some((spelling) => spelling.toLowerCase() === wanted),
  )
  return found?.id ?? null
}

const from = 'catalogue' as const
const list = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value
const stating = <T>(value: T | undefined, confidence: CatalogueLine['confidence']) =>
  value === undefined ? null : { value, from, confidence }

/** The record that a line of the catalogue alone gives: origin `catalogue` throughout, results as claims. */
export function buildCatalogueCase(file: FactsFile, slug: string, known: KnownNames): CaseRecord {
  const line = file.facts
  const sure = line.confidence
  const author = line.author ? (lookUp(known.aliases.people, line.author) ?? line.author) : null
  return caseSchema.parse({
    schema: 1,
    slug,
    project: findProjectId(line.project, known.projects),
    subsystem: line.subsystem ? (lookUp(known.aliases.subsystems, line.subsystem) ?? line.subsystem) : null,
    language: line.language ?? null,
    title: line.title,
    author: author ? { name: author } : null,
    authored: stating(line.authored, sure),
    committed: stating(line.committed, sure),
    posted: stating(line.posted, sure),
    files: line.files ?? [],
    structs: line.structs ?? [],
    postings: line.messageId ? [line.messageId] : [],
    members: (line.members ?? []).map((member) => ({
      struct: member.struct ?? null,
      name: member.name,
      role: member.role ?? 'unknown',
      roleNote: member.roleNote ?? null,
      roleFrom: member.role ? 'stated' : 'inferred',
      from,
    })),
    layoutNotes: (line.layoutNotes ?? []).map((text) => ({ text, from })),
    machines: (line.machines ?? []).map((text) => ({ text, from })),
    kernel: stating(line.kernel, sure),
    cachelineBytes: stating(line.cachelineBytes, sure) ?? undefined,
    evidenceNamed: line.evidenceNamed ?? [],
    claimed: line.claimed ? { value: line.claimed, from, confidence: sure } : null,
    kind: { value: line.kind, from, confidence: sure },
    technique: { value: line.technique, from, confidence: sure },
    outcome: { value: line.outcome, from, confidence: sure },
    outcomeNote: line.outcomeNote ?? null,
    commit: line.commit
      ? { sha: line.commit, title: line.title, release: line.release ?? null, joinedBy: from, inferred: false, from }
      : null,
    supersededBy: list(line.supersededBy),
    revertedBy: list(line.revertedBy),
    fixes: list(line.fixes),
    related: line.related ?? [],
    links: (line.links ?? []).map((link) => buildLink(link, line.project, known.projects)),
    benchmarks: buildBenchmarks(line, known.aliases),
    layouts: buildLayouts(line),
    c2c: buildCounters(line),
    cost: line.cost
      ? { ...line.cost, bytesPerObject: line.cost.bytesPerObject ?? findCostBytes(line.cost.text), from }
      : null,
    summary: line.summary,
    note: line.note ?? null,
    confidence: sure,
  })
}

/** Links as addresses: angle brackets off; a Message-ID becomes the project's archive link where there is one. */
function buildLink(link: string, project: string, projects: readonly Project[]): string {
  const bare = link.replace(/^<|>$/g, '')
  if (/^https?:/i.test(bare)) return bare
  const id = findProjectId(project, projects)
  const archive = projects.find((candidate) => candidate.id === id)?.messageUrl
  return archive ? archive.replace('{id}', () => encodeURIComponent(bare)) : `mid:${bare}`
}

const joinNotes = (...notes: (string | null | undefined)[]): string | null =>
  notes.filter((note) => note).join('; ') || null

function buildBenchmarks(line: CatalogueLine, aliases: Aliases): unknown[] {
  return (line.benchmarks ?? []).map(({ stddevPercent, ...benchmark }) => ({
    ...benchmark,
    suite: benchmark.suite ? (lookUp(aliases.suites, benchmark.suite) ?? benchmark.suite) : null,
    stddevPercent:
      typeof stddevPercent === 'object'
        ? { before: stddevPercent.before ?? null, after: stddevPercent.after ?? null }
        : null,
    note: joinNotes(benchmark.note, typeof stddevPercent === 'number' ? `standard deviation ${stddevPercent} %` : null),
    directionFrom: benchmark.higherIsBetter === undefined || benchmark.higherIsBetter === null ? null : 'stated',
    machine: line.machines?.length === 1 ? (line.machines[0] ?? null) : null,
    kernel: line.kernel ?? null,
    verdict: 'claim',
    from,
  }))
}

function buildLayouts(line: CatalogueLine): unknown[] {
  return (line.layouts ?? []).map((layout) => ({
    struct: layout.struct,
    base: { alignment: 'unknown', how: 'the catalogue states no alignment of the object' },
    cachelineBytes: line.cachelineBytes ?? 64,
    sizeBytes: { before: layout.sizeBytes?.before ?? null, after: layout.sizeBytes?.after ?? null },
    members: (layout.members ?? []).map((member) => ({
      name: member.name,
      offsetBytes: { before: member.offsetBytes.before ?? null, after: member.offsetBytes.after ?? null },
    })),
    from,
  }))
}

/**
 * The catalogue's `c2c` has no fixed shape: rows of numbers named `baseline_row` and `patched_row` in the column
 * order of the tool, with a note. The columns' names are not stated, so each number is named by its place.
 */
function buildCounters(line: CatalogueLine): unknown[] {
  const shape = line.c2c
  if (typeof shape !== 'object' || shape === null) return []
  const numbers = (name: string): number[] => {
    const row: unknown = Reflect.get(shape, name)
    return Array.isArray(row) ? row.filter((cell) => typeof cell === 'number').slice(0, 40) : []
  }
  const [before, after] = [numbers('baseline_row'), numbers('patched_row')]
  const single = Object.entries(shape).flatMap(([name, value]) =>
    typeof value === 'number' ? [{ counter: name.replaceAll('_', ' '), before: value, after: null, from }] : [],
  )
  const count = Math.max(before.length, after.length)
  const columns = Array.from({ length: count }, (_, column) => ({
    counter: `perf c2c summary row, column ${column + 1} as printed`,
    before: before[column] ?? null,
    after: after[column] ?? null,
    from,
  }))
  return [...columns, ...single]
}
