import type { CaseRecord } from '../model/case.ts'
import type { Project } from '../model/project.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import type { CaseContext, RelatedCase } from './case-context.ts'
import { offeredFiles } from './case-files.ts'
import { buildLineageEdges } from './lineage-edges.ts'
import { buildRelatedIndex, findRelatedCases } from './related-cases.ts'
import { buildTopics, type Topics } from './topics.ts'

/** What the pages of cases are built from: all records, those that count, and the names that have pages. */
export type SiteParts = {
  siteUrl: string
  records: readonly CaseRecord[]
  /** Without those a person left out. */
  counted: readonly CaseRecord[]
  projects: ReadonlyMap<string, Project>
  /** Techniques with a page. */
  techniques: ReadonlySet<string>
}

/** Says whether a page of a path is built: techniques by name, gathered pages by their path, permanent links always. */
function findPages(techniques: ReadonlySet<string>, topics: Topics): (path: string) => boolean {
  return (path) => {
    const [, kind = '', name = ''] = path.split('/')
    if (kind === 'm' || kind === 'c') return true
    return kind === 'techniques' ? techniques.has(name) : kind === 'cases' || topics.has(path)
  }
}

/** Gives the context of each case: what it knows of the other cases and pages. Made once a build. */
export function buildSiteContext({
  siteUrl,
  records,
  counted,
  projects,
  techniques,
}: SiteParts): (record: CaseRecord, thread: ThreadFile | null) => CaseContext {
  const index = buildRelatedIndex(records)
  const edges = buildLineageEdges(counted)
  const hasPage = findPages(techniques, buildTopics(counted))
  // Asked for twice where a build keeps cases: for what a case depends on, and for its page.
  const related = new WeakMap<CaseRecord, RelatedCase[]>()
  const findRelated = (record: CaseRecord): RelatedCase[] => {
    const found = related.get(record) ?? findRelatedCases(record, index)
    related.set(record, found)
    return found
  }
  return (record, thread) => {
    const offered = offeredFiles(record, thread)
    return {
      siteUrl,
      href: (path) => path,
      hasPage,
      project: projects.get(record.project ?? '') ?? null,
      related: findRelated(record),
      edges: edges.get(record.slug) ?? [],
      offers: (file) => offered.has(file),
      hasStory: false,
    }
  }
}
