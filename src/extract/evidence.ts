import type { CaseRecord, Evidence } from '../model/case.ts'
import { type EvidenceItem, evidenceItems } from '../model/names.ts'
import type { Origin, Source } from '../model/source.ts'
import { offsetSources, runSources, spreadSources, variantSources } from './evidence-sources.ts'

/** The parts of a record that evidence is read from: a case's, or those of one mail under review. */
export type EvidenceFacts = Pick<
  CaseRecord,
  'layouts' | 'c2c' | 'c2cLines' | 'machines' | 'kernel' | 'benchmarks' | 'cost' | 'baseCommit' | 'reports' | 'trailers'
> &
  Partial<Pick<CaseRecord, 'reasons'>> & {
    /** Where the patch says how the layout comes out on other builds. */
    configurationChecks?: Source[]
  }
type Found = { from: Origin; sources: Source[] } | null

const first = <T>(list: readonly T[], from: (item: T) => Origin, sources: (item: T) => Source[]): Found => {
  const item = list[0]
  return item === undefined ? null : { from: from(item), sources: sources(item) }
}

/**
 * What a reviewer looks for, item by item: stated, with its lines, or not stated. Nothing is inferred: an offset
 * worked out from another is not stated.
 */
export function buildEvidence(facts: EvidenceFacts): Evidence[] {
  return evidenceItems.map((item) => {
    const found = finders[item](facts)
    return found
      ? { item, state: 'stated', from: found.from, sources: found.sources.slice(0, 8) }
      : { item, state: 'not stated', from: 'mail', sources: [] }
  })
}

/**
 * The evidence anew, after facts of other sources joined a record: where its mail speaks of other builds stays, since
 * no other source can say that.
 */
export function renewEvidence(record: CaseRecord): Evidence[] {
  const known = record.evidence.find(({ item }) => item === 'other configurations')?.sources ?? []
  return buildEvidence({ ...record, configurationChecks: known.filter(({ says }) => says === 'value') })
}

const finders: Record<EvidenceItem, (facts: EvidenceFacts) => Found> = {
  'offsets before': (facts) => findOffsets(facts, 'before'),
  'offsets after': (facts) => findOffsets(facts, 'after'),
  'struct size': (facts) =>
    first(
      facts.layouts.filter((layout) => layout.sizeBytes.before !== null || layout.sizeBytes.after !== null),
      (layout) => layout.from,
      (layout) => layout.sizeSources,
    ),
  // Words about HITM samples state contention too, where they print no count.
  'cacheline contention': (facts) => findCounters(facts) ?? findWords(facts),
  machine: (facts) =>
    first(
      facts.machines,
      (machine) => machine.from,
      (machine) => machine.sources,
    ),
  kernel: (facts) => {
    if (!facts.kernel) return null
    if ('sources' in facts.kernel) return { from: 'mail', sources: facts.kernel.sources }
    return 'from' in facts.kernel ? { from: facts.kernel.from, sources: [] } : null
  },
  'number of runs': (facts) =>
    findResult(facts, (result) => result.runs !== null || result.runsEach !== null, runSources) ??
    findResult(facts, (result) => (result.ci95?.pairs ?? null) !== null, runSources),
  // A spread beside a row that a robot lists says nothing about the results a case rests on.
  'variance or interval': (facts) =>
    findResult(
      facts,
      (result) =>
        result.verdict !== 'listed-by-robot' &&
        (result.ci95 !== null || result.stddevPercent !== null || result.runsEach !== null),
      spreadSources,
    ),
  'memory cost': (facts) => (facts.cost ? { from: facts.cost.from, sources: facts.cost.sources } : null),
  // What is said of other builds of the struct comes before results of several set-ups.
  'other configurations': (facts) => {
    const said = facts.configurationChecks ?? []
    if (said.length > 0) return { from: 'mail', sources: said }
    const variants = new Set(facts.benchmarks.flatMap((result) => (result.variant ? [result.variant] : [])))
    return variants.size > 1
      ? findResult(
          facts,
          (result) => result.variant !== null,
          () => variantSources(facts.benchmarks),
        )
      : null
  },
  'independent confirmation': (facts) => {
    const tested = facts.trailers.find((trailer) => /^tested-by$/i.test(trailer.name))
    if (tested) return { from: 'mail', sources: [] }
    const headline = facts.reports.find((report) => report.headline)?.headline
    if (headline) return { from: 'mail', sources: headline.sources }
    return findResult(facts, (result) => result.by !== 'author')
  },
  'base commit': (facts) => {
    if (!facts.baseCommit) return null
    return { from: 'mail', sources: 'sources' in facts.baseCommit ? facts.baseCommit.sources : [] }
  },
}

function findCounters(facts: EvidenceFacts): Found {
  return (
    first(
      facts.c2c,
      (counter) => counter.from,
      (counter) => counter.sources,
    ) ??
    first(
      facts.c2cLines,
      () => 'mail',
      (line) => line.sources,
    )
  )
}

function findWords(facts: EvidenceFacts): Found {
  const sources = (facts.reasons ?? []).flatMap((reason) => reason.sources)
  const said = sources.filter((source) => /\bHITM\b|\bc2c\b/i.test(source.quote))
  return said.length > 0 ? { from: 'mail', sources: said } : null
}

function findOffsets(facts: EvidenceFacts, side: 'before' | 'after'): Found {
  for (const layout of facts.layouts) {
    const stated = layout.members.filter((member) => member.offsetBytes[side] !== null && !member.inferred[side])
    if (stated.length > 0) return { from: layout.from, sources: offsetSources(stated, side) }
  }
  return null
}

type Result = EvidenceFacts['benchmarks'][number]

function findResult(
  facts: EvidenceFacts,
  isMeant: (result: Result) => boolean,
  sourcesOf = (result: Result): Source[] => result.sources,
): Found {
  return first(facts.benchmarks.filter(isMeant), (result) => result.from, sourcesOf)
}
